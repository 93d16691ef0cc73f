//! The search: iterative deepening with principal variation search.
//!
//! [`Searcher`] is what one thread learns over a game; a [`Search`] is one run of it. `iterate` deepens, `root` and
//! `node` search moves, `quiescence` resolves captures. `pruning` cuts off whole nodes, `late_moves` prunes, extends
//! and reduces single moves, `learning` updates the histories and tables that later nodes use.

mod checks;
mod correction;
mod history;
mod info;
mod iterate;
mod late_moves;
mod learning;
mod margins;
mod node;
mod picker;
mod pruning;
mod quiescence;
mod root;

use crate::evaluate::{Evaluate, material};
use crate::limits::{Limits, Signals};
use crate::line::Line;
use crate::score::{MAX_PLY, Value};
use crate::table::{Bound, TranspositionTable};
use correction::Corrections;
use history::{Histories, PieceTo, PrevMoves};
use picker::OrderHints;
use rules::{LegalMove, Move, Position};
use std::time::Duration;

/// The state of one search thread. Its evaluation and histories are its own; the table is shared.
pub struct Searcher<E> {
    evaluator: E,
    histories: Histories,
    corrections: Corrections,
}

/// What a search shares with other threads and with its caller.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Stop and ponder signals, and the node count of all threads.
    pub signals: &'a Signals,
    /// The time since the search was requested. The search itself reads no clock.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// The number of this thread. Thread 0 decides; the others are helpers.
    pub thread: usize,
}

/// A principal variation found during the search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The completed depth, in plies.
    pub depth: u32,
    /// The length of the longest line searched.
    pub selective_depth: u32,
    /// Its rank among the best lines, from 1.
    pub rank: usize,
    /// Its value for the side to move.
    pub value: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// The moves. Legal, and never empty.
    pub line: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<Move>,
    /// The reply it expects.
    pub ponder: Option<Move>,
    /// The value of the position for the side to move.
    pub value: Value,
    /// The completed depth, in plies.
    pub depth: u32,
    /// Positions visited by this thread.
    pub nodes: u64,
    /// Every root move with its value, the best first.
    pub root: Vec<(Move, Value)>,
}

impl<E: Evaluate> Searcher<E> {
    /// A searcher with empty histories.
    pub fn new(evaluator: E) -> Searcher<E> {
        Searcher { evaluator, histories: Histories::new(), corrections: Corrections::new() }
    }

    /// Clears the histories, as before a new game.
    pub fn forget(&mut self) {
        self.histories = Histories::new();
        self.corrections = Corrections::new();
    }

    pub fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Searches until a limit or a signal stops it, and reports principal variations on the way.
    pub fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        shared: Shared<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> SearchResult {
        Search::new(self, line, limits, shared).iterative_deepening(line.last(), report)
    }
}

/// One run of a [`Searcher`].
struct Search<'a, E> {
    evaluator: &'a mut E,
    histories: &'a mut Histories,
    corrections: &'a mut Corrections,
    limits: &'a Limits,
    shared: Shared<'a>,
    /// The game so far and the line being searched.
    path: Vec<Position>,
    /// The index of the root in `path`.
    root_index: usize,
    /// The index in `path` of the last null move; repetitions do not reach back beyond it.
    null_move_index: usize,
    stack: Vec<Frame>,
    nodes: u64,
    reported_nodes: u64,
    /// The node count at which limits are checked next.
    next_check: u64,
    stopped: bool,
    selective_depth: usize,
    root_moves: Vec<root::RootMove>,
    /// Which of several lines is being searched (MultiPV).
    rank: usize,
}

/// The state of one ply of the line being searched.
#[derive(Clone, Default)]
struct Frame {
    /// The corrected evaluation, if not in check.
    evaluation: Option<Value>,
    /// The move being searched; none for a null move.
    current_move: Option<PieceTo>,
    /// The killer move: a quiet move that caused a cut-off at this ply.
    killer: Option<Move>,
    /// The move that a singular search leaves out.
    excluded: Option<Move>,
    /// How many double extensions led here.
    double_extensions: u8,
    /// The principal variation from here on.
    pv: Vec<Move>,
}

/// How many nodes are searched between two checks of the clock and the signals.
const CHECK_INTERVAL: u64 = 1024;

