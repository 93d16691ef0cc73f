//! What is known about a node before any of its moves is searched.

use super::Search;
use super::correction::CorrectionKeys;
use super::node::NodeArgs;
use crate::evaluate::Evaluate;
use crate::score::{Value, from_table, is_mate};
use crate::table::{Bound, Entry};
use rules::{LegalMove, Position};

pub(super) struct NodeInfo<'p> {
    pub(super) in_check: bool,
    /// The best move stored in the transposition table.
    pub(super) hash_move: Option<LegalMove<'p>>,
    pub(super) entry: Option<Entry>,
    pub(super) raw_evaluation: Option<Value>,
    /// The evaluation with the correction history applied; none in check.
    pub(super) evaluation: Option<Value>,
    /// The keys of that correction; none in check.
    pub(super) correction_keys: Option<CorrectionKeys>,
    /// Whether the evaluation is better than at the side's previous move.
    pub(super) improving: bool,
    /// Whether the node is, or once was, on the principal variation.
    pub(super) was_pv: bool,
}

/// A static evaluation before and after the correction history.
#[derive(Clone, Copy)]
pub(super) struct StaticEvaluation {
    pub(super) raw: Value,
    pub(super) corrected: Value,
    pub(super) keys: CorrectionKeys,
}

/// From this many half-moves without progress on, values from the table do not cut off: the table does not know the
/// count, and may promise a win that comes after the draw by fifty moves.
const HALFMOVES_WITHOUT_CUTOFF: u16 = 90;

impl<E: Evaluate> Search<'_, E> {
    pub(super) fn node_info<'p>(
        &mut self,
        position: &'p Position,
        in_check: bool,
        entry: Option<Entry>,
        ply: usize,
        pv: bool,
    ) -> NodeInfo<'p> {
        let hash_move = entry.and_then(|entry| position.legal(entry.best?));
        let evaluated = (!in_check).then(|| self.static_evaluation(position, entry));
        let evaluation = evaluated.map(|evaluated| evaluated.corrected);
        self.stack[ply].evaluation = evaluation;
        let earlier = |back: usize| ply.checked_sub(back).and_then(|ply| self.stack[ply].evaluation);
        let improving = match (evaluation, earlier(2).or_else(|| earlier(4))) {
            (Some(now), Some(then)) => now > then,
            (now, None) => now.is_some(),
            (None, _) => false,
        };
        let was_pv = pv || entry.is_some_and(|entry| entry.was_pv);
        let raw_evaluation = evaluated.map(|evaluated| evaluated.raw);
        let correction_keys = evaluated.map(|evaluated| evaluated.keys);
        NodeInfo {
            in_check,
            hash_move,
            entry,
            raw_evaluation,
            evaluation,
            correction_keys,
            improving,
            was_pv,
        }
    }

    /// The value stored in the table, if it is deep enough and its bound decides this window.
    #[inline(always)]
    pub(super) fn table_cutoff(position: &Position, entry: Option<Entry>, args: NodeArgs) -> Option<Value> {
        let entry = entry.filter(|entry| entry.depth >= args.depth)?;
        let value = from_table(entry.value, args.ply);
        let decides = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= args.beta,
            Bound::Upper => value <= args.alpha,
        };
        (decides && position.halfmoves() < HALFMOVES_WITHOUT_CUTOFF).then_some(value)
    }

    /// The evaluation of a position that is not in check, taken from the table if it is stored there.
    #[inline(always)]
    pub(super) fn static_evaluation(
        &mut self,
        position: &Position,
        entry: Option<Entry>,
    ) -> StaticEvaluation {
        let stored = entry.and_then(|entry| entry.evaluation);
        let raw = stored.unwrap_or_else(|| self.evaluator.evaluate(position));
        let keys = CorrectionKeys::of(position);
        StaticEvaluation { raw, corrected: self.corrections.apply(keys, raw), keys }
    }
}

/// The static evaluation, or the stored value if its bound shows that it is closer to the true value.
#[inline(always)]
pub(super) fn static_estimate(evaluation: Value, entry: Option<Entry>, ply: usize) -> Value {
    let Some(entry) = entry else { return evaluation };
    let value = from_table(entry.value, ply);
    let closer = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => value > evaluation,
        Bound::Upper => value < evaluation,
    };
    if closer && !is_mate(value) { value } else { evaluation }
}
