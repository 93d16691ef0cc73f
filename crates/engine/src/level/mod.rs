//! Opponents for people: eight levels, from a child's first to full strength.
//!
//! Weak levels do not pick bad moves on purpose. They look less far, misjudge positions a little, and overlook
//! replies that are hard to see; then they play the best move they know. What they misjudge and overlook is
//! decided by the position and a seed, not by dice at every move: the same game under the same seed, and an
//! error that stays an error until the position changes. The seed also decides whether it is a good day, since
//! nobody plays every game alike.

mod ability;
mod chance;
mod draws;
mod fallible;

pub use ability::{Ability, STRONGEST_LIMITED, WEAKEST};
pub use draws::{agrees_to_draw, claims_draw};

use crate::evaluate::{Evaluate, Handwritten};
use crate::limits::{Budget, Limits, Signals};
use crate::line::Line;
use crate::search::{Outcome, Report, Searcher, Shared};
use crate::table::Table;
use fallible::Fallible;
use std::time::Duration;

/// How strong an opponent is, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// From a child's first opponent to full strength.
    pub const ALL: [Level; 8] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8)];

    /// The level of a number from 1 to 8.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// 1 to 8.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What it can do.
    pub fn ability(self) -> Ability {
        ability::of_level(self)
    }
}

/// The time a level takes at most by itself.
const LONGEST: Budget = Budget { soft: Duration::from_millis(1000), hard: Duration::from_millis(2000) };

/// A computer opponent for one game.
pub struct Opponent {
    ability: Ability,
    searcher: Searcher<Fallible<Handwritten>>,
    table: Table,
}

impl Opponent {
    /// An opponent of this level. The seed decides its mistakes: another seed, another game.
    pub fn new(level: Level, seed: u64) -> Opponent {
        Opponent::with_ability(level.ability(), seed)
    }

    /// An opponent between levels.
    pub fn with_ability(ability: Ability, seed: u64) -> Opponent {
        let ability = ability.on_the_day(seed);
        let judge = Fallible::new(Handwritten::new(), ability, seed);
        let table = Table::with_megabytes(megabytes(ability));
        Opponent { ability, searcher: Searcher::new(judge), table }
    }

    /// Begins another game, as if it were new: nothing that one game taught reaches another. Its memory is used
    /// again, where the other level needs as much.
    pub fn new_game(&mut self, level: Level, seed: u64) {
        let ability = level.ability().on_the_day(seed);
        if megabytes(ability) == megabytes(self.ability) {
            self.table.clear();
        } else {
            self.table = Table::with_megabytes(megabytes(ability));
        }
        self.ability = ability;
        self.searcher.forget();
        *self.searcher.evaluator() = Fallible::new(Handwritten::new(), ability, seed);
    }

    /// The move it plays, within its own limits and those that are given. `elapsed` is the time since it was
    /// asked; it may stand still where there is no clock, and then full strength stops by `limits` or by
    /// `signals` alone.
    pub fn choose(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        elapsed: &dyn Fn() -> Duration,
    ) -> Outcome {
        self.search(line, limits, signals, elapsed, &mut |_| {})
    }

    /// As [`Opponent::choose`], telling what it thinks on the way.
    pub fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        elapsed: &dyn Fn() -> Duration,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        let Ability { nodes, depth, .. } = self.ability;
        let position = line.last();
        // With few men left people see further, and mates must be found.
        let men = position.board().occupied().len();
        let nodes = nodes.map(|nodes| if men <= 6 { 4 * nodes } else { nodes });
        let depth = depth.map(|depth| if men <= 6 { depth + 4 } else { depth });
        let narrowed = Limits {
            nodes: smaller(limits.nodes, nodes),
            depth: smaller(limits.depth, depth),
            time: limits.time.or(Some(LONGEST)),
            ..limits.clone()
        };
        self.table.age();
        // What one move overlooked the next may not know better from the table.
        if self.ability.errs() {
            self.table.clear();
        }
        let shared = Shared { table: &self.table, signals, elapsed, thread: 0 };
        self.searcher.search(line, &narrowed, shared, report)
    }

    /// Judges a position as this opponent does.
    pub fn evaluate(&mut self, position: &rules::Position) -> crate::Value {
        self.searcher.evaluator().evaluate(position)
    }
}

/// Who looks at few positions need not remember many.
fn megabytes(ability: Ability) -> usize {
    if ability.errs() { 1 } else { 16 }
}

fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
