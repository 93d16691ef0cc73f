//! Opponents for people: eight levels, and every rating from somebody who has just learnt the rules to full strength.
//!
//! Weak levels do not pick bad moves on purpose. They search less deeply, evaluate with some noise, and overlook
//! replies that are hard to see; then they play the best move they have found. Noise and blind spots are hashes of the
//! position and a seed: the same seed plays the same game, and an error stays an error until the position changes. The
//! seed also decides how strong a level is in a game, since nobody plays every game alike, and which of several equally
//! good moves a strong level plays in the opening.

mod ability;
pub(crate) mod chance;
mod draws;
mod noisy_eval;
mod pace;
mod variety;

pub use ability::{Ability, STRONGEST_LIMITED, WEAKEST};
pub use draws::{agrees_to_draw, claims_draw};
pub use pace::human_pace;

use crate::evaluate::Evaluate;
use crate::limits::{Budget, Limits, Signals};
use crate::line::Line;
use crate::network::{Evaluation, Network};
use crate::search::{Report, SearchResult, Searcher, Shared};
use crate::table::TranspositionTable;
use noisy_eval::NoisyEval;
use std::time::Duration;
use variety::BestLines;

/// How strong an opponent is, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, from the weakest to full strength.
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

    /// The parameters of the level.
    pub fn ability(self) -> Ability {
        ability::of_level(self)
    }
}

/// The maximum time of a move when no limit is given.
const MAX_TIME: Budget = Budget { soft: Duration::from_millis(1000), hard: Duration::from_millis(2000) };

/// A computer opponent for one game.
pub struct Opponent {
    ability: Ability,
    seed: u64,
    searcher: Searcher<NoisyEval<Evaluation>>,
    table: TranspositionTable,
}

impl Opponent {
    /// An opponent of this level. The seed decides its mistakes: with another seed it plays another game.
    pub fn new(level: Level, seed: u64) -> Opponent {
        Opponent::with_ability(level.ability(), seed)
    }

    /// An opponent of any strength.
    pub fn with_ability(ability: Ability, seed: u64) -> Opponent {
        let ability = ability.for_game(seed);
        let evaluator = NoisyEval::new(evaluation(ability), ability, seed);
        let table = TranspositionTable::with_megabytes(megabytes(ability));
        Opponent { ability, seed, searcher: Searcher::new(evaluator), table }
    }

    /// Starts another game as a new opponent would: nothing learned in one game carries over to the next. The table is
    /// reused if its size fits.
    pub fn new_game(&mut self, level: Level, seed: u64) {
        let ability = level.ability().for_game(seed);
        if megabytes(ability) == megabytes(self.ability) {
            self.table.clear();
        } else {
            self.table = TranspositionTable::with_megabytes(megabytes(ability));
        }
        self.ability = ability;
        self.seed = seed;
        self.searcher.forget();
        *self.searcher.evaluator() = NoisyEval::new(evaluation(ability), ability, seed);
    }

    /// The move it plays, within its own limits and those given. `elapsed` is the time since the request. If it never
    /// advances, because there is no clock, full strength stops only by `limits` or `signals`.
    pub fn choose(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        elapsed: &dyn Fn() -> Duration,
    ) -> SearchResult {
        self.search(line, limits, signals, elapsed, &mut |_| {})
    }

    /// [`Opponent::choose`] with reports on the way. In the opening the seed decides between moves that are equally
    /// good.
    pub fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        elapsed: &dyn Fn() -> Duration,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let restricted = limits.lines > 1 || limits.mate.is_some() || !limits.moves.is_empty();
        // Opponents that err vary enough by their noise.
        if restricted || self.ability.errs() || !variety::applies(line.last()) {
            return self.search_best(line, limits, signals, elapsed, report);
        }
        let compared = Limits { lines: variety::LINES, ..limits.clone() };
        let mut lines = BestLines::default();
        let mut outcome = self.search_best(line, &compared, signals, elapsed, &mut |found| {
            lines.note(found);
            if found.rank == 1 {
                report(found);
            }
        });
        let chosen =
            lines.choose(line.last(), self.seed).filter(|found| found.line.first() != outcome.best.as_ref());
        if let Some(found) = chosen {
            report(&found);
            outcome.best = found.line.first().copied();
            outcome.ponder = found.line.get(1).copied();
            outcome.value = found.value;
            outcome.root.sort_by_key(|(mv, _)| outcome.best != Some(*mv));
        }
        outcome
    }

    /// The best move by the opponent's own evaluation.
    fn search_best(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        elapsed: &dyn Fn() -> Duration,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        let Ability { nodes, depth, .. } = self.ability;
        let position = line.last();
        // With few pieces left people see further, and basic mates must be found.
        let pieces = position.board().occupied().len();
        let nodes = nodes.map(|nodes| if pieces <= 6 { 4 * nodes } else { nodes });
        let depth = depth.map(|depth| if pieces <= 6 { depth + 4 } else { depth });
        let narrowed = Limits {
            nodes: smaller(limits.nodes, nodes),
            depth: smaller(limits.depth, depth),
            time: limits.time.or(Some(MAX_TIME)),
            ..limits.clone()
        };
        self.table.age();
        // What one search overlooked must not be found in the table by another.
        if self.ability.errs() {
            self.table.clear();
        }
        let shared = Shared { table: &self.table, signals, elapsed, thread: 0 };
        self.searcher.search(line, &narrowed, shared, report)
    }

    /// The evaluation as this opponent sees it.
    pub fn evaluate(&mut self, position: &rules::Position) -> crate::Value {
        self.searcher.evaluator().evaluate(position)
    }
}

/// Full strength uses the network. The other levels were measured with the hand-crafted evaluation and keep it, so that
/// their ratings stay true.
fn evaluation(ability: Ability) -> Evaluation {
    Evaluation::new(ability.is_full_strength().then(Network::embedded))
}

/// Opponents with few nodes need only a small table.
fn megabytes(ability: Ability) -> usize {
    if ability.errs() { 1 } else { 16 }
}

fn smaller<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}
