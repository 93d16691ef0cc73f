//! Draws by agreement (laws E09, E15).

use crate::decide::{Decision, ended};
use crate::mating::Effort;
use crate::settings::{Conduct, DrawOffers};
use crate::{EventKind, Evidence, Game, Refusal, Termination, mating};
use alloc::vec::Vec;
use rules::Color;

impl Game {
    /// E09: the organiser may have forbidden offers, before a certain move or altogether.
    pub(crate) fn may_offer(&self) -> Result<(), Refusal> {
        let now = self.position().fullmoves();
        match self.settings.draw_offers {
            DrawOffers::FromMove(from) if now < from => Err(Refusal::OfferTooEarly { from, now }),
            DrawOffers::Always | DrawOffers::FromMove(_) => Ok(()),
            DrawOffers::Never => Err(Refusal::OffersForbidden),
        }
    }

    /// E09: in tournaments a draw is agreed only when both have made a move (FIDE 5.2.3).
    pub(crate) fn agreed(&self) -> Decision {
        if self.settings.conduct == Conduct::Tournament && self.ply() < 2 {
            return Err(Refusal::TooEarlyToAgree);
        }
        Ok(ended(Termination::Agreement))
    }

    pub(crate) fn decide_offer(&self, by: Color) -> Decision {
        match self.offer {
            // Offering a draw when the opponent has offered one accepts it.
            Some(offerer) if offerer != by => self.agreed(),
            Some(_) => Err(Refusal::OfferStands),
            None => {
                self.may_offer()?;
                Ok(Vec::from([EventKind::DrawOffered { by }]))
            }
        }
    }

    /// E15: one signal claims, draws or offers, whichever applies.
    pub(crate) fn decide_draw(&self, by: Color, effort: &Effort) -> Decision {
        if by == self.turn()
            && let Some(termination) = self.claimable(None)
        {
            return Ok(ended(termination));
        }
        let evidence = mating::can_mate(self.position(), !by, effort);
        if let Evidence::NoMate(_) = evidence {
            let termination = Termination::ResignationUnwinnable { by };
            return Ok(Vec::from([EventKind::Ended { termination, evidence }]));
        }
        self.decide_offer(by)
    }

    pub(crate) fn decide_accept(&self, by: Color) -> Decision {
        match (self.offer == Some(!by), self.takeback == Some(!by)) {
            (true, true) => Err(Refusal::AnswerUnclear),
            (true, false) => self.agreed(),
            (false, true) => self.decide_takeback(by),
            (false, false) => Err(Refusal::NothingToAnswer),
        }
    }

    pub(crate) fn decide_decline(&self, by: Color) -> Decision {
        let mut kinds = Vec::new();
        if self.offer == Some(!by) {
            kinds.push(EventKind::DrawDeclined { by });
        }
        if self.takeback == Some(!by) {
            kinds.push(EventKind::TakebackDeclined { by });
        }
        if kinds.is_empty() { Err(Refusal::NothingToAnswer) } else { Ok(kinds) }
    }

    /// E09: the player who made an offer cannot withdraw it.
    pub(crate) fn decide_decline_draw(&self, by: Color) -> Decision {
        if self.offer == Some(!by) {
            Ok(Vec::from([EventKind::DrawDeclined { by }]))
        } else {
            Err(Refusal::NothingToAnswer)
        }
    }
}
