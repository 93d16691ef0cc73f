//! Ratings: Glicko-2, one step for each rated game.

use game::{Class, TimeControl};
use rules::{Color, Outcome, Variant};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// A player's Glicko-2 rating in one category.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub(crate) rating: f64,
    pub(crate) deviation: f64,
    pub(crate) volatility: f64,
    /// The number of rated games.
    pub(crate) games: u32,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { rating: 1500.0, deviation: 350.0, volatility: 0.06, games: 0 }
    }
}

/// The deviation above which a rating is provisional, shown with a question mark.
pub(crate) const PROVISIONAL: f64 = 110.0;
/// The deviation never falls below this, because players change.
const MIN_DEVIATION: f64 = 45.0;
const MAX_DEVIATION: f64 = 350.0;
const MIN_RATING: f64 = 400.0;
const MAX_RATING: f64 = 4000.0;
/// The length of a rating period without games. With it, a well established rating becomes provisional after about a
/// year.
const PERIOD_MILLIS: u64 = 5 * 24 * 3600 * 1000;
/// After this many periods every deviation has reached the maximum.
const MAX_PERIODS: u64 = 2000;

impl Rating {
    /// The rating as displayed.
    pub(crate) fn rounded(self) -> u16 {
        self.rating.round() as u16 // clamped to MIN_RATING..=MAX_RATING, which fit
    }

    /// Whether the rating is still uncertain.
    pub(crate) fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating after this many milliseconds without a game.
    #[must_use]
    pub(crate) fn after_pause(self, millis: u64) -> Rating {
        let periods = (millis / PERIOD_MILLIS).min(MAX_PERIODS);
        let mut inner = self.inner();
        for _ in 0..periods {
            inner = decay_deviation(&inner);
        }
        Rating { deviation: inner.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION), ..self }
    }

    fn inner(self) -> Glicko2Rating {
        Glicko2Rating { rating: self.rating, deviation: self.deviation, volatility: self.volatility }
    }

    fn counted(self, after: Glicko2Rating) -> Rating {
        Rating {
            rating: after.rating.clamp(MIN_RATING, MAX_RATING),
            deviation: after.deviation.clamp(MIN_DEVIATION, MAX_DEVIATION),
            volatility: after.volatility,
            games: self.games.saturating_add(1),
        }
    }
}

/// The rating category of an archived game.
pub(crate) fn archived_perf(variant: &str, time: &str) -> &'static str {
    let variant = if variant == CHESS960 { Variant::Chess960 } else { Variant::Standard };
    perf(variant, time.parse::<TimeControl>().ok().and_then(|control| control.class()))
}

/// Both ratings after a game; `None` if the game does not count.
pub(crate) fn after_game(white: Rating, black: Rating, outcome: Outcome) -> Option<(Rating, Rating)> {
    // P01: a rating compares how the points were shared; if nobody scored, there is nothing to compare.
    let outcome = match Color::ALL.map(|color| outcome.half_points(color)) {
        [2, 0] => Outcomes::WIN,
        [1, 1] => Outcomes::DRAW,
        [0, 2] => Outcomes::LOSS,
        _ => return None,
    };
    let (first, second) = glicko2(&white.inner(), &black.inner(), &outcome, &Glicko2Config::new());
    Some((white.counted(first), black.counted(second)))
}

/// The rating category, as stored and sent: Chess960 has one, standard chess one for each speed.
pub(crate) fn perf(variant: Variant, class: Option<Class>) -> &'static str {
    match variant {
        Variant::Chess960 => CHESS960,
        Variant::Standard => speed(class),
    }
}

/// The rating category of Chess960, at every speed.
pub(crate) const CHESS960: &str = "chess960";

/// The name of a speed, as stored and sent. Games without a clock count as correspondence.
pub(crate) fn speed(class: Option<Class>) -> &'static str {
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
    fn an_established_rating_moves_little_and_a_new_one_a_lot() {
        let established = Rating { deviation: 50.0, ..Rating::default() };
        let (white, black) =
            after_game(established, Rating::default(), Outcome::Win(Color::White)).expect("it counts");
        assert!(white.rating > 1500.0 && white.rating < 1510.0);
        assert!(black.rating < 1400.0);
    }

    #[test]
    fn a_game_moves_both_ratings_and_lowers_the_deviation() {
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
    fn ratings_stay_within_bounds() {
        let mut strong = Rating { rating: MAX_RATING, ..Rating::default() };
        let mut weak = Rating { rating: MIN_RATING, deviation: MIN_DEVIATION, ..Rating::default() };
        for _ in 0..10_000 {
            (strong, weak) = after_game(strong, weak, Outcome::Win(Color::White)).expect("it counts");
        }
        for rating in [strong, weak] {
            assert!((MIN_RATING..=MAX_RATING).contains(&rating.rating), "{rating:?}");
            assert!((MIN_DEVIATION..=MAX_DEVIATION).contains(&rating.deviation), "{rating:?}");
            assert!(rating.volatility.is_finite(), "{rating:?}");
        }
    }

    #[test]
    fn a_pause_raises_the_deviation() {
        let known = Rating { deviation: 60.0, games: 50, ..Rating::default() };
        let day = 24 * 3600 * 1000;
        assert_eq!(known.after_pause(day), known);
        let year = known.after_pause(365 * day);
        assert!((100.0..120.0).contains(&year.deviation), "{year:?}");
        assert_eq!(known.after_pause(u64::MAX).deviation, MAX_DEVIATION);
        assert!(Rating::default().is_provisional() && !known.is_provisional());
    }
}
