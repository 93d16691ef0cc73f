//! The error for text that cannot be read.

use crate::Expected;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;

/// Text that cannot be parsed: the field, the byte, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextError {
    /// The part of the text that is wrong.
    pub field: TextField,
    /// The offset of the offending byte in the text that was passed in.
    pub at: usize,
    /// The text found there; empty at the end of the text.
    pub found: String,
    /// What the parser expected instead.
    pub expected: Expected,
}

/// A part of a text that can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextField {
    /// Of a FEN: the pieces.
    Placement,
    /// Of a FEN: the side to move.
    Turn,
    /// Of a FEN: the castling rights.
    Castling,
    /// Of a FEN: the en-passant square.
    EnPassant,
    /// Of a FEN: the half-moves since the last capture or pawn move.
    HalfmoveClock,
    /// Of a FEN: the number of the move.
    MoveNumber,
    /// Text after the last field of a FEN.
    End,
    /// A square by itself.
    Square,
    /// A move in any notation.
    Move,
    /// An operation of an EPD.
    Operation,
}

impl TextField {
    /// A code for programs; its spelling never changes.
    ///
    /// ```
    /// use tabiya_rules::{FenError, Position, TextField, Variant};
    /// let Err(FenError::Text(error)) = Position::parse_fen("8/8 w", Variant::Standard) else { unreachable!() };
    /// assert_eq!((error.field, error.field.code()), (TextField::Placement, "placement"));
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            TextField::Placement => "placement",
            TextField::Turn => "turn",
            TextField::Castling => "castling",
            TextField::EnPassant => "en_passant",
            TextField::HalfmoveClock => "halfmove_clock",
            TextField::MoveNumber => "move_number",
            TextField::End => "end",
            TextField::Square => "square",
            TextField::Move => "move",
            TextField::Operation => "operation",
        }
    }
}

/// The field's name for people.
impl fmt::Display for TextField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            TextField::EnPassant => "en passant",
            TextField::HalfmoveClock => "halfmove clock",
            TextField::MoveNumber => "move number",
            other => other.code(),
        })
    }
}

/// Longer texts are truncated, because people read the error.
const MAX_FOUND_LENGTH: usize = 40;

impl TextError {
    pub(crate) fn new(field: TextField, found: &str, at: usize, expected: Expected) -> TextError {
        let found = match found.char_indices().nth(MAX_FOUND_LENGTH) {
            Some((end, _)) => [&found[..end], "…"].concat(),
            None => found.to_string(),
        };
        TextError { field, at, found, expected }
    }

    /// The error at one character of `text`, or at its end.
    #[cold]
    pub(crate) fn at(field: TextField, text: &str, at: usize, expected: Expected) -> TextError {
        let at = text.floor_char_boundary(at);
        let found = text[at..].chars().next();
        TextError { field, at, found: found.map(String::from).unwrap_or_default(), expected }
    }

    /// The same error, for a text in which the parsed part starts at `start`.
    pub(crate) fn moved_by(mut self, start: usize) -> TextError {
        self.at += start;
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextError { field, at, found, expected } = self;
        if found.is_empty() {
            write!(f, "{field}: expected {expected}, found nothing at byte {at}")
        } else {
            // Escaped, so that a control character cannot break the line it is printed on.
            write!(f, "{field}: expected {expected}, found {found:?} at byte {at}")
        }
    }
}

impl Error for TextError {}
