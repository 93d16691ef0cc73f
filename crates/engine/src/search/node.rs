//! One node of the alpha-beta search: checks for draws, the transposition table, pruning of the whole node, and the
//! principal variation search of its moves.

use super::Search;
use super::checks::CheckSquares;
use super::info::NodeInfo;
use super::late_moves::{Candidate, late_move_pruning};
use super::picker::{MoveSet, Picker};
use crate::evaluate::Evaluate;
use crate::score::{DRAW, INFINITE, MATE, MATE_BOUND, MAX_PLY, Value, mated_in};
use rules::{LegalMove, Position};
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The arguments of a node: its window, its depth and its place in the tree.
#[derive(Clone, Copy)]
pub(super) struct NodeArgs {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
    /// Whether the side to move is in check, if that is known already.
    pub(super) in_check: Option<bool>,
}

impl NodeArgs {
    /// The arguments of a child: the window from the other side's view, one ply further.
    pub(super) fn child(self, depth: i32) -> NodeArgs {
        NodeArgs { alpha: -self.beta, beta: -self.alpha, depth, ply: self.ply + 1, in_check: None, ..self }
    }

    /// A null window just above alpha: it only asks whether the value exceeds alpha.
    pub(super) fn null_window(self) -> NodeArgs {
        NodeArgs { beta: self.alpha + 1, ..self }
    }
}

/// The moves searched so far, which the histories learn from.
pub(super) type TriedMoves<'p> = SmallVec<[LegalMove<'p>; 32]>;

/// How far the loop over a node's moves has come.
struct Progress<'p> {
    alpha: Value,
    best: Value,
    best_move: Option<LegalMove<'p>>,
    /// The number of moves so far, without those that a weak level overlooks.
    number: usize,
    overlooked: bool,
    quiets: TriedMoves<'p>,
    captures: TriedMoves<'p>,
}

