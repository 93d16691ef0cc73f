//! One position of the search.

use super::Search;
use super::checks::CheckSquares;
use super::correction::Places;
use super::history::{PieceTo, bonus};
use super::margins as m;
use super::picker::{Order, Picker, Which, is_quiet};
use super::steps::Known;
use crate::evaluate::Evaluate;
use crate::score::{DRAW, INFINITE, MATE, MAX_PLY, Value, from_table, is_mate, mated_in, to_table};
use crate::table::{Bound, Entry, stored};
use rules::{LegalMove, Move, Position};
use smallvec::SmallVec;

/// What is asked of a position.
#[derive(Clone, Copy)]
pub(super) struct Ask {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether it is expected to be refuted.
    pub(super) cut: bool,
}

impl Ask {
    /// The same one move further, seen from the other side.
    pub(super) fn reply(self, depth: i32) -> Ask {
        Ask { alpha: -self.beta, beta: -self.alpha, depth, ply: self.ply + 1, cut: self.cut }
    }

    /// The question whether more than alpha can be reached, and nothing else.
    pub(super) fn scout(self) -> Ask {
        Ask { beta: self.alpha + 1, ..self }
    }
}

/// Moves that were tried, for what is learned from them.
type Tried<'p> = SmallVec<[LegalMove<'p>; 32]>;

