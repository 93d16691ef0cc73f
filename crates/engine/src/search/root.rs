//! The root: each move keeps its line and its node count.

use super::Search;
use super::late_moves::Candidate;
use super::node::NodeArgs;
use super::picker::is_quiet;
use crate::evaluate::Evaluate;
use crate::limits::Limits;
use crate::score::{INFINITE, Value};
use rules::{LegalMove, Move, Position};

/// A root move and what is known about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The value at this depth; minus infinity for moves that did not raise alpha.
    pub(super) value: Value,
    /// The last value found, at this depth or an earlier one.
    pub(super) last_value: Value,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) line: Vec<Move>,
}

/// All legal moves, or those of the limits. Captures come first until values are known.
pub(super) fn moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let legal = position.legal_moves();
    let wanted = |legal: &LegalMove<'_>| limits.moves.is_empty() || limits.moves.contains(&legal.mv());
    let mut moves: Vec<_> = legal.iter().filter(wanted).collect();
    moves.sort_by_key(|legal| is_quiet(*legal));
    moves
        .into_iter()
        .map(|legal| RootMove {
            mv: legal.mv(),
            value: -INFINITE,
            last_value: -INFINITE,
            nodes: 0,
            selective_depth: 0,
            line: vec![legal.mv()],
        })
        .collect()
}

impl<E: Evaluate> Search<'_, E> {
    /// The best value among the moves that do not start a better line of a MultiPV search.
    pub(super) fn root(&mut self, position: &Position, args: NodeArgs) -> Value {
        let mut alpha = args.alpha;
        let mut best = -INFINITE;
        let turn = position.turn();
        let entry = self.shared.table.probe(position.key());
        let info = self.node_info(position, position.in_check(), entry, 0, true);
        self.stack[0].pv.clear();
        self.stack[1].killer = None;
        self.stack[1].double_extensions = 0;
        for found in &mut self.root_moves[self.rank..] {
            found.value = -INFINITE;
        }
        for index in self.rank..self.root_moves.len() {
            let number = index - self.rank + 1;
            let mv = self.root_moves[index].mv;
            let Some(legal) = position.legal(mv) else { continue };
            let history = self.histories.quiet(turn, [None; 3]).of(mv);
            let candidate = Candidate { legal, number, quiet: is_quiet(legal), history };
            let child = legal.play();
            let gives_check = child.in_check();
            let reduction = if number > 3 && args.depth >= 3 {
                self.late_move_reduction::<true>(candidate, &info, args, gives_check)
            } else {
                0
            };
            self.enter(0, legal, child);
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let depth = args.depth - 1 + i32::from(gives_check && args.depth <= 10);
            let value = self.principal_variation_search::<true>(
                &child,
                gives_check,
                NodeArgs { alpha, ..args },
                depth,
                reduction,
                number,
            );
            self.path.pop();
            let spent = self.nodes - nodes_before;
            self.root_moves[index].nodes += spent;
            if self.stopped {
                return best;
            }
            let found = &mut self.root_moves[index];
            if number == 1 || value > alpha {
                found.value = value;
                found.last_value = value;
                found.selective_depth = self.selective_depth;
                found.line.clear();
                found.line.push(mv);
                found.line.extend_from_slice(&self.stack[1].pv);
            }
            best = best.max(value);
            if value >= args.beta {
                break;
            }
            alpha = alpha.max(value);
        }
        best
    }

    /// Sorts the moves from `rank` on by their value; moves without one keep their order.
    pub(super) fn sort_root(&mut self) {
        let (_, open) = self.root_moves.split_at_mut(self.rank);
        open.sort_by_key(|found| std::cmp::Reverse(found.value));
    }
}
