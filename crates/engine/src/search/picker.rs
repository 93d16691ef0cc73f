//! Move ordering: yields the moves of a position, the most promising first.

use super::checks::CheckSquares;
use super::history::{Histories, PrevMoves, QuietHistory};
use crate::see::{piece_value, see_at_least};
use rules::{LegalMove, Move, Position, Promotion, Role};
use smallvec::SmallVec;

/// Winning captures score above all quiet moves, losing ones below; history values fit in between.
const TIER: i32 = 1 << 20;
const KILLER: i32 = TIER / 2;

/// Yields moves in order of promise. The hash move comes first and often suffices, so the rest are generated only when
/// it does not. In `Tactical` mode losing captures are skipped.
pub(super) struct Picker<'p> {
    position: &'p Position,
    hash_move: Option<LegalMove<'p>>,
    stage: Stage,
    which: Which,
    /// The moves, and their scores in a list of their own because it is scanned for every move.
    moves: SmallVec<[LegalMove<'p>; 64]>,
    scores: SmallVec<[i32; 64]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    HashMove,
    Generate,
    Rest,
}

/// Which moves are generated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    All,
    /// Captures and promotions.
    Tactical,
}

/// What the order depends on.
#[derive(Clone, Copy)]
pub(super) struct OrderHints<'h> {
    pub(super) histories: &'h Histories,
    pub(super) previous: PrevMoves,
    pub(super) killer: Option<Move>,
}

/// Whether a move is neither a capture nor a promotion.
#[inline(always)]
pub(super) fn is_quiet(legal: LegalMove<'_>) -> bool {
    legal.promotion().is_none() && legal.captured().is_none()
}

impl<'p> Picker<'p> {
    pub(super) fn new(position: &'p Position, hash_move: Option<LegalMove<'p>>, which: Which) -> Picker<'p> {
        Picker {
            position,
            hash_move,
            stage: Stage::HashMove,
            which,
            moves: SmallVec::new(),
            scores: SmallVec::new(),
        }
    }

    /// From now on yields only captures, promotions and checks.
    pub(super) fn skip_quiets(&mut self, checks: CheckSquares) {
        let mut kept = 0;
        for index in 0..self.moves.len() {
            let legal = self.moves[index];
            if !is_quiet(legal) || checks.has(legal) {
                self.moves[kept] = legal;
                self.scores[kept] = self.scores[index];
                kept += 1;
            }
        }
        self.moves.truncate(kept);
        self.scores.truncate(kept);
    }

    #[inline]
    pub(super) fn next(&mut self, hints: OrderHints<'_>) -> Option<LegalMove<'p>> {
        if self.stage == Stage::HashMove {
            self.stage = Stage::Generate;
            if self.hash_move.is_some() {
                return self.hash_move;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(hints);
        }
        self.best(hints)
    }

    fn generate(&mut self, hints: OrderHints<'_>) {
        let moves = match self.which {
            Which::All => self.position.legal_moves(),
            Which::Tactical => self.position.tactical_moves(),
        };
        let hash_move = self.hash_move.map(LegalMove::mv);
        let quiet = hints.histories.quiet(self.position.turn(), hints.previous);
        for legal in &moves {
            if hash_move != Some(legal.mv()) {
                self.moves.push(legal);
                self.scores.push(score(legal, hints, &quiet));
            }
        }
    }

    /// Takes the best move out of the list. Only now is a capture tested by SEE.
    #[inline]
    fn best(&mut self, hints: OrderHints<'_>) -> Option<LegalMove<'p>> {
        loop {
            let (best, score) = first_greatest(&self.scores)?;
            let legal = self.moves[best];
            if score >= TIER {
                let allowance = -hints.histories.of_capture(legal) / 32;
                if !see_at_least(legal, allowance) {
                    match self.which {
                        Which::All => self.scores[best] -= 2 * TIER,
                        Which::Tactical => self.remove(best),
                    }
                    continue;
                }
            }
            self.remove(best);
            return Some(legal);
        }
    }

    #[inline(always)]
    fn remove(&mut self, index: usize) {
        self.moves.swap_remove(index);
        self.scores.swap_remove(index);
    }
}

/// The index of the first greatest score, and that score.
#[inline(always)]
fn first_greatest(scores: &[i32]) -> Option<(usize, i32)> {
    let greatest = scores.iter().copied().max()?;
    let place = scores.iter().position(|score| *score == greatest)?;
    Some((place, greatest))
}

#[inline(always)]
fn score(legal: LegalMove<'_>, hints: OrderHints<'_>, quiet: &QuietHistory<'_>) -> i32 {
    let captured = legal.captured();
    match (captured, legal.promotion()) {
        (_, Some(Promotion::Queen)) => {
            TIER + 16 * (piece_value(Role::Queen) + captured.map_or(0, piece_value))
        }
        (_, Some(_)) => -TIER - 1,
        (Some(victim), None) => TIER + 16 * piece_value(victim) + hints.histories.of_capture(legal),
        (None, None) if hints.killer == Some(legal.mv()) => KILLER,
        (None, None) => quiet.of(legal.mv()),
    }
}
