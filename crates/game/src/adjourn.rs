//! Adjournment with a sealed move (FIDE's Guidelines, I).

use crate::decide::Decision;
use crate::mating::Effort;
use crate::settings::Conduct;
use crate::{Duration, EventKind, Game, MoveRequest, Refusal, SealedMove, Termination};
use alloc::string::ToString;
use alloc::vec::Vec;
use rules::Color;

/// A game that is interrupted until it is resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Adjournment {
    /// The player who sealed the move.
    pub(crate) by: Color,
    pub(crate) sealed: SealedMove,
    /// The draw offer that was open when the move was sealed, while it is still open. The sealed move answers it; it
    /// does not answer an offer that was made later (I.4).
    pub(crate) offer: Option<Color>,
}

impl Game {
    /// The player who sealed a move, while the game is adjourned.
    pub fn adjourned_by(&self) -> Option<Color> {
        self.adjourned.as_ref().map(|adjournment| adjournment.by)
    }

    pub(crate) fn decide_adjourn(&self, by: Color, sealed: SealedMove) -> Decision {
        if self.settings.conduct == Conduct::Online {
            return Err(Refusal::NoAdjournment);
        }
        if self.adjourned.is_some() {
            return Err(Refusal::Adjourned);
        }
        if by != self.turn() {
            return Err(Refusal::NotYourTurn(by));
        }
        if !self.clocks.is_running() && !self.is_paused() {
            return Err(Refusal::NotRunning);
        }
        if sealed.for_storage().chars().count() > SealedMove::MAX_LENGTH {
            return Err(Refusal::SealedMoveTooLong);
        }
        // The refusal may reveal only what others know already: the touched piece, or the move written down with a
        // claim.
        let request = MoveRequest::Text(sealed.for_storage().to_string());
        if let Ok(legal) = request.resolve(self.position()) {
            self.obligations.permit(legal)?;
        }
        Ok(Vec::from([EventKind::Adjourned { by, sealed }]))
    }

    /// I.8, I.9: opens the envelope and plays the sealed move. If it cannot be played, the player who sealed it loses.
    pub(crate) fn decide_reopen(&self, adjournment: &Adjournment, effort: &Effort) -> Decision {
        let mut kinds = Vec::from([EventKind::Resumed]);
        let Adjournment { by, ref sealed, offer } = *adjournment;
        let text = sealed.for_storage().to_string();
        match MoveRequest::Text(text.clone()).resolve(self.position()) {
            Ok(legal) => {
                let moved = self.moved(legal, false, Duration::ZERO, effort)?;
                let answers = |kind: &EventKind| !matches!(kind, EventKind::DrawOfferLapsed { .. });
                kinds.extend(moved.into_iter().filter(|kind| offer == Some(!by) || answers(kind)));
            }
            Err(_) => {
                kinds.push(EventKind::MovedIllegally { by, text });
                let (lost, drawn) =
                    (Termination::IllegalMoves { by }, Termination::IllegalMovesUnwinnable { by });
                kinds.push(self.lost_unless_unwinnable(by, lost, drawn, effort));
            }
        }
        Ok(kinds)
    }
}