impl<E: Evaluate> Search<'_, E> {
    /// The value of a position by looking ahead. `PV`: on a line that both sides would choose, where an
    /// exact value is wanted.
    pub(super) fn node<const PV: bool>(&mut self, position: &Position, ask: Ask) -> Value {
        if ask.depth <= 0 {
            return self.quiescence::<PV>(position, ask);
        }
        self.count_node();
        let ply = ask.ply;
        self.stack[ply].line.clear();
        self.selective_depth = self.selective_depth.max(ply);
        if self.stopped || self.is_draw(position, ply) {
            return DRAW;
        }
        // Even a mate at once is not better than what is known, nor being mated worse.
        let alpha = ask.alpha.max(mated_in(ply));
        let beta = ask.beta.min(MATE - ply as Value - 1);
        if alpha >= beta {
            return alpha;
        }
        let ask = Ask { alpha, beta, ..ask };
        if ply >= MAX_PLY - 1 {
            return if position.in_check() { DRAW } else { self.evaluator.evaluate(position) };
        }

        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.shared.table.get(position.key()) };
        if !PV && let Some(value) = self.known_value(position, entry, ask) {
            return value;
        }
        let known = self.look_at_node(position, entry, ply, PV);
        if !PV
            && excluded.is_none()
            && !known.in_check
            && let Some(value) = self.prune_node(position, &known, ask)
        {
            return value;
        }
        self.try_moves::<PV>(position, &known, ask)
    }

    /// What the table says, if that settles it.
    fn known_value(&self, position: &Position, entry: Option<Entry>, ask: Ask) -> Option<Value> {
        let entry = entry.filter(|entry| entry.depth >= ask.depth)?;
        let value = from_table(entry.value, ask.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= ask.beta,
            Bound::Upper => value <= ask.alpha,
        };
        // Near the fifty moves the table, which does not know the count, may promise what is no more.
        (settles && position.halfmoves() < 90).then_some(value)
    }

    /// Goes through the moves; most are refuted, reduced or left out.
    pub(super) fn try_moves<const PV: bool>(
        &mut self,
        position: &Position,
        known: &Known<'_>,
        ask: Ask,
    ) -> Value {
        let Ask { beta, ply, .. } = ask;
        let mut alpha = ask.alpha;
        let turn = position.turn();
        let excluded = self.stack[ply].excluded;
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].twice_extended = self.stack[ply].twice_extended;
        let before = self.before(ply);
        // Without a move to begin with, a shallower look finds one for the next time.
        let depth = ask.depth - i32::from(known.first.is_none() && ask.depth >= 4 && (PV || ask.cut));
        let ask = Ask { depth, ..ask };

        let checks = CheckSquares::of(position);
        let mut picker = Picker::new(position, known.first, Which::All);
        let (mut quiets, mut captures) = (Tried::new(), Tried::new());
        let mut best = -INFINITE;
        let mut best_move: Option<Move> = None;
        let mut number = 0;
        let mut overlooked = false;
        while let Some(legal) =
            picker.next(Order { histories: self.histories, before, killer: self.stack[ply].killer })
        {
            let mv = legal.mv();
            if excluded == Some(mv) {
                continue;
            }
            if self.overlooks(legal, ply) {
                overlooked = true;
                continue;
            }
            number += 1;
            let quiet = is_quiet(legal);
            let history = if quiet {
                self.histories.quiet(turn, before).of(mv)
            } else {
                self.histories.of_capture(legal)
            };
            if best > -crate::score::MATE_BOUND {
                if quiet
                    && number > m::quiet_moves_to_try(depth, known.improving)
                    && depth <= m::FEW_QUIETS_DEPTH
                    && !PV
                {
                    picker.skip_quiets(checks);
                    if !checks.has(legal) {
                        continue;
                    }
                }
                if self.is_hopeless(legal, known, ask, number, quiet.then_some(checks), history) {
                    continue;
                }
            }
            let extension = if known.first.is_some_and(|first| first.mv() == mv) {
                match self.extend_singular::<PV>(position, known, ask) {
                    Ok(extension) => extension,
                    Err(value) => return value,
                }
            } else {
                0
            };

            let child = legal.play();
            self.shared.table.expect(child.key());
            let gives_check = child.in_check();
            let extension = if extension == 0 && gives_check && depth <= 10 && (PV || number <= 3) {
                1
            } else {
                extension
            };
            let new_depth = depth - 1 + extension;
            self.stack[ply].playing = Some(PieceTo::new(turn, mv));
            self.path.push(child);
            let reduction = if number > 1 + usize::from(PV) && depth >= 2 {
                self.reduction::<PV>(known, ask, number, quiet, history, gives_check, mv)
            } else {
                0
            };
            let asked = Ask { alpha, ..ask };
            let value = self.try_move::<PV>(&child, asked, new_depth, reduction, number);
            self.path.pop();
            if self.stopped {
                return DRAW;
            }

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.note_line(ply, mv);
                    }
                    if value >= beta {
                        self.learn_refutation(legal, quiet, &quiets, &captures, ask);
                        break;
                    }
                    alpha = value;
                }
            }
            if quiet {
                quiets.push(legal);
            } else {
                captures.push(legal);
            }
        }

        if number == 0 {
            // Nothing to play: all was left out, or it is mate or stalemate.
            return match (excluded, known.in_check) {
                (Some(_), _) => alpha,
                _ if overlooked => known.evaluation.unwrap_or(DRAW),
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
        }
        if excluded.is_none() {
            self.remember::<PV>(position, known, ask, best, best_move);
        }
        best
    }

    /// First the question whether the move is better at all, then, if it is, how much.
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        child: &Position,
        ask: Ask,
        depth: i32,
        reduction: i32,
        number: usize,
    ) -> Value {
        let scout = Ask { cut: true, ..ask.scout() };
        if PV && number == 1 {
            return -self.node::<true>(child, Ask { cut: false, ..ask }.reply(depth));
        }
        let reduced = (depth - reduction).clamp(1.min(depth), depth.max(1));
        let asked = if reduction > 0 { scout } else { Ask { cut: !ask.cut, ..scout } };
        let mut value = -self.node::<false>(child, asked.reply(reduced));
        if value > ask.alpha && reduced < depth {
            value = -self.node::<false>(child, Ask { cut: !ask.cut, ..scout }.reply(depth));
        }
        if PV && value > ask.alpha && value < ask.beta {
            value = -self.node::<true>(child, Ask { cut: false, ..ask }.reply(depth));
        }
        value
    }

    /// A move refuted what came before it: it is tried sooner next time, and those before it later.
    fn learn_refutation(
        &mut self,
        legal: LegalMove<'_>,
        quiet: bool,
        quiets: &[LegalMove<'_>],
        captures: &[LegalMove<'_>],
        ask: Ask,
    ) {
        let turn = legal.position().turn();
        let before = self.before(ask.ply);
        let gain = bonus(ask.depth);
        if quiet {
            self.stack[ask.ply].killer = Some(legal.mv());
            // What fails at once at the lowest depth teaches little.
            if ask.depth > 1 || !quiets.is_empty() {
                self.histories.learn_quiet(turn, legal.mv(), before, gain);
                for other in quiets {
                    self.histories.learn_quiet(turn, other.mv(), before, -gain);
                }
            }
        } else {
            self.histories.learn_capture(legal, gain);
        }
        for other in captures {
            self.histories.learn_capture(*other, -gain);
        }
    }

    /// Into the table, and into the corrections of the evaluation.
    fn remember<const PV: bool>(
        &mut self,
        position: &Position,
        known: &Known<'_>,
        ask: Ask,
        best: Value,
        best_move: Option<Move>,
    ) {
        let bound = if best >= ask.beta {
            Bound::Lower
        } else if PV && best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        let quiet = best_move.is_none_or(|mv| position.legal(mv).is_some_and(is_quiet));
        if let Some(evaluation) = known.evaluation
            && quiet
            && !is_mate(best)
            && !(bound == Bound::Lower && best <= evaluation)
            && !(bound == Bound::Upper && best >= evaluation)
        {
            self.corrections.learn(Places::of(position), best - evaluation, ask.depth);
        }
        let entry = Entry {
            best: stored(best_move),
            value: to_table(best, ask.ply),
            evaluation: known.raw_evaluation,
            depth: ask.depth,
            bound,
            principal: PV,
        };
        self.shared.table.put(position.key(), entry);
    }
}
