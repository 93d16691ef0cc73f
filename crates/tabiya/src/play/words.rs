//! Endings in the words of the program: what happened, by which law, and why.

use super::sheet;
use crate::status::name;
use game::{Evidence, Termination};
use rules::{Color, Position};

/// How the game ended, and by which law.
pub(super) fn ending(termination: Termination, position: &Position) -> String {
    let sentence = match termination {
        Termination::Checkmate { winner } => format!("Checkmate: {} wins.", name(winner)),
        Termination::Resignation { by } => format!("{} resigns: {} wins.", name(by), name(!by)),
        Termination::ResignationUnwinnable { by } => {
            format!("{} can no longer checkmate: the game is drawn.", name(!by))
        }
        Termination::FlagFall { fallen } => {
            format!("{} has run out of time: {} wins.", name(fallen), name(!fallen))
        }
        Termination::FlagFallUnwinnable { fallen } => format!(
            "{} has run out of time, but {} can no longer checkmate: the game is drawn.",
            name(fallen),
            name(!fallen)
        ),
        Termination::Stalemate => {
            format!("Stalemate: {} has no move, the game is drawn.", name(position.turn()))
        }
        Termination::DeadPosition => {
            "Dead position: neither side can checkmate, the game is drawn.".to_string()
        }
        Termination::Agreement
        | Termination::ThreefoldRepetition
        | Termination::FivefoldRepetition
        | Termination::FiftyMoves
        | Termination::SeventyFiveMoves => format!("Draw by {termination}."),
        Termination::Forfeit { .. }
        | Termination::DoubleForfeit
        | Termination::IllegalMoves { .. }
        | Termination::IllegalMovesUnwinnable { .. }
        | Termination::Aborted => format!("The game ends by {termination}."),
    };
    format!("{sentence} (Law {})", termination.law())
}

/// What a ruling about mates rests on; none where nobody had to ask.
pub(super) fn reason(termination: Termination, evidence: &Evidence, position: &Position) -> Option<String> {
    match evidence {
        Evidence::NotAsked => None,
        Evidence::MatingLine(moves) => {
            let winner = termination.outcome()?.winner()?;
            Some(format!("{} could mate: {}", name(winner), sheet::line(position, moves)))
        }
        Evidence::NoMate(why) => Some(format!("Why: {why}.")),
        Evidence::Undecided => {
            Some("Whether a mate is possible could not be decided, so the game is not a draw.".into())
        }
    }
}

/// What has been claimed is not so (law E16).
pub(super) fn claim_rejected(by: Color) -> String {
    format!("{}'s claim is not correct (law E16): it counts as a draw offer.", name(by))
}
