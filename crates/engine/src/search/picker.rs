//! The moves of a position, the most promising first.

use super::checks::CheckSquares;
use super::history::{Before, Histories, QuietHistory};
use crate::exchange::{gains, worth};
use rules::{LegalMove, Move, Position, Promotion, Role};
use smallvec::SmallVec;

/// Captures that gain lie above all quiet moves, those that lose below; what was learned fits in between.
const TIER: i32 = 1 << 20;
const KILLER: i32 = TIER / 2;

/// Hands out moves one by one. Of tactical moves alone, those that lose material are left out. The first is often enough, so the others are not even found before it fails.
pub(super) struct Picker<'p> {
    position: &'p Position,
    first: Option<LegalMove<'p>>,
    stage: Stage,
    which: Which,
    /// Moves and, in a list of their own because it is gone through again and again, their scores.
    moves: SmallVec<[LegalMove<'p>; 64]>,
    scores: SmallVec<[i32; 64]>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    First,
    Generate,
    Rest,
}

/// Which moves are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    All,
    /// Captures and promotions.
    Tactical,
}

/// What the order is judged by.
#[derive(Clone, Copy)]
pub(super) struct Order<'h> {
    pub(super) histories: &'h Histories,
    pub(super) before: Before,
    pub(super) killer: Option<Move>,
}

/// Whether a move leaves the material as it is.
#[inline(always)]
pub(super) fn is_quiet(legal: LegalMove<'_>) -> bool {
    legal.promotion().is_none() && legal.captured().is_none()
}

impl<'p> Picker<'p> {
    pub(super) fn new(position: &'p Position, first: Option<LegalMove<'p>>, which: Which) -> Picker<'p> {
        Picker {
            position,
            first,
            stage: Stage::First,
            which,
            moves: SmallVec::new(),
            scores: SmallVec::new(),
        }
    }

    /// From now on only captures, promotions and checks.
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
    pub(super) fn next(&mut self, order: Order<'_>) -> Option<LegalMove<'p>> {
        if self.stage == Stage::First {
            self.stage = Stage::Generate;
            if self.first.is_some() {
                return self.first;
            }
        }
        if self.stage == Stage::Generate {
            self.stage = Stage::Rest;
            self.generate(order);
        }
        self.best(order)
    }

    fn generate(&mut self, order: Order<'_>) {
        let moves = match self.which {
            Which::All => self.position.legal_moves(),
            Which::Tactical => self.position.tactical_moves(),
        };
        let first = self.first.map(LegalMove::mv);
        let quiet = order.histories.quiet(self.position.turn(), order.before);
        for legal in &moves {
            if first != Some(legal.mv()) {
                self.moves.push(legal);
                self.scores.push(score(legal, order, &quiet));
            }
        }
    }

    /// Takes the best out of the list. A capture is only now asked whether it loses material.
    #[inline]
    fn best(&mut self, order: Order<'_>) -> Option<LegalMove<'p>> {
        loop {
            let (best, score) = first_greatest(&self.scores)?;
            let legal = self.moves[best];
            if score >= TIER {
                let allowance = -order.histories.of_capture(legal) / 32;
                if !gains(legal, allowance) {
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

/// Where the greatest number stands first, and what it is.
#[inline(always)]
fn first_greatest(scores: &[i32]) -> Option<(usize, i32)> {
    let greatest = scores.iter().copied().max()?;
    let place = scores.iter().position(|score| *score == greatest)?;
    Some((place, greatest))
}

#[inline(always)]
fn score(legal: LegalMove<'_>, order: Order<'_>, quiet: &QuietHistory<'_>) -> i32 {
    let captured = legal.captured();
    match (captured, legal.promotion()) {
        (_, Some(Promotion::Queen)) => TIER + 16 * (worth(Role::Queen) + captured.map_or(0, worth)),
        (_, Some(_)) => -TIER - 1,
        (Some(victim), None) => TIER + 16 * worth(victim) + order.histories.of_capture(legal),
        (None, None) if order.killer == Some(legal.mv()) => KILLER,
        (None, None) => quiet.of(legal.mv()),
    }
}
