//! The parameters of each level. docs/engine.md describes the matches by which they were chosen.

use super::Level;
use super::chance::{STANDARD_DEVIATION, normal, seeded_hash};

/// How deep an opponent searches, and how many mistakes it makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ability {
    /// The approximate rating; engines and people differ, so it is only a guide.
    pub rating: u32,
    /// Nodes for one move; `None` means as many as time allows.
    pub nodes: Option<u64>,
    /// The maximum depth, in plies.
    pub depth: Option<u32>,
    /// The standard deviation of the noise added to evaluations, in centipawns.
    pub eval_noise: u32,
    /// How often it overlooks a move that is hard to see, in thousandths.
    pub blindness: u32,
    /// Game-to-game spread of strength: one standard deviation, in quarter-doublings of nodes and of error.
    pub strength_spread: u32,
    /// The maximum noise, in centipawns. At the lowest ratings it is below the value of a piece, so that even a
    /// beginner takes a hanging piece.
    pub max_noise: u32,
}

/// Greater than any noise: only the standard deviation limits it.
const UNBOUNDED_NOISE: u32 = 30_000;

const fn row(
    rating: u32,
    nodes: u64,
    depth: u32,
    eval_noise: u32,
    blindness: u32,
    strength_spread: u32,
) -> Ability {
    let (nodes, depth) = (Some(nodes), Some(depth));
    Ability { rating, nodes, depth, eval_noise, blindness, strength_spread, max_noise: UNBOUNDED_NOISE }
}

/// The scale of ratings. Between two rows an opponent is interpolated.
const SCALE: [Ability; 12] = [
    // Somebody who has just learnt the rules: sees its own captures, and hardly ever those of the opponent.
    Ability { max_noise: 150, ..row(400, 150, 1, 300, 4000, 0) },
    Ability { max_noise: 170, ..row(600, 150, 1, 218, 2240, 0) },
    Ability { max_noise: 240, ..row(700, 150, 2, 160, 1000, 0) },
    // Levels 1 to 7. (Noise of this spread never reaches its bound.)
    Ability { max_noise: 480, ..row(800, 150, 2, 136, 480, 0) },
    row(1250, 470, 3, 77, 227, 6),
    row(1550, 1350, 5, 46, 113, 6),
    row(1800, 3500, 7, 30, 57, 6),
    row(1900, 7500, 11, 23, 40, 6),
    row(2000, 34_000, 19, 7, 10, 12),
    row(2550, 160_000, 40, 0, 0, 12),
    // Above the levels only the number of nodes grows.
    row(2800, 300_000, 60, 0, 0, 4),
    row(3200, 5_000_000, 100, 0, 0, 0),
];

/// The row of level 1.
const FIRST_LEVEL: usize = 3;

/// Full strength: the rating is that of blitz games against other programs; more time makes it stronger.
const FULL: Ability = Ability {
    rating: 3250,
    nodes: None,
    depth: None,
    eval_noise: 0,
    blindness: 0,
    strength_spread: 0,
    max_noise: UNBOUNDED_NOISE,
};

/// The lowest rating an opponent can be limited to.
pub const WEAKEST: u32 = SCALE[0].rating;
/// The highest rating an opponent can be limited to.
pub const STRONGEST_LIMITED: u32 = SCALE[SCALE.len() - 1].rating;

pub(super) fn of_level(level: Level) -> Ability {
    let full = level == Level::ALL[7];
    if full { FULL } else { SCALE[FIRST_LEVEL + usize::from(level.number()) - 1] }
}

