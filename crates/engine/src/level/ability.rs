//! What each level can do. The numbers are measured: docs/engine.md has the matches.

use super::Level;

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
}

const fn row(rating: u32, nodes: u64, depth: u32, misjudges: u32, overlooks: u32) -> Ability {
    Ability { rating, nodes: Some(nodes), depth: Some(depth), misjudges, overlooks }
}

/// Levels 1 to 7, and two steps between the seventh and the eighth, which has no limits, for those who ask for a
/// rating.
const LIMITED: [Ability; 9] = [
    row(950, 180, 2, 120, 400),
    row(1150, 260, 3, 99, 320),
    row(1350, 390, 3, 82, 245),
    row(1550, 600, 4, 65, 180),
    row(1750, 900, 5, 54, 130),
    row(1950, 1450, 6, 43, 95),
    row(2150, 2300, 7, 33, 65),
    row(2450, 12_000, 12, 8, 0),
    row(2750, 100_000, 20, 0, 0),
];

const FULL: Ability = Ability { rating: 2900, nodes: None, depth: None, misjudges: 0, overlooks: 0 };

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
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_sees_more_and_errs_less() {
        for pair in LIMITED.windows(2) {
            assert!(pair[0].rating < pair[1].rating && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].depth <= pair[1].depth && pair[0].misjudges > pair[1].misjudges);
            assert!(pair[0].overlooks >= pair[1].overlooks);
        }
        assert_eq!(Level::ALL[7].ability(), FULL);
    }

    #[test]
    fn ratings_meet_the_levels_and_lie_between() {
        for ability in LIMITED {
            assert_eq!(Ability::of_rating(ability.rating), ability);
        }
        assert_eq!(Ability::of_rating(0), LIMITED[0]);
        assert_eq!(Ability::of_rating(9999), LIMITED[8]);
        for rating in WEAKEST..STRONGEST_LIMITED {
            let (here, next) = (Ability::of_rating(rating), Ability::of_rating(rating + 1));
            assert!(here.nodes <= next.nodes && here.misjudges >= next.misjudges);
        }
    }
}
