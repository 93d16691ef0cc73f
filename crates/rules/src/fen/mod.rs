//! Positions as text: FEN, with X-FEN and Shredder-FEN for Chess960 (law N03).

mod fields;
mod read;
mod write;

pub(crate) use fields::Fields;
pub(crate) use write::{Buffer, FourFields};

use crate::{
    Board, Color, File, IllegalSetup, Position, Rank, Role, Setup, Square, SquareSet, TextError, Variant,
};
use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// Why a text is not a playable position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// It cannot be parsed.
    Text(TextError),
    /// It can be parsed, but the position cannot be played from.
    Illegal(IllegalSetup),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Text(error) => error.fmt(f),
            FenError::Illegal(error) => error.fmt(f),
        }
    }
}

impl Error for FenError {}

impl From<TextError> for FenError {
    fn from(error: TextError) -> FenError {
        FenError::Text(error)
    }
}

impl From<IllegalSetup> for FenError {
    fn from(error: IllegalSetup) -> FenError {
        FenError::Illegal(error)
    }
}

/// How castling rights are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CastlingStyle {
    /// `KQkq`, with the file's letter only if another rook stands farther out: FEN and X-FEN.
    #[default]
    XFen,
    /// Always the file's letter, as in `HAha`: Shredder-FEN.
    Shredder,
}

impl Position {
    /// Parses a FEN; castling rights may be written in any style. The two counters at the end may be missing.
    ///
    /// ```
    /// use tabiya_rules::{Position, Variant};
    /// let text = "7k/8/8/8/8/8/8/2R1K1R1 w GC - 0 1";
    /// assert!(Position::parse_fen(text, Variant::Chess960).is_ok());
    /// let error = Position::parse_fen(text, Variant::Standard).unwrap_err();
    /// assert_eq!(error.to_string(), "castling: white has a right that exists only in Chess960");
    /// ```
    pub fn parse_fen(text: &str, variant: Variant) -> Result<Position, FenError> {
        Ok(Setup::parse_fen(text, variant)?.validate()?)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::parse_fen(text, Variant::Standard)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.fen()).finish()
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

/// The rook that `K` or `Q` stands for in X-FEN: the one farthest from the king on that side. If there is none, the
/// corner, so that the set-up is refused for the right reason.
fn outermost(board: &Board, color: Color, kingside: bool) -> Square {
    let rank = Rank::First.relative_to(color);
    let back_rank = SquareSet::rank(rank);
    let rooks = board.pieces(color, Role::Rook) & back_rank;
    let king = (board.pieces(color, Role::King) & back_rank).single();
    if kingside {
        let rook = king.and_then(|king| rooks.last().filter(|rook| rook.index() > king.index()));
        rook.unwrap_or(Square::new(File::H, rank))
    } else {
        let rook = king.and_then(|king| rooks.first().filter(|rook| rook.index() < king.index()));
        rook.unwrap_or(Square::new(File::A, rank))
    }
}
