//! Quiescence search: captures until the position is quiet, because only then is the evaluation reliable.

use super::Search;
use super::info::static_estimate;
use super::margins::QUIESCENCE_MARGIN;
use super::node::NodeArgs;
use super::picker::{MoveSet, Picker, is_quiet};
use crate::evaluate::{Evaluate, material};
use crate::score::{DRAW, INFINITE, MATE_BOUND, MAX_PLY, Value, mated_in, to_table};
use crate::see::piece_value;
use crate::table::{Bound, Entry, stored};
use rules::{LegalMove, Move, Position};

/// What the loop over captures starts from.
#[derive(Clone, Copy)]
struct Start {
    in_check: bool,
    entry: Option<Entry>,
    raw_evaluation: Option<Value>,
    /// The value for the side to move without a capture; minus infinity in check.
    stand_pat: Value,
}

/// The outcome of the loop over captures.
struct Best {
    value: Value,
    mv: Option<Move>,
    /// The number of moves considered.
    number: usize,
}

impl<E: Evaluate> Search<'_, E> {
    pub(super) fn quiescence<const PV: bool>(&mut self, position: &Position, args: NodeArgs) -> Value {
        self.count_node();
        let ply = args.ply;
        self.stack[ply].pv.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || material::is_dead(position.board()) || self.is_repeated(position, ply) {
            return DRAW;
        }
        let in_check = args.in_check.unwrap_or_else(|| position.in_check());
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.evaluator.evaluate(position) };
        }
        // Every entry is deep enough here, whatever depth the caller passed.
        let mut args = NodeArgs { depth: 0, ..args };
        let entry = self.shared.table.probe(position.key());
        if !PV && let Some(value) = Self::table_cutoff(position, entry, args) {
            return value;
        }
        let evaluated = (!in_check).then(|| self.static_evaluation(position, entry));
        let mut stand_pat = -INFINITE;
        if let Some(evaluated) = evaluated {
            // The side to move need not capture, so the stand-pat value is a lower bound.
            stand_pat = static_estimate(evaluated.corrected, entry, ply);
            if stand_pat >= args.beta {
                return stand_pat;
            }
            args.alpha = args.alpha.max(stand_pat);
        }
        let raw_evaluation = evaluated.map(|evaluated| evaluated.raw);
        let start = Start { in_check, entry, raw_evaluation, stand_pat };
        let best = self.search_captures::<PV>(position, start, args);
        if self.stopped {
            return DRAW;
        }
        if in_check && best.number == 0 {
            return mated_in(ply);
        }
        self.store_quiescence(position, start, args, &best);
        best.value
    }

    /// Searches captures and promotions, or all moves when in check.
    #[inline(always)]
    fn search_captures<const PV: bool>(
        &mut self,
        position: &Position,
        start: Start,
        mut args: NodeArgs,
    ) -> Best {
        let Start { in_check, entry, stand_pat, .. } = start;
        let ply = args.ply;
        let wanted = if in_check { MoveSet::All } else { MoveSet::Tactical };
        let hash_move =
            entry.and_then(|entry| position.legal(entry.best?)).filter(|mv| in_check || !is_quiet(*mv));
        let previous = self.prev_moves(ply);
        let mut picker = Picker::new(position, hash_move, wanted);
        let mut best = Best { value: stand_pat, mv: None, number: 0 };
        while let Some(legal) = picker.next(self.capture_hints(previous)) {
            best.number += 1;
            self.shared.table.prefetch(legal.key_after());
            if self.overlooks(legal, ply) {
                continue;
            }
            if best.value > -MATE_BOUND {
                if in_check && is_quiet(legal) && best.number > 3 {
                    continue;
                }
                if !in_check && let Some(most) = delta_pruning(legal, stand_pat, args.alpha) {
                    best.value = best.value.max(most);
                    continue;
                }
            }
            let child = legal.play();
            self.enter(ply, legal, child);
            let value = -self.quiescence::<PV>(&child, args.child(0));
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best.value {
                best.value = value;
                if value > args.alpha {
                    best.mv = Some(legal.mv());
                    if PV {
                        self.update_pv(ply, legal.mv());
                    }
                    if value >= args.beta {
                        break;
                    }
                    args.alpha = value;
                }
            }
        }
        best
    }

    fn store_quiescence(&mut self, position: &Position, start: Start, args: NodeArgs, best: &Best) {
        let bound = if best.value >= args.beta { Bound::Lower } else { Bound::Upper };
        let entry = Entry {
            best: stored(best.mv),
            value: to_table(best.value, args.ply),
            evaluation: start.raw_evaluation,
            depth: 0,
            bound,
            was_pv: false,
        };
        self.shared.table.store(position.key(), entry);
    }
}

/// Delta pruning: the most that a capture can gain, if even that does not exceed alpha.
#[inline(always)]
fn delta_pruning(legal: LegalMove<'_>, stand_pat: Value, alpha: Value) -> Option<Value> {
    let gain = legal.captured().map_or(0, piece_value)
        + legal.promotion().map_or(0, |promotion| piece_value(promotion.role()) - 100);
    let most = stand_pat + QUIESCENCE_MARGIN + gain;
    (most <= alpha).then_some(most)
}
