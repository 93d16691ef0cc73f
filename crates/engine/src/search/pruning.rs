//! Pruning of whole nodes: reverse futility, razoring, null-move pruning and probcut. None of it is done in check or
//! on the principal variation.

use super::Search;
use super::info::{NodeInfo, static_estimate};
use super::margins as m;
use super::node::NodeArgs;
use super::picker::{MoveSet, Picker};
use crate::evaluate::Evaluate;
use crate::score::{MATE_BOUND, Value, from_table, is_mate, to_table};
use crate::see::see_at_least;
use crate::table::{Bound, Entry, stored};
use rules::{LegalMove, Position, Role};

impl<E: Evaluate> Search<'_, E> {
    /// A value for the node without searching all its moves, if one of the techniques gives one.
    pub(super) fn prune_node(
        &mut self,
        position: &Position,
        info: &NodeInfo<'_>,
        args: NodeArgs,
    ) -> Option<Value> {
        let estimate = static_estimate(info.evaluation?, info.entry, args.ply);
        Self::reverse_futility(info, args, estimate)
            .or_else(|| self.razoring(position, args, estimate))
            .or_else(|| self.null_move_pruning(position, info, args, estimate))
            .or_else(|| self.probcut(position, info, args))
    }

    /// Reverse futility pruning: the estimate is so far above beta that the opponent will not catch up within this
    /// depth.
    fn reverse_futility(info: &NodeInfo<'_>, args: NodeArgs, estimate: Value) -> Option<Value> {
        let applies = args.depth <= m::REVERSE_FUTILITY_DEPTH
            && !info.was_pv
            && args.beta > -MATE_BOUND
            && estimate < MATE_BOUND
            && estimate - m::reverse_futility(args.depth, info.improving) >= args.beta;
        applies.then_some((estimate + args.beta) / 2)
    }

    /// Razoring: the estimate is so far below alpha that only captures can help; if they do not, nothing does.
    fn razoring(&mut self, position: &Position, args: NodeArgs, estimate: Value) -> Option<Value> {
        if args.depth > m::RAZORING_DEPTH || estimate + m::razoring(args.depth) > args.alpha {
            return None;
        }
        let value = self.quiescence::<false>(position, args.null_window());
        (value <= args.alpha && !is_mate(value)).then_some(value)
    }

    /// Null-move pruning: the position is so good that even a pass keeps the value above beta. Not with only pawns,
    /// where having to move may hurt (zugzwang).
    fn null_move_pruning(
        &mut self,
        position: &Position,
        info: &NodeInfo<'_>,
        args: NodeArgs,
        estimate: Value,
    ) -> Option<Value> {
        let NodeArgs { beta, depth, ply, .. } = args;
        let board = position.board();
        let pieces = board.by_color(position.turn()) - board.by_role(Role::Pawn) - board.by_role(Role::King);
        let after_null_move = ply > 0 && self.stack[ply - 1].current_move.is_none();
        if depth < m::NULL_MOVE_DEPTH
            || estimate < beta
            || info.evaluation? + 20 * depth - 120 < beta
            || pieces.is_empty()
            || after_null_move
            || beta <= -MATE_BOUND
        {
            return None;
        }
        let passed = position.pass()?;
        self.shared.table.prefetch(passed.key());
        let reduction = m::null_move_reduction(depth, estimate - beta);
        self.stack[ply].current_move = None;
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].double_extensions = self.stack[ply].double_extensions;
        self.path.push(passed);
        let null_move_index = std::mem::replace(&mut self.null_move_index, self.path.len() - 1);
        let child = NodeArgs { alpha: beta - 1, cut_node: !args.cut_node, ..args }.child(depth - reduction);
        // A pass does not give check.
        let child = NodeArgs { in_check: Some(false), ..child };
        let value = -self.node::<false>(&passed, child);
        self.null_move_index = null_move_index;
        self.path.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A mate found after a pass proves nothing.
        let value = if value >= MATE_BOUND { beta } else { value };
        if depth < m::NULL_MOVE_VERIFICATION_DEPTH {
            return Some(value);
        }
        let verified = self.verify_null_move(position, NodeArgs { depth: depth - reduction, ..args });
        (verified >= beta).then_some(value)
    }

    /// Deep in the tree a wrong null-move cut-off is expensive, so a reduced search of the real moves must confirm it.
    fn verify_null_move(&mut self, position: &Position, args: NodeArgs) -> Value {
        let args = NodeArgs { alpha: args.beta - 1, ..args };
        let info = self.node_info(position, false, None, args.ply, false);
        if args.depth <= 0 {
            return self.quiescence::<false>(position, args);
        }
        self.search_moves::<false>(position, &info, args)
    }

    /// ProbCut: a capture that beats beta by a margin in a shallow search probably beats beta in a full one.
    fn probcut(&mut self, position: &Position, info: &NodeInfo<'_>, args: NodeArgs) -> Option<Value> {
        let NodeArgs { beta, depth, ply, .. } = args;
        let raised = beta + m::PROBCUT_MARGIN;
        let evaluation = info.evaluation?;
        let table_disagrees =
            info.entry.is_some_and(|entry| entry.depth >= depth - 3 && from_table(entry.value, ply) < raised);
        if depth < m::PROBCUT_DEPTH || is_mate(beta) || table_disagrees {
            return None;
        }
        let previous = self.prev_moves(ply);
        let mut picker = Picker::new(position, None, MoveSet::Tactical);
        while let Some(legal) = picker.next(self.capture_hints(previous)) {
            if !see_at_least(legal, raised - evaluation) || self.overlooks(legal, ply) {
                continue;
            }
            let value = self.search_probcut(legal, NodeArgs { alpha: raised - 1, beta: raised, ..args });
            if self.stopped {
                return None;
            }
            if value >= raised {
                let entry = Entry {
                    best: stored(Some(legal.mv())),
                    value: to_table(value, ply),
                    evaluation: info.raw_evaluation,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    was_pv: false,
                };
                self.shared.table.store(position.key(), entry);
                return Some(value);
            }
        }
        None
    }

    /// The value of a capture in the raised window: a quiescence search first, then a shallow search if that succeeds.
    fn search_probcut(&mut self, legal: LegalMove<'_>, args: NodeArgs) -> Value {
        let child = legal.play();
        self.shared.table.prefetch(child.key());
        self.enter(args.ply, legal, child);
        let args = NodeArgs { cut_node: !args.cut_node, ..args };
        let mut value = -self.quiescence::<false>(&child, args.child(0));
        if value >= args.beta {
            value = -self.node::<false>(&child, args.child(args.depth - 4));
        }
        self.path.pop();
        value
    }
}
