//! Moves taken back in casual play, by request and consent (law E19).

use crate::decide::Decision;
use crate::settings::Conduct;
use crate::{EventKind, Game, Refusal};
use alloc::vec::Vec;
use rules::Color;

impl Game {
    pub(crate) fn decide_takeback(&self, by: Color) -> Decision {
        // K03: over the board a released piece stays where it is.
        if self.settings.conduct == Conduct::Tournament {
            return Err(Refusal::NoTakeback);
        }
        self.require_not_stopped()?;
        match self.takeback {
            Some(asker) if asker != by => {
                Ok(Vec::from([EventKind::TakenBack { moves: self.moves_to_take_back(asker)? }]))
            }
            Some(_) => Err(Refusal::TakebackStands),
            None => {
                self.moves_to_take_back(by)?;
                Ok(Vec::from([EventKind::TakebackRequested { by }]))
            }
        }
    }

    /// The opponent can decline a request, and the player who made it can withdraw it.
    pub(crate) fn decide_decline_takeback(&self, by: Color) -> Decision {
        match self.takeback {
            Some(asker) if asker == by => Ok(Vec::from([EventKind::TakebackLapsed { by }])),
            Some(_) => Ok(Vec::from([EventKind::TakebackDeclined { by }])),
            None => Err(Refusal::NothingToAnswer),
        }
    }

    /// How many moves must be taken back so that it is that player's turn again.
    fn moves_to_take_back(&self, asker: Color) -> Result<usize, Refusal> {
        let moves = if self.turn() == asker { 2 } else { 1 };
        if self.ply() < moves { Err(Refusal::NothingToTakeBack(asker)) } else { Ok(moves) }
    }
}
