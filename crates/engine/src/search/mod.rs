//! Looking ahead: deeper and deeper, with what was found before showing where to look first.
//!
//! [`Searcher`] is what one thread learns over a game; a [`Search`] is one run of it. `iterate` deepens,
//! `root` and `node` go through moves, `steps` names the ideas by which most of them are not looked at.

mod checks;
mod correction;
mod history;
mod iterate;
mod margins;
mod node;
mod picker;
mod quiescence;
mod root;
mod steps;

use crate::evaluate::{Evaluate, material};
use crate::limits::{Limits, Signals};
use crate::line::Line;
use crate::score::{MAX_PLY, Value};
use crate::table::{Bound, Table};
use correction::Corrections;
use history::{Before, Histories, PieceTo};
use rules::{LegalMove, Move, Position};
use std::time::Duration;

/// What one thread knows and learns. The evaluation is its own; the table is shared.
pub struct Searcher<E> {
    evaluator: E,
    histories: Histories,
    corrections: Corrections,
}

/// What a search shares with the world.
#[derive(Clone, Copy)]
pub struct Shared<'a> {
    /// What was found before.
    pub table: &'a Table,
    /// Stop, ponder, and how many positions all threads visited.
    pub signals: &'a Signals,
    /// The time since the search was asked for. The core has no clock of its own.
    pub elapsed: &'a dyn Fn() -> Duration,
    /// Which of the threads this is; the first decides, the others help.
    pub thread: usize,
}

/// One line of what was found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Moves ahead, completed.
    pub depth: u32,
    /// Moves ahead on the longest line.
    pub selective_depth: u32,
    /// The line's place among the best, from 1.
    pub rank: usize,
    /// Its value.
    pub value: Value,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// The moves both sides would choose. Legal, and never empty.
    pub line: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The move to play; none where there is no legal move.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
    /// The value of the position for the side to move.
    pub value: Value,
    /// Moves ahead, completed.
    pub depth: u32,
    /// Positions visited by this thread.
    pub nodes: u64,
    /// Every root move looked at with its value, the best first.
    pub root: Vec<(Move, Value)>,
}

impl<E: Evaluate> Searcher<E> {
    /// A thread that has learned nothing yet.
    pub fn new(evaluator: E) -> Searcher<E> {
        Searcher { evaluator, histories: Histories::new(), corrections: Corrections::new() }
    }

    /// Forgets what it learned, as before a new game.
    pub fn forget(&mut self) {
        self.histories = Histories::new();
        self.corrections = Corrections::new();
    }

    /// What it judges by.
    pub fn evaluator(&mut self) -> &mut E {
        &mut self.evaluator
    }

    /// Searches until a limit or a signal ends it, and tells what it finds on the way.
    pub fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        shared: Shared<'_>,
        report: &mut dyn FnMut(&Report),
    ) -> Outcome {
        Search::new(self, line, limits, shared).iterate(line.last(), report)
    }
}

/// One run.
struct Search<'a, E> {
    evaluator: &'a mut E,
    histories: &'a mut Histories,
    corrections: &'a mut Corrections,
    limits: &'a Limits,
    shared: Shared<'a>,
    /// The game so far and the line being looked at.
    path: Vec<Position>,
    /// Where in the path the game ends and the search begins.
    root_index: usize,
    /// Repetitions do not reach back beyond a pass.
    pass_index: usize,
    stack: Vec<Frame>,
    nodes: u64,
    told_nodes: u64,
    /// The next count of nodes at which to look whether to go on.
    look_at: u64,
    stopped: bool,
    selective_depth: usize,
    root_moves: Vec<root::RootMove>,
    /// The line that is being searched, when several are asked for.
    rank: usize,
}

/// What is known of one place on the line being looked at.
#[derive(Clone, Default)]
struct Frame {
    /// The corrected evaluation, if not in check.
    evaluation: Option<Value>,
    /// The move being tried.
    playing: Option<PieceTo>,
    /// A quiet move that refuted something here before.
    killer: Option<Move>,
    /// The move that is left out, to see whether the others are any good.
    excluded: Option<Move>,
    /// How often singular moves were extended twice on the way here.
    twice_extended: u8,
    /// The best line from here on.
    line: Vec<Move>,
}

/// How often the clock and the signals are looked at.
const LOOK_EVERY: u64 = 1024;

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
            pass_index: 0,
            stack: vec![Frame::default(); MAX_PLY + 2],
            nodes: 0,
            told_nodes: 0,
            // A stop that came already is not looked at before there is a move to tell.
            look_at: limits.nodes.unwrap_or(LOOK_EVERY).min(LOOK_EVERY),
            stopped: false,
            selective_depth: 0,
            root_moves: root::moves(line.last(), limits),
            rank: 0,
        }
    }

    /// Counts a position, and looks whether to go on when it is time to.
    #[inline(always)]
    fn count_node(&mut self) {
        if self.nodes >= self.look_at {
            self.look();
        }
        self.nodes += u64::from(!self.stopped);
    }

    fn look(&mut self) {
        self.tell_nodes();
        let signals = self.shared.signals;
        let nodes_done = self.limits.nodes.is_some_and(|most| signals.nodes() >= most);
        let time_done = self
            .limits
            .time
            .is_some_and(|budget| !signals.is_pondering() && (self.shared.elapsed)() >= budget.hard);
        if signals.is_over() || nodes_done || time_done {
            self.stopped = true;
        }
        let next = self.nodes + LOOK_EVERY;
        let left = self.limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(signals.nodes()));
        self.look_at = next.min(self.nodes.saturating_add(left)).max(self.nodes + 1);
    }

    fn tell_nodes(&mut self) {
        self.shared.signals.add_nodes(self.nodes - self.told_nodes);
        self.told_nodes = self.nodes;
    }

    /// E11 to E14 as far as the game is not over by mate: no progress for fifty moves, a position seen
    /// before, nothing left to mate with.
    fn is_draw(&self, position: &Position, ply: usize) -> bool {
        if material::is_dead(position.board()) || self.is_repeated(position, ply) {
            return true;
        }
        // C03 comes first: a mate on the last of the fifty moves wins.
        position.halfmoves() >= 100 && !position.is_checkmate()
    }

    /// A position that came before during the search is taken as drawn at once, since whoever went back may
    /// do so again; one from the game must have stood there twice.
    fn is_repeated(&self, position: &Position, ply: usize) -> bool {
        let here = self.root_index + ply;
        let oldest = here.saturating_sub(position.halfmoves().into()).max(self.pass_index);
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

    /// Whether the judge does not see this reply. Own moves on the board are always seen.
    #[inline(always)]
    fn overlooks(&self, legal: LegalMove<'_>, ply: usize) -> bool {
        let last = ply.checked_sub(1).and_then(|ply| self.stack[ply].playing?.to());
        ply > 0 && self.evaluator.overlooks(legal, ply, last)
    }

    /// The moves that led here: one move ago, two, four.
    #[inline]
    fn before(&self, ply: usize) -> Before {
        [1, 2, 4].map(|back| ply.checked_sub(back).and_then(|ply| self.stack[ply].playing))
    }

    /// The best line from `ply` on is `mv` and what follows it.
    fn note_line(&mut self, ply: usize, mv: Move) {
        let (here, next) = self.stack.split_at_mut(ply + 1);
        let line = &mut here[ply].line;
        line.clear();
        line.push(mv);
        line.extend_from_slice(&next[0].line);
    }
}