impl Ability {
    /// Interpolates between the rows of the scale: linearly for errors, geometrically for nodes.
    pub fn of_rating(rating: u32) -> Ability {
        let rating = rating.clamp(WEAKEST, STRONGEST_LIMITED);
        let above = SCALE.iter().position(|row| row.rating >= rating).unwrap_or(SCALE.len() - 1);
        let (low, high) = (SCALE[above.saturating_sub(1)], SCALE[above]);
        let span = f64::from((high.rating - low.rating).max(1));
        let share = f64::from(rating - low.rating.min(rating)) / span;
        let mix = |low: f64, high: f64| low + (high - low) * share;
        let count = |low: u32, high: u32| mix(low.into(), high.into()).round() as u32;
        let nodes = |ability: Ability| (ability.nodes.unwrap_or(1) as f64).ln();
        Ability {
            rating,
            nodes: Some(mix(nodes(low), nodes(high)).exp().round() as u64),
            depth: low.depth.zip(high.depth).map(|(low, high)| count(low, high)),
            eval_noise: count(low.eval_noise, high.eval_noise),
            blindness: count(low.blindness, high.blindness),
            strength_spread: count(low.strength_spread, high.strength_spread),
            max_noise: count(low.max_noise, high.max_noise),
        }
    }

    /// Whether it makes mistakes on purpose.
    pub(super) fn errs(self) -> bool {
        self.eval_noise > 0 || self.blindness > 0
    }

    /// Whether nothing but time limits it.
    pub(super) fn is_full_strength(self) -> bool {
        self.nodes.is_none() && !self.errs()
    }

    /// The ability in the game with this seed: like people, opponents have good and bad days.
    pub(super) fn for_game(self, seed: u64) -> Ability {
        let strength_spread = i64::from(self.strength_spread);
        let quarters = normal(seeded_hash(STRENGTH_SALT, seed)) * strength_spread / STANDARD_DEVIATION;
        let quarters = quarters.clamp(-2 * strength_spread, 2 * strength_spread) as i32;
        let error = |average: u32| doubled(average.into(), -quarters) as u32;
        Ability {
            nodes: self.nodes.map(|nodes| doubled(nodes, quarters).clamp(1, MAX_GAME_NODES.max(nodes))),
            eval_noise: error(self.eval_noise),
            blindness: error(self.blindness),
            ..self
        }
    }
}

/// The maximum number of nodes of a level in its best game (four times as many with few pieces left), so that on an
/// ordinary machine the seed decides how it plays, not the clock.
const MAX_GAME_NODES: u64 = 1_000_000;

/// Salt that keeps the per-game draw of strength independent of other draws from the same seed.
const STRENGTH_SALT: u64 = 0x0da1;

/// Multiplies by a number of quarter-doublings, in integers, so that every machine plays alike.
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
        for pair in SCALE.windows(2) {
            assert!(pair[0].rating < pair[1].rating && pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].depth <= pair[1].depth && pair[0].eval_noise >= pair[1].eval_noise);
            assert!(pair[0].blindness >= pair[1].blindness);
        }
        assert_eq!(Level::ALL[7].ability(), FULL);
    }

    #[test]
    fn ratings_meet_the_levels_and_lie_between() {
        for ability in SCALE {
            assert_eq!(Ability::of_rating(ability.rating), ability);
        }
        assert_eq!(Ability::of_rating(0), SCALE[0]);
        assert_eq!(Ability::of_rating(9999), SCALE[11]);
        for rating in WEAKEST..STRONGEST_LIMITED {
            let (here, next) = (Ability::of_rating(rating), Ability::of_rating(rating + 1));
            assert!(here.nodes <= next.nodes && here.eval_noise >= next.eval_noise);
        }
    }

    #[test]
    fn strength_varies_from_game_to_game_around_the_level() {
        let average = SCALE[6];
        let games: Vec<_> = (0..300).map(|seed| average.for_game(seed)).collect();
        let better = games.iter().filter(|game| game.nodes > average.nodes).count();
        let worse = games.iter().filter(|game| game.nodes < average.nodes).count();
        assert!(better.abs_diff(worse) < 60 && better > 80, "{better} {worse}");
        for game in games {
            assert_eq!(game.nodes > average.nodes, game.eval_noise < average.eval_noise);
            assert!(average.nodes < game.nodes.map(|nodes| 9 * nodes), "{game:?}");
            assert!(game.nodes < average.nodes.map(|nodes| 9 * nodes), "{game:?}");
        }
        assert_eq!(FULL.for_game(1), FULL);
        assert_eq!(
            (doubled(100, 4), doubled(100, -4), doubled(100, 2), doubled(100, -2)),
            (200, 50, 141, 70)
        );
    }
}