impl<'a, E: Evaluate> Search<'a, E> {
    fn new(
        searcher: &'a mut Searcher<E>,
        line: &Line,
        limits: &'a Limits,
        shared: Shared<'a>,
    ) -> Search<'a, E> {
        let Searcher { evaluator, histories, corrections } = searcher;
        let path = line.positions().to_vec();
        let root_index = path.len() - 1;
        Search {
            evaluator,
            histories,
            corrections,
            limits,
            shared,
            path,
            root_index,
            null_move_index: 0,
            stack: vec![Frame::default(); MAX_PLY + 2],
            nodes: 0,
            reported_nodes: 0,
            // A stop that has already arrived takes effect only after there is a move to report.
            next_check: limits.nodes.unwrap_or(CHECK_INTERVAL).min(CHECK_INTERVAL),
            stopped: false,
            selective_depth: 0,
            root_moves: root::moves(line.last(), limits),
            rank: 0,
        }
    }

    /// Counts a node, and checks the limits when it is time to.
    #[inline(always)]
    fn count_node(&mut self) {
        if self.nodes >= self.next_check {
            self.check_limits();
        }
        self.nodes += u64::from(!self.stopped);
    }

    fn check_limits(&mut self) {
        self.report_nodes();
        let signals = self.shared.signals;
        let nodes_done = self.limits.nodes.is_some_and(|most| signals.nodes() >= most);
        let time_done = self
            .limits
            .time
            .is_some_and(|budget| !signals.is_pondering() && (self.shared.elapsed)() >= budget.hard);
        if signals.is_over() || nodes_done || time_done {
            self.stopped = true;
        }
        let next = self.nodes + CHECK_INTERVAL;
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(signals.nodes()));
        self.next_check = next.min(self.nodes.saturating_add(left)).max(self.nodes + 1);
    }

    fn report_nodes(&mut self) {
        self.shared.signals.add_nodes(self.nodes - self.reported_nodes);
        self.reported_nodes = self.nodes;
    }

    /// Draws by E11 to E14: fifty moves without progress, repetition, insufficient material.
    fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if material::is_dead(position.board()) || self.is_repeated(position, ply) {
            return true;
        }
        // C03 comes first: a mate on the last of the fifty moves wins.
        position.halfmoves() >= 100 && !position.is_checkmate()
    }

    /// A position repeated within the search counts as a draw at once, because the side that repeated it can do so
    /// again; one from the game must have occurred twice before.
    fn is_repeated(&self, position: &Position, ply: usize) -> bool {
        let here = self.root_index + ply;
        let oldest = here.saturating_sub(position.halfmoves().into()).max(self.null_move_index);
        let mut times_in_game = 0;
        let mut index = here;
        while index >= oldest + 2 {
            index -= 2;
            if self.path[index].key() == position.key() && self.path[index].is_same_as(position) {
                if index > self.root_index {
                    return true;
                }
                times_in_game += 1;
                if times_in_game == 2 {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a weak level overlooks this move. Moves at the root are always seen.
    #[inline(always)]
    fn overlooks(&self, legal: LegalMove<'_>, ply: usize) -> bool {
        let last = ply.checked_sub(1).and_then(|ply| self.stack[ply].current_move?.to());
        ply > 0 && self.evaluator.overlooks(legal, ply, last)
    }

    /// The moves played one, two and four plies earlier.
    #[inline]
    fn prev_moves(&self, ply: usize) -> PrevMoves {
        [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.stack[ply].current_move))
    }

    /// Makes `mv` and the line after it the principal variation from `ply` on.
    fn update_pv(&mut self, ply: usize, mv: Move) {
        let (here, next) = self.stack.split_at_mut(ply + 1);
        let pv = &mut here[ply].pv;
        pv.clear();
        pv.push(mv);
        pv.extend_from_slice(&next[0].pv);
    }

    /// Records that `legal` is played at `ply` and leads to `child`.
    #[inline(always)]
    fn enter(&mut self, ply: usize, legal: LegalMove<'_>, child: Position) {
        self.stack[ply].current_move = Some(PieceTo::new(legal.position().turn(), legal.mv()));
        self.path.push(child);
    }

    #[inline(always)]
    fn order_hints(&self, ply: usize, previous: PrevMoves) -> OrderHints<'_> {
        OrderHints { histories: self.histories, previous, killer: self.stack[ply].killer }
    }

    /// Hints for ordering captures: without a killer, which is a quiet move.
    #[inline(always)]
    fn capture_hints(&self, previous: PrevMoves) -> OrderHints<'_> {
        OrderHints { histories: self.histories, previous, killer: None }
    }
}
