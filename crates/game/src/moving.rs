//! Moves, legal and illegal.

use crate::decide::Decision;
use crate::ending::{Judgement, judge};
use crate::mating::Effort;
use crate::settings::Conduct;
use crate::{Duration, EventKind, FideClass, Game, MoveRequest, Termination, mating};
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Color, LegalMove, MoveError};

/// K04: the illegal move that loses the game.
const LAST_ILLEGAL_MOVE: u32 = 2;

impl Game {
    pub(crate) fn decide_move(
        &self,
        request: &MoveRequest,
        offer_draw: bool,
        lag: Duration,
        effort: &Effort,
    ) -> Decision {
        let legal = match request.resolve(self.position()) {
            Ok(legal) => legal,
            Err(MoveError::Illegal { text, .. }) if self.settings.conduct == Conduct::Tournament => {
                return Ok(self.moved_illegally(text, effort));
            }
            Err(error) => return Err(error.into()),
        };
        self.obligations.permit(legal)?;
        self.moved(legal, offer_draw, lag, effort)
    }

    /// The events that follow from a legal move of the player to move.
    pub(crate) fn moved(
        &self,
        legal: LegalMove<'_>,
        offer_draw: bool,
        lag: Duration,
        effort: &Effort,
    ) -> Decision {
        let mover = self.turn();
        let new_offer = offer_draw && self.offer != Some(mover);
        if new_offer {
            self.may_offer()?;
        }

        let returned = lag.min(self.settings.lag_compensation);
        let mut kinds = Vec::from([EventKind::Moved { mv: legal.mv(), san: legal.san(), returned }]);
        let next = legal.play();
        let life = || match self.undecided {
            // The game goes on because a player can mate, or because that was not decided.
            0 => mating::life_after(legal, &next, effort),
            _ => mating::life(&next, effort),
        };
        match judge(&next, self.record.occurrences_after(&next), &self.settings, life) {
            Judgement::End(termination, evidence) => {
                kinds.push(EventKind::Ended { termination, evidence });
                return Ok(kinds);
            }
            Judgement::Undecided => kinds.push(EventKind::DeadPositionUndecided),
            Judgement::PlayOn => {}
        }
        // E09: a move answers the opponent's offer.
        if self.offer == Some(!mover) {
            kinds.push(EventKind::DrawOfferLapsed { by: !mover });
        }
        if let Some(by) = self.takeback {
            kinds.push(EventKind::TakebackLapsed { by });
        }
        if new_offer {
            kinds.push(EventKind::DrawOffered { by: mover });
        }
        Ok(kinds)
    }

    /// K04: an illegal move is taken back, but counted.
    fn moved_illegally(&self, text: String, effort: &Effort) -> Vec<EventKind> {
        let by = self.turn();
        let mut kinds = Vec::from([EventKind::MovedIllegally { by, text }]);
        if self.illegal_moves[by] + 1 < LAST_ILLEGAL_MOVE {
            kinds.extend(self.compensation(!by));
        } else {
            let (lost, drawn) =
                (Termination::IllegalMoves { by }, Termination::IllegalMovesUnwinnable { by });
            kinds.push(self.lost_unless_unwinnable(by, lost, drawn, effort));
        }
        kinds
    }

    /// K04, E16: two minutes for the offender's opponent, one minute in rapid and blitz (FIDE A.3, B.3); nothing for a
    /// player without a clock.
    pub(crate) fn compensation(&self, to: Color) -> Option<EventKind> {
        let control = &self.settings.time[to];
        control.initial()?;
        let minutes = match control.fide_class() {
            FideClass::Blitz | FideClass::Rapid => 1,
            FideClass::Standard => 2,
        };
        Some(EventKind::TimeGiven { to, time: Duration::from_minutes(minutes) })
    }
}
