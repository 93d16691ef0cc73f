//! Moves as a score sheet has them.

use crate::diagram::wrapped;
use game::Game;
use rules::{Color, Move, Position};

/// The game with its move numbers and its result: `1. f3 e5 2. g4 Qh4# 0-1`.
pub(super) fn sheet(game: &Game, result: &str) -> String {
    let moves = game.record().iter().map(|played| (played.san.clone(), played.after));
    let words = numbered(game.settings().start, moves);
    wrapped(words.iter().map(String::as_str).chain([result]))
}

/// A line of moves from a position, with their numbers.
pub(super) fn line(start: &Position, moves: &[Move]) -> String {
    let mut here = *start;
    let played = moves.iter().map_while(|mv| {
        let legal = here.legal(*mv)?;
        let (san, after) = (legal.san(), legal.play());
        here = after;
        Some((san, after))
    });
    let words = numbered(*start, played);
    wrapped(words.iter().map(String::as_str))
}

fn numbered(start: Position, moves: impl Iterator<Item = (String, Position)>) -> Vec<String> {
    let mut words = Vec::new();
    let mut before = start;
    for (san, after) in moves {
        match before.turn() {
            Color::White => words.push(format!("{}. {san}", before.fullmoves())),
            Color::Black if words.is_empty() => words.push(format!("{}... {san}", before.fullmoves())),
            Color::Black => words.push(san),
        }
        before = after;
    }
    words
}
