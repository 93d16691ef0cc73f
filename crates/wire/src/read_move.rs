//! A move that a player clicked or typed.

use rules::{LegalMove, Letters, MoveError, Position, Variant};
use serde::Serialize;

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ReadMove {
    /// One legal move.
    Legal {
        uci: String,
        /// The move in SAN.
        san: String,
    },
    /// A pawn reaches the last rank, and the promotion piece is missing (law S10).
    Promotion,
    /// No legal move, or more than one.
    Illegal {
        /// The reason, with the text that was found.
        error: String,
    },
}

/// Reads a move as UCI or as SAN, with English, figurine or Portuguese letters. A text that is legal in several of
/// these is read in the first one.
pub fn read_move(fen: &str, variant: Variant, text: &str) -> ReadMove {
    let position = match Position::parse_fen(fen, variant) {
        Ok(position) => position,
        Err(error) => return ReadMove::Illegal { error: error.to_string() },
    };
    let read = position.parse_move(text);
    let otherwise = || {
        let letters = [Letters::Figurine, Letters::Portuguese];
        letters.into_iter().find_map(|letters| position.parse_san_with(text, letters).ok())
    };
    match read {
        Ok(legal) => ReadMove::legal(legal),
        Err(MoveError::PromotionMissing { .. }) => ReadMove::Promotion,
        Err(error) => otherwise().map_or(ReadMove::Illegal { error: error.to_string() }, ReadMove::legal),
    }
}

impl ReadMove {
    fn legal(legal: LegalMove<'_>) -> ReadMove {
        ReadMove::Legal { uci: legal.uci(), san: legal.san() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn every_notation_is_read() {
        let knight = ReadMove::Legal { uci: "g1f3".into(), san: "Nf3".into() };
        for text in ["Nf3", "g1f3", "Cf3", "♘f3"] {
            assert_eq!(read_move(START, Variant::Standard, text), knight, "{text}");
        }
        assert!(matches!(read_move(START, Variant::Standard, "Ke2"), ReadMove::Illegal { .. }));
        assert!(matches!(read_move("", Variant::Standard, "e4"), ReadMove::Illegal { .. }));
    }

    #[test]
    fn a_pawn_on_the_last_rank_has_to_become_something() {
        let fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
        assert_eq!(read_move(fen, Variant::Standard, "a7a8"), ReadMove::Promotion);
    }
}
