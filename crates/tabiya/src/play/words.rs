//! Texts about endings: what happened, by which law, and why.

use super::sheet;
use crate::language::Language;
use crate::portuguese;
use crate::status::{self, name};
use game::{Evidence, Termination};
use rules::{Color, Position};

/// How the game ended, by which law of this project and by which article of FIDE's Laws.
pub(super) fn ending(termination: Termination, position: &Position, language: Language) -> String {
    let sentence = match language {
        Language::En => in_english(termination, position),
        Language::Pt => in_portuguese(termination, position),
    };
    format!("{sentence} {}", status::source(termination, language))
}

fn in_english(termination: Termination, position: &Position) -> String {
    let name = |color| name(color, Language::En);
    match termination {
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
        Termination::DeadPosition => status::dead(Language::En).to_string(),
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
    }
}

fn in_portuguese(termination: Termination, position: &Position) -> String {
    let name = |color| name(color, Language::Pt);
    match termination {
        Termination::Checkmate { winner } => format!("Xeque-mate: {} vencem.", name(winner)),
        Termination::Resignation { by } => format!("{} abandonam: {} vencem.", name(by), name(!by)),
        Termination::ResignationUnwinnable { by } => {
            format!("{} já não podem dar xeque-mate: a partida está empatada.", name(!by))
        }
        Termination::FlagFall { fallen } => {
            format!("O tempo de {} acabou: {} vencem.", name(fallen), name(!fallen))
        }
        Termination::FlagFallUnwinnable { fallen } => format!(
            "O tempo de {} acabou, mas {} já não podem dar xeque-mate: a partida está empatada.",
            name(fallen),
            name(!fallen)
        ),
        Termination::Stalemate => {
            format!("Afogamento: {} não têm lance, a partida está empatada.", name(position.turn()))
        }
        Termination::DeadPosition => status::dead(Language::Pt).to_string(),
        Termination::Agreement => "Empate por acordo.".into(),
        Termination::ThreefoldRepetition => "Empate por tripla repetição.".into(),
        Termination::FivefoldRepetition => "Empate por quíntupla repetição.".into(),
        Termination::FiftyMoves => "Empate pela regra dos cinquenta lances.".into(),
        Termination::SeventyFiveMoves => "Empate pela regra dos setenta e cinco lances.".into(),
        Termination::Forfeit { .. } | Termination::DoubleForfeit => "Derrota declarada pelo árbitro.".into(),
        Termination::IllegalMoves { .. } => "Derrota por lances ilegais.".into(),
        Termination::IllegalMovesUnwinnable { .. } => "Empate por lances ilegais.".into(),
        Termination::Aborted => "A partida foi cancelada.".into(),
    }
}

/// The evidence for a ruling about possible mates; `None` if the question did not arise.
pub(super) fn reason(
    termination: Termination,
    evidence: &Evidence,
    position: &Position,
    language: Language,
) -> Option<String> {
    match evidence {
        Evidence::NotAsked => None,
        Evidence::MatingLine(moves) => {
            let winner = termination.outcome()?.winner()?;
            let could = language.say("could mate", "podiam dar mate");
            Some(format!(
                "{} {could}: {}",
                name(winner, language),
                sheet::line(position, moves, language.letters())
            ))
        }
        Evidence::NoMate(why) => Some(match language {
            Language::En => format!("Why: {why}."),
            Language::Pt => format!("Porquê: {}.", portuguese::no_mate(why)),
        }),
        Evidence::Undecided => {
            let undecided = language.say(
                "Whether a mate is possible could not be decided, so the game is not a draw.",
                "Não se pôde decidir se ainda há mate, e por isso a partida não está empatada.",
            );
            Some(undecided.into())
        }
    }
}

/// A claim was wrong (law E16).
pub(super) fn claim_rejected(by: Color, language: Language) -> String {
    match language {
        Language::En => {
            format!("{}'s claim is not correct (law E16): it counts as a draw offer.", name(by, language))
        }
        Language::Pt => format!(
            "{}: a reclamação não está certa (lei E16) e vale como proposta de empate.",
            name(by, language)
        ),
    }
}
