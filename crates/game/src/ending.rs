//! Whether a position ends the game without a claim (laws E01, E07, E08, E12, E14).

use crate::mating::Life;
use crate::settings::FiftyMoveRule;
use crate::{Evidence, Settings, Termination};
use rules::Position;

/// What the laws say about a position that has just arisen.
pub(crate) enum Judgement {
    PlayOn,
    /// It could not be decided whether the position is dead. Play goes on, because a draw needs proof.
    Undecided,
    End(Termination, Evidence),
}

/// E17: checked in this order, so that a mate stands even on the last of seventy-five moves (law E14).
pub(crate) fn judge(
    position: &Position,
    occurrences: usize,
    settings: &Settings,
    life: impl FnOnce() -> Life,
) -> Judgement {
    let end = |termination| Judgement::End(termination, Evidence::NotAsked);
    if position.count_legal_moves() == 0 {
        return end(match position.in_check() {
            true => Termination::Checkmate { winner: !position.turn() },
            false => Termination::Stalemate,
        });
    }
    let life = life();
    if let Life::Dead(reason) = life {
        return Judgement::End(Termination::DeadPosition, Evidence::NoMate(reason));
    }
    if occurrences >= 5 {
        return end(Termination::FivefoldRepetition);
    }
    if settings.fifty_move_rule == FiftyMoveRule::On && position.halfmoves() >= 150 {
        return end(Termination::SeventyFiveMoves);
    }
    if let Life::Undecided = life { Judgement::Undecided } else { Judgement::PlayOn }
}
