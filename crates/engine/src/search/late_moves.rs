//! Decisions about a single move before it is searched: late move pruning, futility, history and SEE pruning, the
//! singular extension and the late move reduction.

use super::Search;
use super::checks::CheckSquares;
use super::history::PrevMoves;
use super::info::NodeInfo;
use super::margins as m;
use super::node::NodeArgs;
use super::picker::is_quiet;
use crate::evaluate::Evaluate;
use crate::score::{DRAW, Value, from_table, is_mate};
use crate::see::see_at_least;
use crate::table::Bound;
use rules::{LegalMove, Position};
use std::ops::ControlFlow;

/// A move that may be searched, with the facts on which pruning and reductions depend.
#[derive(Clone, Copy)]
pub(super) struct Candidate<'p> {
    pub(super) legal: LegalMove<'p>,
    /// Its number in the order of moves, from 1.
    pub(super) number: usize,
    pub(super) quiet: bool,
    /// Its value in the quiet or the capture history.
    pub(super) history: i32,
}

/// Late move pruning: after this many moves the remaining quiet moves are skipped.
#[inline(always)]
pub(super) fn late_move_pruning<const PV: bool>(
    candidate: Candidate<'_>,
    info: &NodeInfo<'_>,
    depth: i32,
) -> bool {
    candidate.quiet
        && candidate.number > m::late_move_count(depth, info.improving)
        && depth <= m::LATE_MOVE_PRUNING_DEPTH
        && !PV
}

impl<E: Evaluate> Search<'_, E> {
    #[inline(always)]
    pub(super) fn candidate<'p>(
        &self,
        legal: LegalMove<'p>,
        number: usize,
        previous: PrevMoves,
    ) -> Candidate<'p> {
        let quiet = is_quiet(legal);
        let history = if quiet {
            self.histories.quiet(legal.position().turn(), previous).of(legal.mv())
        } else {
            self.histories.of_capture(legal)
        };
        Candidate { legal, number, quiet, history }
    }

    /// Whether the move is skipped because, judged without playing it, it is unlikely to raise alpha.
    #[inline(always)]
    pub(super) fn prune_move(
        &self,
        candidate: Candidate<'_>,
        info: &NodeInfo<'_>,
        args: NodeArgs,
        checks: CheckSquares,
    ) -> bool {
        let Candidate { legal, number, quiet, history } = candidate;
        if !quiet {
            return args.depth <= m::SEE_PRUNING_DEPTH
                && !see_at_least(legal, m::see_capture(args.depth) - history / 64);
        }
        let reduction = m::late_move_reduction(args.depth, number, true) / m::FRACTION;
        let depth = (args.depth - reduction).max(1);
        if !checks.has(legal)
            && (futility_pruning(candidate, info, args.alpha, depth) || history_pruning(candidate, depth))
        {
            return true;
        }
        depth <= m::SEE_PRUNING_DEPTH && !see_at_least(legal, m::see_quiet(depth))
    }

    /// Singular extension: a hash move that is far better than all others is searched deeper. If another move beats
    /// beta as well, the node fails high at once (multi-cut).
    #[inline(always)]
    pub(super) fn singular_extension<const PV: bool>(
        &mut self,
        position: &Position,
        legal: LegalMove<'_>,
        info: &NodeInfo<'_>,
        args: NodeArgs,
    ) -> ControlFlow<Value, i32> {
        let NodeArgs { depth, ply, .. } = args;
        let (Some(entry), Some(hash_move)) = (info.entry, info.hash_move) else {
            return ControlFlow::Continue(0);
        };
        let value = from_table(entry.value, ply);
        if hash_move.mv() != legal.mv()
            || depth < m::SINGULAR_DEPTH
            || ply == 0
            || self.stack[ply].excluded.is_some()
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_mate(value)
            || ply >= 2 * depth as usize + 40
        {
            return ControlFlow::Continue(0);
        }
        self.search_without::<PV>(position, hash_move, value, args)
    }

    /// Searches the node without its hash move, whose stored value is `value`.
    fn search_without<const PV: bool>(
        &mut self,
        position: &Position,
        hash_move: LegalMove<'_>,
        value: Value,
        args: NodeArgs,
    ) -> ControlFlow<Value, i32> {
        let NodeArgs { beta, depth, ply, .. } = args;
        let lowered = value - m::singular(depth);
        self.stack[ply].excluded = Some(hash_move.mv());
        let double_extensions = self.stack[ply].double_extensions;
        let window = NodeArgs { alpha: lowered - 1, beta: lowered, depth: (depth - 1) / 2, ..args };
        let others = self.node::<false>(position, window);
        self.stack[ply].excluded = None;
        self.stack[ply].double_extensions = double_extensions;
        if self.stopped {
            return ControlFlow::Break(DRAW);
        }
        if others < lowered {
            let double = !PV
                && others < lowered - m::DOUBLE_EXTENSION_MARGIN
                && double_extensions < m::MAX_DOUBLE_EXTENSIONS;
            if double {
                self.stack[ply + 1].double_extensions = double_extensions + 1;
            }
            return ControlFlow::Continue(1 + i32::from(double));
        }
        if lowered >= beta && !PV {
            return ControlFlow::Break(lowered);
        }
        // Negative extension: another move may be just as good.
        ControlFlow::Continue(if value >= beta { -1 } else { 0 })
    }

    /// Late move reduction: by how many plies the first search of a late move is reduced.
    pub(super) fn late_move_reduction<const PV: bool>(
        &self,
        candidate: Candidate<'_>,
        info: &NodeInfo<'_>,
        args: NodeArgs,
        gives_check: bool,
    ) -> i32 {
        let Candidate { legal, number, quiet, history } = candidate;
        let mut reduction = m::late_move_reduction(args.depth, number, quiet);
        if args.cut_node {
            reduction += 1100;
        }
        if info.was_pv {
            reduction -= 900;
        }
        if !info.improving {
            reduction += 600;
        }
        if gives_check {
            reduction -= 900;
        }
        if info.in_check {
            reduction -= 700;
        }
        if self.stack[args.ply].killer == Some(legal.mv()) {
            reduction -= 900;
        }
        if quiet && info.hash_move.is_some_and(|hash_move| hash_move.captured().is_some()) {
            reduction += 700;
        }
        reduction -= history * m::FRACTION / if quiet { 9000 } else { 7000 };
        if PV {
            reduction -= 500;
        }
        (reduction / m::FRACTION).max(0)
    }
}

/// Futility pruning: the evaluation is so far below alpha that a quiet move will not reach it.
#[inline(always)]
fn futility_pruning(candidate: Candidate<'_>, info: &NodeInfo<'_>, alpha: Value, depth: i32) -> bool {
    depth <= m::FUTILITY_DEPTH
        && info
            .evaluation
            .is_some_and(|evaluation| evaluation + m::futility(depth) + candidate.history / 128 <= alpha)
}

/// History pruning: a quiet move that has failed often is not tried again.
#[inline(always)]
fn history_pruning(candidate: Candidate<'_>, depth: i32) -> bool {
    depth <= m::HISTORY_PRUNING_DEPTH && candidate.history < m::history_pruning(depth)
}
