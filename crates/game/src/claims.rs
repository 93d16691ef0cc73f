//! Draws by claim (laws E10, E13, E16), verified from the record.

use crate::decide::{Decision, ended};
use crate::settings::{Conduct, FiftyMoveRule};
use crate::{Game, Happening, MoveRequest, Refusal, Termination};
use alloc::vec::Vec;
use rules::{Color, LegalMove, Position};

impl Game {
    pub(crate) fn decide_claim(&self, by: Color, intended: Option<&MoveRequest>) -> Decision {
        self.on_move(by)?;
        if !self.obligations.allow_claim() {
            return Err(Refusal::ClaimAfterTouch);
        }
        let intended = intended.map(|request| request.resolve(self.position())).transpose()?;
        if let Some(legal) = intended {
            self.obligations.permit(legal)?;
        }
        if let Some(termination) = self.claim_holds(intended) {
            return Ok(ended(termination));
        }
        // E16: a wrong claim stands as an offer, and costs time in tournaments.
        let mut happenings =
            Vec::from([Happening::ClaimRejected { by, intended: intended.map(LegalMove::mv) }]);
        if self.settings.conduct == Conduct::Tournament {
            happenings.extend(self.compensation(!by));
        }
        if self.offer == Some(!by) {
            // The opponent offers a draw already, and now both do.
            happenings.extend(ended(Termination::Agreement));
        } else if self.offer.is_none() && self.may_offer().is_ok() {
            happenings.push(Happening::DrawOffered { by });
        }
        Ok(happenings)
    }

    /// What a claim by the player to move rests on: the position on the board, or the one that the intended
    /// move leads to.
    pub(crate) fn claim_holds(&self, intended: Option<LegalMove<'_>>) -> Option<Termination> {
        let now = self.drawn_by_claim(self.position(), self.record.occurrences());
        now.or_else(|| {
            let next = intended?.play();
            self.drawn_by_claim(&next, self.record.occurrences_after(&next))
        })
    }

    fn drawn_by_claim(&self, position: &Position, occurrences: usize) -> Option<Termination> {
        if occurrences >= 3 {
            Some(Termination::ThreefoldRepetition)
        } else if self.settings.fifty_move_rule == FiftyMoveRule::On && position.halfmoves() >= 100 {
            Some(Termination::FiftyMoves)
        } else {
            None
        }
    }
}
