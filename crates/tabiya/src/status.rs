//! The status of a position, in words.

use crate::mating::Mating;
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

    /// A sentence for people.
    pub(crate) fn sentence(self, position: &Position) -> String {
        let turn = position.turn();
        match self {
            Status::Ongoing => format!("{}.", to_move(position)),
            Status::Checkmate => format!("Checkmate: {} wins.", name(!turn)),
            Status::Stalemate => format!("Stalemate: {} has no move, the game is drawn.", name(turn)),
            Status::Dead => "Dead position: neither side can checkmate, the game is drawn.".to_string(),
        }
    }
}

/// Whose turn it is, and whether in check.
pub(crate) fn to_move(position: &Position) -> String {
    let turn = name(position.turn());
    if position.in_check() { format!("{turn} to move, in check") } else { format!("{turn} to move") }
}

/// The side's name at the start of a sentence.
pub(crate) const fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
