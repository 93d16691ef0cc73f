//! Moves as on a score sheet.

use crate::diagram::wrapped;
use game::Game;
use rules::{Color, Letters, Move, Position};

/// The game with its move numbers, draw offers and result: `1. f3 e5 (=) 2. g4 Qh4# 0-1`.
pub(super) fn sheet(game: &Game, result: &str, letters: Letters) -> String {
    let offered = game.record().iter().map(|played| played.draw_offered);
    // E09: a draw offer is marked on the score sheet (FIDE 8.1.5).
    let written = moves(game, letters)
        .into_iter()
        .zip(offered)
        .map(|(san, offered)| if offered { san + " (=)" } else { san });
    let words = numbered(game.positions().zip(written));
    wrapped(words.iter().map(String::as_str).chain([result]))
}

/// The moves of a game, without their numbers.
pub(super) fn moves(game: &Game, letters: Letters) -> Vec<String> {
    let played = game.positions().zip(game.record());
    let written = played.map(|(before, played)| match before.legal(played.mv) {
        Some(legal) => legal.san_with(letters),
        None => played.san.to_string(),
    });
    written.collect()
}

/// A line of moves from a position, with their numbers.
pub(super) fn line(start: &Position, moves: &[Move], letters: Letters) -> String {
    let mut here = *start;
    let played = moves.iter().map_while(|mv| {
        let before = here;
        let legal = before.legal(*mv)?;
        here = legal.play();
        Some((before, legal.san_with(letters)))
    });
    let words = numbered(played);
    wrapped(words.iter().map(String::as_str))
}

/// Adds the move numbers to moves in SAN, each with the position before it.
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
