//! The moves of a position, the most promising first.

use super::checks::CheckSquares;
use super::history::{Before, Histories};
use crate::exchange::{gains, worth};
use rules::{LegalMove, Move, Position, Promotion, Role};
use smallvec::SmallVec;

#[derive(Clone, Copy)]
struct Scored<'p> {
    legal: LegalMove<'p>,
    score: i32,
}

/// Captures that gain lie above all quiet moves, those that lose below; what was learned fits in between.
const TIER: i32 = 1 << 20;
const KILLER: i32 = TIER / 2;

/// Hands out moves one by one. Of tactical moves alone, those that lose material are left out. The first is often enough, so the others are not even found before it fails.
pub(super) struct Picker<'p> {
    position: &'p Position,
    first: Option<LegalMove<'p>>,
    stage: Stage,
    which: Which,
    list: SmallVec<[Scored<'p>; 64]>,
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
        Picker { position, first, stage: Stage::First, which, list: SmallVec::new() }
    }

    /// From now on only captures, promotions and checks.
    pub(super) fn skip_quiets(&mut self, checks: CheckSquares) {
        self.list.retain(|scored| !is_quiet(scored.legal) || checks.has(scored.legal));
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
        let first = self.first;
        self.list.extend(
            moves
                .iter()
                .filter(|legal| first.is_none_or(|first| first.mv() != legal.mv()))
                .map(|legal| Scored { legal, score: score(legal, order) }),
        );
    }

    /// Takes the best out of the list. A capture is only now asked whether it loses material.
    #[inline]
    fn best(&mut self, order: Order<'_>) -> Option<LegalMove<'p>> {
        loop {
            let mut best = 0;
            for index in 1..self.list.len() {
                if self.list[index].score > self.list[best].score {
                    best = index;
                }
            }
            let found = *self.list.get(best)?;
            if found.score >= TIER {
                let allowance = -order.histories.of_capture(found.legal) / 32;
                if !gains(found.legal, allowance) {
                    match self.which {
                        Which::All => self.list[best].score -= 2 * TIER,
                        Which::Tactical => drop(self.list.swap_remove(best)),
                    }
                    continue;
                }
            }
            self.list.swap_remove(best);
            return Some(found.legal);
        }
    }
}

#[inline(always)]
fn score(legal: LegalMove<'_>, order: Order<'_>) -> i32 {
    let captured = legal.captured();
    match (captured, legal.promotion()) {
        (_, Some(Promotion::Queen)) => TIER + 16 * (worth(Role::Queen) + captured.map_or(0, worth)),
        (_, Some(_)) => -TIER - 1,
        (Some(victim), None) => TIER + 16 * worth(victim) + order.histories.of_capture(legal),
        (None, None) if order.killer == Some(legal.mv()) => KILLER,
        (None, None) => order.histories.of_quiet(legal.position().turn(), legal.mv(), order.before),
    }
}
