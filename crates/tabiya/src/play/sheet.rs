//! Moves as a score sheet has them.

use crate::diagram::wrapped;
use game::Game;
use rules::{Color, Move, Position};

/// The game with its move numbers and its result: `1. f3 e5 2. g4 Qh4# 0-1`.
pub(super) fn sheet(game: &Game, result: &str) -> String {
    let words = numbered(game.positions().zip(game.record().iter().map(|played| played.san.to_string())));
    wrapped(words.iter().map(String::as_str).chain([result]))
}

/// A line of moves from a position, with their numbers.
pub(super) fn line(start: &Position, moves: &[Move]) -> String {
    let mut here = *start;
    let played = moves.iter().map_while(|mv| {
        let before = here;
        let legal = before.legal(*mv)?;
        here = legal.play();
        Some((before, legal.san()))
    });
    let words = numbered(played);
    wrapped(words.iter().map(String::as_str))
}

/// Moves as they are written, each with the position before it.
fn numbered(moves: impl Iterator<Item = (Position, String)>) -> Vec<String> {
    let mut words = Vec::new();
    for (before, san) in moves {
        match before.turn() {
            Color::White => words.push(format!("{}. {san}", before.fullmoves())),
            Color::Black if words.is_empty() => words.push(format!("{}... {san}", before.fullmoves())),
            Color::Black => words.push(san),
        }
    }
    words
}
