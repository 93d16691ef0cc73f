//! The moves of the position on the board: each keeps its line and what it cost.

use super::Search;
use super::history::PieceTo;
use super::node::Ask;
use super::picker::is_quiet;
use crate::evaluate::Evaluate;
use crate::limits::Limits;
use crate::score::{INFINITE, Value};
use rules::{LegalMove, Move, Position};

/// A move that can be played, and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The value of this depth; what was not better than another is at minus infinity.
    pub(super) value: Value,
    /// The last value that was found, at this depth or before.
    pub(super) last_value: Value,
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
    pub(super) line: Vec<Move>,
}

/// All legal moves, or those that were asked for; captures first until something is known.
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
    /// The best value among the moves that no better line has taken.
    pub(super) fn root(&mut self, position: &Position, ask: Ask) -> Value {
        let mut alpha = ask.alpha;
        let mut best = -INFINITE;
        let turn = position.turn();
        let known = self.look_at_node(position, self.shared.table.get(position.key()), 0, true);
        self.stack[0].line.clear();
        self.stack[1].killer = None;
        self.stack[1].twice_extended = 0;
        for found in &mut self.root_moves[self.rank..] {
            found.value = -INFINITE;
        }
        for index in self.rank..self.root_moves.len() {
            let number = index - self.rank + 1;
            let mv = self.root_moves[index].mv;
            let Some(legal) = position.legal(mv) else { continue };
            let quiet = is_quiet(legal);
            let history = self.histories.quiet(turn, [None; 3]).of(mv);
            let child = legal.play();
            let gives_check = child.in_check();
            let reduction = if number > 3 && ask.depth >= 3 {
                self.reduction::<true>(&known, ask, number, quiet, history, gives_check, mv)
            } else {
                0
            };
            self.stack[0].playing = Some(PieceTo::new(turn, mv));
            self.path.push(child);
            let nodes_before = self.nodes;
            self.selective_depth = 0;
            let depth = ask.depth - 1 + i32::from(gives_check && ask.depth <= 10);
            let value = self.try_move::<true>(&child, Ask { alpha, ..ask }, depth, reduction, number);
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
                found.line.extend_from_slice(&self.stack[1].line);
            }
            best = best.max(value);
            if value >= ask.beta {
                break;
            }
            alpha = alpha.max(value);
        }
        best
    }

    /// Sorts the moves from `rank` on by their value, those without one as they were.
    pub(super) fn sort_root(&mut self) {
        let (_, open) = self.root_moves.split_at_mut(self.rank);
        open.sort_by_key(|found| std::cmp::Reverse(found.value));
    }
}
