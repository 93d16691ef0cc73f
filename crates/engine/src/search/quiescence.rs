//! Captures until the position is quiet: only then is an evaluation to be trusted.

use super::Search;
use super::correction::Places;
use super::history::PieceTo;
use super::margins::QUIESCENCE_MARGIN;
use super::node::Ask;
use super::picker::{Order, Picker, Which, is_quiet};
use crate::evaluate::{Evaluate, material};
use crate::exchange::worth;
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, from_table, is_mate, mated_in, to_table};
use crate::table::{Bound, Entry, stored};
use rules::Position;

impl<E: Evaluate> Search<'_, E> {
    pub(super) fn quiescence<const PV: bool>(&mut self, position: &Position, ask: Ask) -> Value {
        self.count_node();
        let Ask { mut alpha, beta, ply, .. } = ask;
        self.stack[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || material::is_dead(position.board()) || self.is_repeated(position, ply) {
            return DRAW;
        }
        let in_check = position.in_check();
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluator.evaluate(position) };
        }
        let entry = self.shared.table.get(position.key());
        if !PV && let Some(entry) = entry {
            let value = from_table(entry.value, ply);
            let settles = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if settles {
                return value;
            }
        }

        let raw = (!in_check).then(|| {
            entry.and_then(|entry| entry.evaluation).unwrap_or_else(|| self.evaluator.evaluate(position))
        });
        // The side to move need not capture: what it has is a lower bound.
        let mut best = -INFINITE;
        if let Some(raw) = raw {
            best = self.corrections.apply(Places::of(position), raw);
            if let Some(entry) = entry {
                let value = from_table(entry.value, ply);
                let closer = match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => value > best,
                    Bound::Upper => value < best,
                };
                if closer && !is_mate(value) {
                    best = value;
                }
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let hope = best + QUIESCENCE_MARGIN;

        let which = if in_check { Which::All } else { Which::Tactical };
        let first =
            entry.and_then(|entry| position.legal(entry.best?)).filter(|first| in_check || !is_quiet(*first));
        let before = self.before(ply);
        let turn = position.turn();
        let mut picker = Picker::new(position, first, which);
        let mut best_move = None;
        let mut number = 0;
        while let Some(legal) = picker.next(Order { histories: self.histories, before, killer: None }) {
            number += 1;
            if self.overlooks(legal, ply) {
                continue;
            }
            if best > -MATE_BOUND {
                if in_check && is_quiet(legal) && number > 3 {
                    continue;
                }
                let gain = legal.captured().map_or(0, worth)
                    + legal.promotion().map_or(0, |promotion| worth(promotion.role()) - 100);
                if !in_check && hope + gain <= alpha {
                    best = best.max(hope + gain);
                    continue;
                }
            }
            let child = legal.play();
            self.shared.table.expect(child.key());
            self.stack[ply].playing = Some(PieceTo::new(turn, legal.mv()));
            self.path.push(child);
            let value = -self.quiescence::<PV>(&child, Ask { alpha, ..ask }.reply(0));
            self.path.pop();
            if self.stopped {
                return DRAW;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(legal.mv());
                    if PV {
                        self.note_line(ply, legal.mv());
                    }
                    if value >= beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        if in_check && number == 0 {
            return mated_in(ply);
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry {
            best: stored(best_move),
            value: to_table(best, ply),
            evaluation: raw,
            depth: 0,
            bound,
            principal: false,
        };
        self.shared.table.put(position.key(), entry);
        best
    }
}
