//! What is stored after a node is finished: histories, correction history and its entry in the transposition table.

use super::Search;
use super::history::bonus;
use super::info::NodeInfo;
use super::late_moves::Candidate;
use super::node::NodeArgs;
use super::picker::is_quiet;
use crate::evaluate::Evaluate;
use crate::score::{Value, is_mate, to_table};
use crate::table::{Bound, Entry, stored};
use rules::{LegalMove, Position};

impl<E: Evaluate> Search<'_, E> {
    /// A move caused a beta cut-off: it gets a bonus, and the moves searched before it a malus.
    pub(super) fn update_histories(
        &mut self,
        cutoff: Candidate<'_>,
        quiets: &[LegalMove<'_>],
        captures: &[LegalMove<'_>],
        args: NodeArgs,
    ) {
        let Candidate { legal, quiet, .. } = cutoff;
        let turn = legal.position().turn();
        let previous = self.prev_moves(args.ply);
        let gain = bonus(args.depth);
        if quiet {
            self.stack[args.ply].killer = Some(legal.mv());
            // A first move that fails high at depth 1 teaches little.
            if args.depth > 1 || !quiets.is_empty() {
                self.histories.learn_quiet(turn, legal.mv(), previous, gain);
                for other in quiets {
                    self.histories.learn_quiet(turn, other.mv(), previous, -gain);
                }
            }
        } else {
            self.histories.learn_capture(legal, gain);
        }
        for other in captures {
            self.histories.learn_capture(*other, -gain);
        }
    }

    /// Stores the node in the table, and in the correction history how far the evaluation was off.
    pub(super) fn store_result<const PV: bool>(
        &mut self,
        position: &Position,
        info: &NodeInfo<'_>,
        args: NodeArgs,
        best: Value,
        best_move: Option<LegalMove<'_>>,
    ) {
        let bound = if best >= args.beta {
            Bound::Lower
        } else if PV && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let (Some(evaluation), Some(keys)) = (info.evaluation, info.correction_keys)
            && best_move.is_none_or(is_quiet)
            && !is_mate(best)
            && !(bound == Bound::Lower && best <= evaluation)
            && !(bound == Bound::Upper && best >= evaluation)
        {
            self.corrections.learn(keys, best - evaluation, args.depth);
        }
        let entry = Entry {
            best: stored(best_move.map(LegalMove::mv)),
            value: to_table(best, args.ply),
            evaluation: info.raw_evaluation,
            depth: args.depth,
            bound,
            was_pv: PV,
        };
        self.shared.table.store(position.key(), entry);
    }
}
