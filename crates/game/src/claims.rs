//! Draws by claim (laws E10, E13, E16), verified from the record.

use crate::decide::{Decision, ended};
use crate::settings::{Conduct, FiftyMoveRule};
use crate::{EventKind, Game, MoveRequest, Refusal, Termination};
use alloc::vec::Vec;
use rules::{Color, LegalMove, Position};

impl Game {
    pub(crate) fn decide_claim(&self, by: Color, intended: Option<&MoveRequest>) -> Decision {
        self.require_turn(by)?;
        if !self.obligations.may_claim() {
            return Err(Refusal::ClaimAfterTouch);
        }
        let intended = intended.map(|request| request.resolve(self.position())).transpose()?;
        if let Some(legal) = intended {
            self.obligations.permit(legal)?;
        }
        if let Some(termination) = self.claimable(intended) {
            return Ok(ended(termination));
        }
        // E16: a wrong claim counts as a draw offer, and costs time in tournaments.
        let mut kinds = Vec::from([EventKind::ClaimRejected { by, intended: intended.map(LegalMove::mv) }]);
        if self.settings.conduct == Conduct::Tournament {
            kinds.extend(self.compensation(!by));
        }
        if self.offer == Some(!by)
            && let Ok(agreed) = self.agreed()
        {
            // The opponent has already offered a draw, so both agree.
            kinds.extend(agreed);
        } else if self.offer.is_none() && self.may_offer().is_ok() {
            kinds.push(EventKind::DrawOffered { by });
        }
        Ok(kinds)
    }

    /// The draw that the player to move can claim now (laws E10, E13): by the current position, or by the position
    /// after the intended move. `None` after the end of the game, while the clocks are stopped, and for a player who
    /// has touched a piece (law K01) or may not play the intended move.
    ///
    /// ```
    /// use tabiya_game::{Action, Game, Settings, Termination, Timestamp};
    ///
    /// let mut game = Game::new(Settings::default());
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"] {
    ///     game.apply(Timestamp::ZERO, Action::play(text))?;
    /// }
    /// assert_eq!(game.claimable(None), None);
    /// let back = game.position().parse_san("Ng8")?;
    /// assert_eq!(game.claimable(Some(back)), Some(Termination::ThreefoldRepetition));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn claimable(&self, intended: Option<LegalMove<'_>>) -> Option<Termination> {
        if self.ended.is_some() || self.is_paused() || !self.obligations.may_claim() {
            return None;
        }
        let rule = self.settings.fifty_move_rule;
        claimable_draw(self.position(), self.record.occurrences(), rule).or_else(|| {
            let intended = intended.filter(|legal| self.obligations.permit(*legal).is_ok())?;
            let next = intended.play();
            claimable_draw(&next, self.record.occurrences_after(&next), rule)
        })
    }
}

/// The draw that can be claimed in a position that has occurred `occurrences` times, this time included (laws E10,
/// E13). [`Game::claimable`] also considers the rest of the game; this function is for programs that represent a game
/// differently.
///
/// ```
/// use tabiya_game::{FiftyMoveRule, Termination, claimable_draw};
/// let position = "7k/8/8/8/8/8/R7/K7 w - - 100 90".parse()?;
/// assert_eq!(claimable_draw(&position, 1, FiftyMoveRule::On), Some(Termination::FiftyMoves));
/// assert_eq!(claimable_draw(&position, 1, FiftyMoveRule::Off), None);
/// # Ok::<(), tabiya_game::rules::FenError>(())
/// ```
#[must_use]
pub fn claimable_draw(
    position: &Position,
    occurrences: usize,
    fifty_move_rule: FiftyMoveRule,
) -> Option<Termination> {
    if occurrences >= 3 {
        Some(Termination::ThreefoldRepetition)
    } else if fifty_move_rule == FiftyMoveRule::On && position.halfmoves() >= 100 {
        Some(Termination::FiftyMoves)
    } else {
        None
    }
}
