//! Ratings: Glicko-2, one step for each rated game.
//!
//! ```
//! use rules::{Color, Outcome};
//! use tabiya_server::ratings::{Rating, after_game};
//! let white = Rating { deviation: 50.0, ..Rating::default() };
//! let (white, black) = after_game(white, Rating::default(), Outcome::Win(Color::White)).expect("it counts");
//! assert!(white.rating > 1500.0 && white.rating < 1510.0, "who is known well moves little");
//! assert!(black.rating < 1400.0, "who is new moves much");
//! ```

use game::{Class, TimeControl};
use rules::{Color, Outcome, Variant};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// How strong somebody is thought to be at one speed of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The number that everybody looks at.
    pub rating: f64,
    /// How uncertain it is.
    pub deviation: f64,
    /// How much the player's results vary.
    pub volatility: f64,
    /// How many rated games it rests on.
    pub games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0 }
    }
}

/// Above this a rating is shown with a question mark.
pub const PROVISIONAL: f64 = 110.0;
/// Nobody is known better than this: people change.
const MIN_DEVIATION: f64 = 45.0;
const MAX_DEVIATION: f64 = 350.0;
const LOWEST: f64 = 400.0;
const HIGHEST: f64 = 4000.0;
/// How long it takes until a rating is one step more uncertain: somebody well known who stays away for a year comes
/// back provisional, about.
const STEP_MILLIS: u64 = 5 * 24 * 3600 * 1000;
/// After so many steps every rating is as uncertain as it gets.
const MAX_STEPS: u64 = 2000;

impl Rating {
    /// The number that people read.
    pub fn rounded(self) -> u16 {
        self.rating.round() as u16 // within bounds that are far from those of the type
    }

    /// Whether it says little yet.
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating after so many milliseconds without a game.
    #[must_use]
    pub fn after_pause(self, millis: u64) -> Rating {
        let steps = (millis / STEP_MILLIS).min(MAX_STEPS);
        let mut inner = self.inner();
        for _ in 0..steps {
            inner = decay_deviation(&inner);
        }
        Rating { deviation: inner.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION), ..self }
    }

    fn inner(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn counted(self, after: Glicko2Rating) -> Rating {
        Rating {
            rating: after.rating.clamp(LOWEST, HIGHEST),
            deviation: after.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility: after.volatility,
            games: self.games.saturating_add(1),
        }
    }
}

/// Which rating an archived game is about.
pub fn archived_perf(variant: &str, time: &str) -> &'static str {
    let variant = if variant == CHESS960 { Variant::Chess960 } else { Variant::Standard };
    perf(variant, time.parse::<TimeControl>().ok().and_then(|control| control.class()))
}

/// Both ratings after a game; none if it does not count.
pub fn after_game(white: Rating, black: Rating, outcome: Outcome) -> Option<(Rating, Rating)> {
    // P01: a rating compares how the points were shared; where nobody scored, there is nothing to compare.
    let outcome = match Color::ALL.map(|color| outcome.half_points(color)) {
        [2, 0] => Outcomes::WIN,
        [1, 1] => Outcomes::DRAW,
        [0, 2] => Outcomes::LOSS,
        _ => return None,
    };
    let (first, second) = glicko2(&white.inner(), &black.inner(), &outcome, &Glicko2Config::new());
    Some((white.counted(first), black.counted(second)))
}

/// What a rating is for, as it is stored and told: Chess960 has one of its own, the usual game one for each speed.
pub fn perf(variant: Variant, class: Option<Class>) -> &'static str {
    match variant {
        Variant::Chess960 => CHESS960,
        Variant::Standard => speed(class),
    }
}

/// The rating for Chess960, at every speed.
pub const CHESS960: &str = "chess960";

/// The name of a speed of play, as it is stored and told. Without a clock nothing is hurried.
pub fn speed(class: Option<Class>) -> &'static str {
    match class {
        Some(Class::Bullet) => "bullet",
        Some(Class::Blitz) => "blitz",
        Some(Class::Rapid) => "rapid",
        Some(Class::Classical) => "classical",
        Some(Class::Correspondence) | None => "correspondence",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_moves_both_and_makes_them_surer() {
        let new = Rating::default();
        let (white, black) = after_game(new, new, Outcome::Win(Color::White)).expect("it counts");
        // Glickman's example of two new players.
        assert_eq!((white.rating.round(), black.rating.round()), (1662.0, 1338.0));
        assert_eq!((white.deviation.round(), white.games), (290.0, 1));
        let (white, black) = after_game(new, new, Outcome::Draw).expect("it counts");
        assert_eq!((white.rating.round(), black.rating.round()), (1500.0, 1500.0));
        assert_eq!(after_game(new, new, Outcome::BothLose), None);
    }

    #[test]
    fn whatever_happens_the_numbers_stay_numbers() {
        let mut strong = Rating { rating: HIGHEST, ..Rating::default() };
        let mut weak = Rating { rating: LOWEST, deviation: MIN_DEVIATION, ..Rating::default() };
        for _ in 0..10_000 {
            (strong, weak) = after_game(strong, weak, Outcome::Win(Color::White)).expect("it counts");
        }
        for rating in [strong, weak] {
            assert!((LOWEST..=HIGHEST).contains(&rating.rating), "{rating:?}");
            assert!((MIN_DEVIATION..=MAX_DEVIATION).contains(&rating.deviation), "{rating:?}");
            assert!(rating.volatility.is_finite(), "{rating:?}");
        }
    }

    #[test]
    fn who_stays_away_becomes_uncertain() {
        let known = Rating { deviation: 60.0, games: 50, ..Rating::default() };
        let day = 24 * 3600 * 1000;
        assert_eq!(known.after_pause(day), known);
        let year = known.after_pause(365 * day);
        assert!((100.0..120.0).contains(&year.deviation), "{year:?}");
        assert_eq!(known.after_pause(u64::MAX).deviation, MAX_DEVIATION);
        assert!(Rating::default().is_provisional() && !known.is_provisional());
    }
}
