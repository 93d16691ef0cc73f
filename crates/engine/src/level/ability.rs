//! What each level can do. The numbers are measured: docs/engine.md has the matches.

use super::Level;
use super::chance::{SPREAD, bell, mixed};

/// How far an opponent looks and how well it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ability {
    /// About so strong; engines and people differ, so it is no more than a guide.
    pub rating: u32,
    /// Positions it looks at for one move; none: as many as time allows.
    pub nodes: Option<u64>,
    /// Moves it looks ahead.
    pub depth: Option<u32>,
    /// How far it misjudges a position, in hundredths of a pawn.
    pub misjudges: u32,
    /// How often it overlooks a reply that is hard to see, of a thousand.
    pub overlooks: u32,
    /// How far games differ: on a good day it sees so much more and errs so much less, on a bad day the other
    /// way round. In quarters of a doubling, two days of three within it.
    pub swings: u32,
}

const fn row(rating: u32, nodes: u64, depth: u32, misjudges: u32, overlooks: u32, swings: u32) -> Ability {
    Ability { rating, nodes: Some(nodes), depth: Some(depth), misjudges, overlooks, swings }
}

/// Levels 1 to 7, and for those who ask for a rating one more: the eighth, which has no limits, looks at so many
/// positions in a game of seconds.
const LIMITED: [Ability; 8] = [
    row(800, 150, 2, 136, 480, 0),
    row(1250, 470, 3, 77, 227, 6),
    row(1550, 1350, 5, 46, 113, 6),
    row(1800, 3500, 7, 30, 57, 6),
    row(1900, 7500, 11, 23, 40, 6),
    row(2000, 34_000, 19, 7, 10, 12),
    row(2200, 160_000, 40, 0, 0, 12),
    row(2400, 300_000, 60, 0, 0, 0),
];

/// The rating is that of eight seconds for a game and 0.08 for a move; more time makes it stronger.
const FULL: Ability =
    Ability { rating: 2400, nodes: None, depth: None, misjudges: 0, overlooks: 0, swings: 0 };

/// The least rating an opponent can be asked for.
pub const WEAKEST: u32 = LIMITED[0].rating;
/// The greatest rating an opponent can be limited to.
pub const STRONGEST_LIMITED: u32 = LIMITED[LIMITED.len() - 1].rating;

pub(super) fn of_level(level: Level) -> Ability {
    let full = level == Level::ALL[7];
    if full { FULL } else { LIMITED[usize::from(level.number()) - 1] }
}

impl Ability {
    /// Between the levels: a straight line for errors, equal factors for positions.
    pub fn of_rating(rating: u32) -> Ability {
        let rating = rating.clamp(WEAKEST, STRONGEST_LIMITED);
        let above = LIMITED.iter().position(|row| row.rating >= rating).unwrap_or(LIMITED.len() - 1);
        let (low, high) = (LIMITED[above.saturating_sub(1)], LIMITED[above]);
        let span = f64::from((high.rating - low.rating).max(1));
        let share = f64::from(rating - low.rating.min(rating)) / span;
        let mix = |low: f64, high: f64| low + (high - low) * share;
        let count = |low: u32, high: u32| mix(low.into(), high.into()).round() as u32;
        let nodes = |ability: Ability| (ability.nodes.unwrap_or(1) as f64).ln();
        Ability {
            rating,
            nodes: Some(mix(nodes(low), nodes(high)).exp().round() as u64),
            depth: low.depth.zip(high.depth).map(|(low, high)| count(low, high)),
            misjudges: count(low.misjudges, high.misjudges),
            overlooks: count(low.overlooks, high.overlooks),
            swings: count(low.swings, high.swings),
        }
    }

    /// Whether it misjudges or overlooks anything.
    pub(super) fn errs(self) -> bool {
        self.misjudges > 0 || self.overlooks > 0
    }

    /// What it can do in the game of this seed: like people, opponents have good and bad days.
    pub(super) fn on_the_day(self, seed: u64) -> Ability {
        let swings = i64::from(self.swings);
        let quarters = bell(mixed(DAY, seed)) * swings / SPREAD;
        let quarters = quarters.clamp(-2 * swings, 2 * swings) as i32;
        let error = |usual: u32| doubled(usual.into(), -quarters) as u32;
        Ability {
            nodes: self.nodes.map(|nodes| doubled(nodes, quarters).clamp(1, MOST_ON_A_DAY.max(nodes))),
            misjudges: error(self.misjudges),
            overlooks: error(self.overlooks),
            ..self
        }
    }
}

/// On the best of days a level looks at no more positions (with few men left, four times as many), so that on an
/// ordinary machine the seed and not the clock decides how it plays.
const MOST_ON_A_DAY: u64 = 1_000_000;

/// Any number: what is drawn from it is the day's.
const DAY: u64 = 0x0da1;

/// Doubled or halved by quarters, in whole numbers, so that every machine plays alike.
fn doubled(number: u64, quarters: i32) -> u64 {
    const ROOTS: [u64; 4] = [1024, 1218, 1448, 1722];
    let whole = quarters.div_euclid(4);
    let raised = number.saturating_mul(ROOTS[quarters.rem_euclid(4) as usize]);
    (if whole >= 0 { raised << whole } else { raised >> -whole }) / 1024
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_sees_more_and_errs_less() {
        for pair in LIMITED.windows(2) {
            assert!(pair[0].rating < pair[1].rating && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].depth <= pair[1].depth && pair[0].misjudges >= pair[1].misjudges);
            assert!(pair[0].overlooks >= pair[1].overlooks);
        }
        assert_eq!(Level::ALL[7].ability(), FULL);
    }

    /// The page names them before it has loaded the engine.
    #[test]
    fn the_page_shows_these_ratings() {
        let shown = include_str!("../../../../web/src/engine/ratings.json");
        let ratings = LIMITED[..7].iter().map(|level| level.rating.to_string()).collect::<Vec<_>>();
        assert_eq!(shown.trim(), format!("[{}]", ratings.join(", ")));
    }

    #[test]
    fn ratings_meet_the_levels_and_lie_between() {
        for ability in LIMITED {
            assert_eq!(Ability::of_rating(ability.rating), ability);
        }
        assert_eq!(Ability::of_rating(0), LIMITED[0]);
        assert_eq!(Ability::of_rating(9999), LIMITED[7]);
        for rating in WEAKEST..STRONGEST_LIMITED {
            let (here, next) = (Ability::of_rating(rating), Ability::of_rating(rating + 1));
            assert!(here.nodes <= next.nodes && here.misjudges >= next.misjudges);
        }
    }

    #[test]
    fn days_differ_and_the_usual_one_lies_in_between() {
        let usual = LIMITED[3];
        let days: Vec<_> = (0..300).map(|seed| usual.on_the_day(seed)).collect();
        let better = days.iter().filter(|day| day.nodes > usual.nodes).count();
        let worse = days.iter().filter(|day| day.nodes < usual.nodes).count();
        assert!(better.abs_diff(worse) < 60 && better > 80, "{better} {worse}");
        for day in days {
            assert_eq!(day.nodes > usual.nodes, day.misjudges < usual.misjudges);
            assert!(usual.nodes < day.nodes.map(|nodes| 9 * nodes), "{day:?}");
            assert!(day.nodes < usual.nodes.map(|nodes| 9 * nodes), "{day:?}");
        }
        assert_eq!(FULL.on_the_day(1), FULL);
        assert_eq!(
            (doubled(100, 4), doubled(100, -4), doubled(100, 2), doubled(100, -2)),
            (200, 50, 141, 70)
        );
    }
}
