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
    /// The offer that stood when the move was sealed, and still stands. The sealed move answers it; an offer that was
    /// made later is not answered by a move from before it (I.4).
    pub(crate) offer: Option<Color>,
}

impl Game {
    /// Who has sealed a move, while the game is adjourned.
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
        // Only what others know already is told: the piece that was touched, the move that was written down.
        let request = MoveRequest::Text(sealed.for_storage().to_string());
        if let Ok(legal) = request.resolve(self.position()) {
            self.obligations.permit(legal)?;
        }
        Ok(Vec::from([EventKind::Adjourned { by, sealed }]))
    }

    /// I.8, I.9: the envelope is opened. What is in it is played, and loses if it cannot be.
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
