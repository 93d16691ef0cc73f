//! The status of a position, in words.

use crate::language::Language;
use crate::mating::Mating;
use game::Termination;
use rules::{Color, Position};
use serde::Serialize;

/// What the position alone says about the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Ongoing,
    Checkmate,
    Stalemate,
    Dead,
}

impl Status {
    pub(crate) fn of(position: &Position, mating: &Mating) -> Status {
        if position.is_checkmate() {
            Status::Checkmate
        } else if position.is_stalemate() {
            Status::Stalemate
        } else if mating.is_dead() {
            Status::Dead
        } else {
            Status::Ongoing
        }
    }

    /// The corresponding ending; `None` while play goes on.
    pub(crate) fn termination(self, position: &Position) -> Option<Termination> {
        match self {
            Status::Ongoing => None,
            Status::Checkmate => Some(Termination::Checkmate { winner: !position.turn() }),
            Status::Stalemate => Some(Termination::Stalemate),
            Status::Dead => Some(Termination::DeadPosition),
        }
    }

    /// A sentence for people.
    pub(crate) fn sentence(self, position: &Position, language: Language) -> String {
        let (turn, other) = (name(position.turn(), language), name(!position.turn(), language));
        match (self, language) {
            (Status::Ongoing, _) => format!("{}.", to_move(position, language)),
            (Status::Checkmate, Language::En) => format!("Checkmate: {other} wins."),
            (Status::Checkmate, Language::Pt) => format!("Xeque-mate: {other} vencem."),
            (Status::Stalemate, Language::En) => {
                format!("Stalemate: {turn} has no move, the game is drawn.")
            }
            (Status::Stalemate, Language::Pt) => {
                format!("Afogamento: {turn} não têm lance, a partida está empatada.")
            }
            (Status::Dead, _) => dead(language).to_string(),
        }
    }
}

/// The law of this project and the article of FIDE's Laws that an ending is based on.
pub(crate) fn source(termination: Termination, language: Language) -> String {
    let article = match termination.article() {
        Some(article) => format!("FIDE {article}"),
        None => language.say("not in FIDE's Laws", "não consta das Leis da FIDE").into(),
    };
    format!("({} {}, {article})", language.say("Law", "Lei"), termination.law())
}

/// Law E08, for people.
pub(crate) fn dead(language: Language) -> &'static str {
    language.say(
        "Dead position: neither side can checkmate, the game is drawn.",
        "Posição morta: nenhum dos lados pode dar xeque-mate, a partida está empatada.",
    )
}

/// Whose turn it is, and whether in check.
pub(crate) fn to_move(position: &Position, language: Language) -> String {
    let turn = name(position.turn(), language);
    let moves = language.say("to move", "jogam");
    let check = if position.in_check() { language.say(", in check", ", em xeque") } else { "" };
    format!("{turn} {moves}{check}")
}

/// The side's name at the start of a sentence.
pub(crate) const fn name(color: Color, language: Language) -> &'static str {
    match (color, language) {
        (Color::White, Language::En) => "White",
        (Color::Black, Language::En) => "Black",
        (Color::White, Language::Pt) => "Brancas",
        (Color::Black, Language::Pt) => "Pretas",
    }
}
