//! The ideas by which the search looks at few of many moves, each a step with a name.

use super::Search;
use super::checks::CheckSquares;
use super::correction::Places;
use super::history::PieceTo;
use super::margins as m;
use super::node::Ask;
use super::picker::{Order, Picker, Which};
use crate::evaluate::Evaluate;
use crate::exchange::gains;
use crate::score::{MATE_BOUND, Value, from_table, is_mate, to_table};
use crate::table::{Bound, Entry, stored};
use rules::{LegalMove, Move, Position, Role};

/// What is known of a position before any move is tried.
pub(super) struct Known<'p> {
    pub(super) in_check: bool,
    /// The best move as far as the table knows.
    pub(super) first: Option<LegalMove<'p>>,
    pub(super) entry: Option<Entry>,
    pub(super) raw_evaluation: Option<Value>,
    /// Corrected by what the search learned; none in check.
    pub(super) evaluation: Option<Value>,
    /// Whether it stands better than at the last move of its own.
    pub(super) improving: bool,
    /// Whether the line was once one that both sides would choose.
    pub(super) principal: bool,
}

impl<E: Evaluate> Search<'_, E> {
    pub(super) fn look_at_node<'p>(
        &mut self,
        position: &'p Position,
        entry: Option<Entry>,
        ply: usize,
        pv: bool,
    ) -> Known<'p> {
        let in_check = position.in_check();
        let first = entry.and_then(|entry| position.legal(entry.best?));
        let (raw_evaluation, evaluation) = if in_check {
            (None, None)
        } else {
            let known = entry.and_then(|entry| entry.evaluation);
            let raw = known.unwrap_or_else(|| self.evaluator.evaluate(position));
            (Some(raw), Some(self.corrections.apply(Places::of(position), raw)))
        };
        self.stack[ply].evaluation = evaluation;
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].evaluation);
        let improving = match (evaluation, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(then)) => now > then,
            (now, None) => now.is_some(),
            (None, _) => false,
        };
        let principal = pv || entry.is_some_and(|entry| entry.principal);
        Known { in_check, first, entry, raw_evaluation, evaluation, improving, principal }
    }

    /// The evaluation, or what the table knows better.
    fn estimate(&self, known: &Known<'_>, ply: usize) -> Option<Value> {
        let evaluation = known.evaluation?;
        let Some(entry) = known.entry else { return Some(evaluation) };
        let value = from_table(entry.value, ply);
        let better = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value > evaluation,
            Bound::Upper => value < evaluation,
        };
        Some(if better && !is_mate(value) { value } else { evaluation })
    }

    /// Whole positions that need no look at their moves.
    pub(super) fn prune_node(&mut self, position: &Position, known: &Known<'_>, ask: Ask) -> Option<Value> {
        let estimate = self.estimate(known, ask.ply)?;
        self.is_far_above(known, ask, estimate)
            .or_else(|| self.is_far_below(position, ask, estimate))
            .or_else(|| self.try_pass(position, known, ask, estimate))
            .or_else(|| self.try_sure_captures(position, known, ask))
    }

    /// So good that the opponent will not come back within this depth.
    fn is_far_above(&self, known: &Known<'_>, ask: Ask, estimate: Value) -> Option<Value> {
        let applies = ask.depth <= m::FAR_ABOVE_DEPTH
            && !known.principal
            && ask.beta > -MATE_BOUND
            && estimate < MATE_BOUND
            && estimate - m::far_above(ask.depth, known.improving) >= ask.beta;
        applies.then_some((estimate + ask.beta) / 2)
    }

    /// So bad that only captures can help: if they do not, nothing does.
    fn is_far_below(&mut self, position: &Position, ask: Ask, estimate: Value) -> Option<Value> {
        if ask.depth > m::FAR_BELOW_DEPTH || estimate + m::far_below(ask.depth) > ask.alpha {
            return None;
        }
        let value = self.quiescence::<false>(position, ask.scout());
        (value <= ask.alpha && !is_mate(value)).then_some(value)
    }

    /// So good that even passing keeps the bound. Not with pawns alone, where having to move may hurt.
    fn try_pass(
        &mut self,
        position: &Position,
        known: &Known<'_>,
        ask: Ask,
        estimate: Value,
    ) -> Option<Value> {
        let Ask { beta, depth, ply, .. } = ask;
        let board = position.board();
        let pieces = board.by_color(position.turn()) - board.by_role(Role::Pawn) - board.by_role(Role::King);
        let has_passed = ply > 0 && self.stack[ply - 1].playing.is_none();
        if depth < m::NULL_MOVE_DEPTH
            || estimate < beta
            || known.evaluation? + 20 * depth - 120 < beta
            || pieces.is_empty()
            || has_passed
            || beta <= -MATE_BOUND
        {
            return None;
        }
        let passed = position.pass()?;
        self.shared.table.expect(passed.key());
        let reduction = m::null_move_reduction(depth, estimate - beta);
        self.stack[ply].playing = None;
        self.stack[ply + 1].killer = None;
        self.stack[ply + 1].twice_extended = self.stack[ply].twice_extended;
        self.path.push(passed);
        let pass_index = std::mem::replace(&mut self.pass_index, self.path.len() - 1);
        let asked = Ask { alpha: beta - 1, cut: !ask.cut, ..ask }.reply(depth - reduction);
        let value = -self.node::<false>(&passed, asked);
        self.pass_index = pass_index;
        self.path.pop();
        if self.stopped || value < beta {
            return None;
        }
        // A mate after a pass is no mate.
        let value = if value >= MATE_BOUND { beta } else { value };
        if depth < 14 {
            return Some(value);
        }
        // Deep in the tree a wrong pass is dear: the moves themselves must confirm it.
        let confirmed = self.confirm(position, Ask { alpha: beta - 1, depth: depth - reduction, ..ask });
        (confirmed >= beta).then_some(value)
    }

    /// The moves of a position without another pass.
    fn confirm(&mut self, position: &Position, ask: Ask) -> Value {
        let known = self.look_at_node(position, None, ask.ply, false);
        if ask.depth <= 0 {
            return self.quiescence::<false>(position, ask);
        }
        self.try_moves::<false>(position, &known, ask)
    }

    /// A capture that, after a shallow look, is far above the bound.
    fn try_sure_captures(&mut self, position: &Position, known: &Known<'_>, ask: Ask) -> Option<Value> {
        let Ask { beta, depth, ply, .. } = ask;
        let raised = beta + m::SURE_CAPTURE;
        let evaluation = known.evaluation?;
        let table_says_no = known
            .entry
            .is_some_and(|entry| entry.depth >= depth - 3 && from_table(entry.value, ply) < raised);
        if depth < m::SURE_CAPTURE_DEPTH || is_mate(beta) || table_says_no {
            return None;
        }
        let turn = position.turn();
        let before = self.before(ply);
        let mut picker = Picker::new(position, None, Which::Tactical);
        while let Some(legal) = picker.next(Order { histories: self.histories, before, killer: None }) {
            if !gains(legal, raised - evaluation) || self.overlooks(legal, ply) {
                continue;
            }
            let child = legal.play();
            self.shared.table.expect(child.key());
            self.stack[ply].playing = Some(PieceTo::new(turn, legal.mv()));
            self.path.push(child);
            let asked = Ask { alpha: raised - 1, beta: raised, cut: !ask.cut, ..ask };
            let mut value = -self.quiescence::<false>(&child, asked.reply(0));
            if value >= raised {
                value = -self.node::<false>(&child, asked.reply(depth - 4));
            }
            self.path.pop();
            if self.stopped {
                return None;
            }
            if value >= raised {
                let entry = Entry {
                    best: stored(Some(legal.mv())),
                    value: to_table(value, ply),
                    evaluation: known.raw_evaluation,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    principal: false,
                };
                self.shared.table.put(position.key(), entry);
                return Some(value);
            }
        }
        None
    }

    /// Moves that are left out because, by all that is known without playing them, they do not help.
    pub(super) fn is_hopeless(
        &self,
        legal: LegalMove<'_>,
        known: &Known<'_>,
        ask: Ask,
        number: usize,
        quiet: Option<CheckSquares>,
        history: i32,
    ) -> bool {
        let reduction = m::late_move_reduction(ask.depth, number, quiet.is_some()) / m::FRACTION;
        let depth = (ask.depth - reduction).max(1);
        let Some(checks) = quiet else {
            return ask.depth <= m::EXCHANGE_DEPTH
                && !gains(legal, m::exchange_capture(ask.depth) - history / 64);
        };
        let gives_check = checks.has(legal);
        if let Some(evaluation) = known.evaluation
            && !gives_check
            && depth <= m::FUTILITY_DEPTH
            && evaluation + m::futility(depth) + history / 128 <= ask.alpha
        {
            return true;
        }
        if !gives_check && depth <= m::HOPELESS_DEPTH && history < m::hopeless_history(depth) {
            return true;
        }
        depth <= m::EXCHANGE_DEPTH && !gains(legal, m::exchange_quiet(depth))
    }

    /// A move that is better than all others by far is looked at deeper; when others are as good, the
    /// position is refuted anyway.
    pub(super) fn extend_singular<const PV: bool>(
        &mut self,
        position: &Position,
        known: &Known<'_>,
        ask: Ask,
    ) -> Result<i32, Value> {
        let Ask { beta, depth, ply, .. } = ask;
        let (Some(entry), Some(first)) = (known.entry, known.first) else { return Ok(0) };
        let value = from_table(entry.value, ply);
        if depth < m::SINGULAR_DEPTH
            || ply == 0
            || self.stack[ply].excluded.is_some()
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_mate(value)
            || ply >= 2 * depth as usize + 40
        {
            return Ok(0);
        }
        let lowered = value - m::singular(depth);
        self.stack[ply].excluded = Some(first.mv());
        let twice_extended = self.stack[ply].twice_extended;
        let asked = Ask { alpha: lowered - 1, beta: lowered, depth: (depth - 1) / 2, ..ask };
        let others = self.node::<false>(position, asked);
        self.stack[ply].excluded = None;
        self.stack[ply].twice_extended = twice_extended;
        if self.stopped {
            return Err(0);
        }
        if others < lowered {
            let twice =
                !PV && others < lowered - m::TWICE_SINGULAR && twice_extended < m::MOST_TWICE_SINGULAR;
            if twice {
                self.stack[ply + 1].twice_extended = twice_extended + 1;
            }
            return Ok(1 + i32::from(twice));
        }
        if lowered >= beta && !PV {
            return Err(lowered);
        }
        Ok(if value >= beta { -1 } else { 0 })
    }

    /// How much less deep a late move is looked at first.
    #[expect(clippy::too_many_arguments, reason = "everything that is known of the move speaks here")]
    pub(super) fn reduction<const PV: bool>(
        &self,
        known: &Known<'_>,
        ask: Ask,
        number: usize,
        quiet: bool,
        history: i32,
        gives_check: bool,
        mv: Move,
    ) -> i32 {
        let mut reduction = m::late_move_reduction(ask.depth, number, quiet);
        if ask.cut {
            reduction += 1100;
        }
        if known.principal {
            reduction -= 900;
        }
        if !known.improving {
            reduction += 600;
        }
        if gives_check {
            reduction -= 900;
        }
        if known.in_check {
            reduction -= 700;
        }
        if self.stack[ask.ply].killer == Some(mv) {
            reduction -= 900;
        }
        if quiet && known.first.is_some_and(|first| first.captured().is_some()) {
            reduction += 700;
        }
        reduction -= history * m::FRACTION / if quiet { 9000 } else { 7000 };
        if PV {
            reduction -= 500;
        }
        (reduction / m::FRACTION).max(0)
    }
}