impl<E: Evaluate> Search<'_, E> {
    /// The value of a position. `PV` is set on the principal variation, where the window is open and an exact value
    /// is wanted.
    pub(super) fn node<const PV: bool>(&mut self, position: &Position, args: NodeArgs) -> Value {
        if args.depth <= 0 {
            return self.quiescence::<PV>(position, args);
        }
        self.count_node();
        let ply = args.ply;
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || self.is_draw(position, ply) {
            return DRAW;
        }
        // Mate distance pruning: no line from here is better than mating at once or worse than being mated now.
        let alpha = args.alpha.max(mated_in(ply));
        let beta = args.beta.min(MATE - ply as Value - 1);
        if alpha >= beta {
            return alpha;
        }
        let args = NodeArgs { alpha, beta, ..args };
        if ply >= MAX_PLY - 1 {
            return if position.in_check() { DRAW } else { self.evaluator.evaluate(position) };
        }
        let in_check = args.in_check.unwrap_or_else(|| position.in_check());
        let args = NodeArgs { in_check: Some(in_check), ..args };

        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.shared.table.probe(position.key()) };
        if !PV && let Some(value) = Self::table_cutoff(position, entry, args) {
            return value;
        }
        let info = self.node_info(position, in_check, entry, ply, PV);
        if !PV
            && excluded.is_none()
            && !info.in_check
            && let Some(value) = self.prune_node(position, &info, args)
        {
            return value;
        }
        self.search_moves::<PV>(position, &info, args)
    }

    /// Searches the moves of a node; most of them are pruned or reduced.
    pub(super) fn search_moves<const PV: bool>(
        &mut self,
        position: &Position,
        info: &NodeInfo<'_>,
        args: NodeArgs,
    ) -> Value {
        let ply = args.ply;
        let excluded = self.stack[ply].excluded;
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;
        // Internal iterative reduction: without a hash move, a shallower search finds one for the next time.
        let reduced = info.hash_move.is_none() && args.depth >= 4 && (PV || args.cut_node);
        let args = NodeArgs { depth: args.depth - i32::from(reduced), ..args };

        let previous = self.prev_moves(ply);
        let checks = CheckSquares::of(position);
        let mut picker = Picker::new(position, info.hash_move, MoveSet::All);
        let mut progress = Progress {
            alpha: args.alpha,
            best: -INFINITE,
            best_move: None,
            number: 0,
            overlooked: false,
            quiets: TriedMoves::new(),
            captures: TriedMoves::new(),
        };
        while let Some(legal) = picker.next(self.order_hints(ply, previous)) {
            if excluded == Some(legal.mv()) {
                continue;
            }
            if self.overlooks(legal, ply) {
                progress.overlooked = true;
                continue;
            }
            progress.number += 1;
            // Early, so that the bucket is in the cache when the move is searched.
            self.shared.table.prefetch(legal.key_after());
            let candidate = self.candidate(legal, progress.number, previous);
            // No move is pruned until one is found that does not get mated.
            if progress.best > -MATE_BOUND {
                if late_move_pruning::<PV>(candidate, info, args.depth) {
                    picker.skip_quiets(checks);
                    if !checks.has(legal) {
                        continue;
                    }
                }
                if self.prune_move(candidate, info, args, checks) {
                    continue;
                }
            }
            let extension = match self.singular_extension::<PV>(position, legal, info, args) {
                ControlFlow::Continue(extension) => extension,
                ControlFlow::Break(value) => return value,
            };
            let args = NodeArgs { alpha: progress.alpha, ..args };
            let value = self.search_candidate::<PV>(candidate, info, args, extension);
            if self.stopped {
                return DRAW;
            }
            if self.take_value::<PV>(candidate, value, args, &mut progress).is_break() {
                break;
            }
        }
        self.finish_node::<PV>(position, info, args, &progress)
    }

    /// Plays a move and searches the position after it.
    #[inline(always)]
    fn search_candidate<const PV: bool>(
        &mut self,
        candidate: Candidate<'_>,
        info: &NodeInfo<'_>,
        args: NodeArgs,
        extension: i32,
    ) -> Value {
        let Candidate { legal, number, .. } = candidate;
        let child = legal.play();
        let gives_check = child.in_check();
        let check_extension = extension == 0 && gives_check && args.depth <= 10 && (PV || number <= 3);
        let depth = args.depth - 1 + extension + i32::from(check_extension);
        let reduction = if number > 1 + usize::from(PV) && args.depth >= 2 {
            self.late_move_reduction::<PV>(candidate, info, args, gives_check)
        } else {
            0
        };
        self.enter(args.ply, legal, child);
        let value =
            self.principal_variation_search::<PV>(&child, gives_check, args, depth, reduction, number);
        self.path.pop();
        value
    }

    /// Compares the value of a move with the best so far; breaks on a beta cut-off.
    #[inline(always)]
    fn take_value<'p, const PV: bool>(
        &mut self,
        candidate: Candidate<'p>,
        value: Value,
        args: NodeArgs,
        progress: &mut Progress<'p>,
    ) -> ControlFlow<()> {
        let Candidate { legal, quiet, .. } = candidate;
        if value > progress.best {
            progress.best = value;
            if value > progress.alpha {
                progress.best_move = Some(legal);
                if PV {
                    self.update_pv(args.ply, legal.mv());
                }
                if value >= args.beta {
                    self.update_histories(candidate, &progress.quiets, &progress.captures, args);
                    return ControlFlow::Break(());
                }
                progress.alpha = value;
            }
        }
        if quiet {
            progress.quiets.push(legal);
        } else {
            progress.captures.push(legal);
        }
        ControlFlow::Continue(())
    }

    /// The value of the node after its moves: mate, stalemate or the best value, which is stored.
    fn finish_node<const PV: bool>(
        &mut self,
        position: &Position,
        info: &NodeInfo<'_>,
        args: NodeArgs,
        progress: &Progress<'_>,
    ) -> Value {
        let excluded = self.stack[args.ply].excluded;
        if progress.number == 0 {
            return match (excluded, info.in_check) {
                (Some(_), _) => args.alpha,
                _ if progress.overlooked => info.evaluation.unwrap_or(DRAW),
                (None, true) => mated_in(args.ply),
                (None, false) => DRAW,
            };
        }
        if excluded.is_none() {
            self.store_result::<PV>(position, info, args, progress.best, progress.best_move);
        }
        progress.best
    }

    /// Searches the first move with the open window. Every other move is first searched with a null window and reduced
    /// depth, and again with full depth and an open window only if it turns out better than expected.
    pub(super) fn principal_variation_search<const PV: bool>(
        &mut self,
        child: &Position,
        gives_check: bool,
        args: NodeArgs,
        depth: i32,
        reduction: i32,
        number: usize,
    ) -> Value {
        let below = |args: NodeArgs, depth| NodeArgs { in_check: Some(gives_check), ..args.child(depth) };
        let null_window = NodeArgs { cut_node: true, ..args.null_window() };
        let open_window = NodeArgs { cut_node: false, ..args };
        if PV && number == 1 {
            return -self.node::<true>(child, below(open_window, depth));
        }
        let reduced = (depth - reduction).clamp(1.min(depth), depth.max(1));
        let first =
            if reduction > 0 { null_window } else { NodeArgs { cut_node: !args.cut_node, ..null_window } };
        let mut value = -self.node::<false>(child, below(first, reduced));
        if value > args.alpha && reduced < depth {
            let again = NodeArgs { cut_node: !args.cut_node, ..null_window };
            value = -self.node::<false>(child, below(again, depth));
        }
        if PV && value > args.alpha && value < args.beta {
            value = -self.node::<true>(child, below(open_window, depth));
        }
        value
    }
}
