//! A SAN with the piece letters of any language is refused, or it is a legal move that can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_rules::{Letters, Position, Variant};

/// Castling on both sides, promotion, en passant, and moves that need disambiguation; the first byte chooses.
const POSITIONS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/pPp3p1/8/3pP3/8/8/PP4p1/R3K2R w KQkq d6 0 1",
    "1k6/8/8/8/4Q2Q/2N3N1/8/K2N1N1Q w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "1r2kr1r/8/8/8/8/8/8/1R2KR1R w FQfq - 0 1",
];

fuzz_target!(|input: (u8, &str)| {
    let (number, text) = input;
    let fen = POSITIONS[usize::from(number) % POSITIONS.len()];
    let position = Position::parse_fen(fen, Variant::Chess960).expect("a playable position");
    for letters in [Letters::English, Letters::Portuguese, Letters::Figurine] {
        match position.parse_san_with(text, letters) {
            Ok(legal) => {
                assert_eq!(position.legal(legal), Some(legal));
                for written in [legal.san_with(letters), legal.long_algebraic(letters)] {
                    assert_eq!(position.parse_san_with(&written, letters), Ok(legal), "{written}");
                }
            }
            Err(error) => drop(error.to_string()),
        }
    }
});
