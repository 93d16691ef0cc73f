//! Parsing a move in SAN.

use super::Letters;
use crate::{Expected, File, Promotion, Rank, Role, Square, TextError, TextField};

/// A parsed move, before a position decides what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum San {
    /// Castling: `O-O` or `O-O-O`.
    Castling {
        /// True for `O-O`, toward the h-file.
        kingside: bool,
    },
    /// Any move except castling.
    Normal {
        /// The role of the piece that moves.
        role: Role,
        /// The file of origin, if it is written.
        file: Option<File>,
        /// The rank of origin, if it is written.
        rank: Option<Rank>,
        /// Whether it is written as a capture.
        capture: bool,
        /// The target square.
        to: Square,
        /// The promotion piece.
        promotion: Option<Promotion>,
    },
}

impl San {
    /// Parses a move with English letters.
    ///
    /// ```
    /// use tabiya_rules::San;
    /// assert_eq!(San::parse("O-O"), Ok(San::Castling { kingside: true }));
    /// assert!(San::parse("Ni3").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<San, TextError> {
        San::parse_with(text, Letters::English)
    }

    /// Parses a move. Castling may be written with zeros, `+ # x = ! ?` may be missing or superfluous, `e.p.` may
    /// follow, and the origin may be given in full, as in long algebraic notation.
    #[inline]
    pub fn parse_with(text: &str, letters: Letters) -> Result<San, TextError> {
        read(text, letters)
            .map_err(|SanFault { at, expected }| TextError::at(TextField::Move, text, at, expected))
    }
}

/// What was expected at which byte. Cheap to make; only [`San::parse_with`] turns it into a [`TextError`].
struct SanFault {
    at: usize,
    expected: Expected,
}

#[inline(always)]
fn read(text: &str, letters: Letters) -> Result<San, SanFault> {
    let wrong = |at, expected| Err(SanFault { at, expected });
    let bytes = text.as_bytes();
    let mut end = bytes.len();
    if bytes.last() == Some(&b'.') {
        end = text.strip_suffix("e.p.").map_or(end, |before| before.trim_ascii_end().len());
    }
    while end > 0 && matches!(bytes[end - 1], b'+' | b'#' | b'!' | b'?' | b'=') {
        end -= 1;
    }
    let Some(&first) = bytes.first() else { return wrong(0, Expected::Move) };
    if matches!(first, b'O' | b'0' | b'o')
        && let Some(kingside) = castling(&bytes[..end])
    {
        return Ok(San::Castling { kingside });
    }

    let (role, mut start) = leading_role(text, letters);
    let ends_with_digit = end > 0 && bytes[end - 1].is_ascii_digit();
    let promotion =
        if role == Role::Pawn && !ends_with_digit { promotion(text, &mut end, letters)? } else { None };

    if start + 2 > end {
        return wrong(start, Expected::PieceOrSquare);
    }
    let Some(to) = Square::from_bytes(&bytes[end - 2..end]) else {
        let rank_is_wrong = !matches!(bytes[end - 1], b'1'..=b'8');
        return wrong(end - 2 + usize::from(rank_is_wrong), Expected::TargetSquare);
    };
    let mut before_target = end - 2;
    let separator = start < before_target && matches!(bytes[before_target - 1], b'x' | b':' | b'-');
    before_target -= usize::from(separator);
    let (mut file, mut rank) = (None, None);
    if start < before_target {
        file = File::from_letter(char::from(bytes[start]));
        start += usize::from(file.is_some());
    }
    if start < before_target {
        rank = Rank::from_digit(char::from(bytes[start]));
        start += usize::from(rank.is_some());
    }
    if start != before_target {
        return wrong(start, Expected::FileRankOrTarget);
    }
    let capture = separator && bytes[end - 3] != b'-';
    Ok(San::Normal { role, file, rank, capture, to, promotion })
}

/// The role of the leading piece letter and its length in bytes; a pawn and 0 if there is no letter.
#[inline(always)]
fn leading_role(text: &str, letters: Letters) -> (Role, usize) {
    let first = text.chars().next();
    match first.and_then(|letter| Some((letters.read(letter)?, letter.len_utf8()))) {
        Some(named) => named,
        None => (Role::Pawn, 0),
    }
}

fn castling(text: &[u8]) -> Option<bool> {
    match text {
        b"O-O" | b"0-0" | b"o-o" => Some(true),
        b"O-O-O" | b"0-0-0" | b"o-o-o" => Some(false),
        _ => None,
    }
}

/// Takes `=Q`, `Q`, `(Q)`, `=(Q)` or `/Q` off the end of a move that does not end with a rank.
#[cold]
fn promotion(text: &str, end: &mut usize, letters: Letters) -> Result<Option<Promotion>, SanFault> {
    let whole = &text[..*end];
    let parenthesis = whole.strip_suffix(')');
    let rest = parenthesis.unwrap_or(whole);
    let letter = rest.chars().next_back();
    let before = &rest[..rest.len() - letter.map_or(0, char::len_utf8)];
    let Some(promotion) = letter.and_then(|letter| letters.read_promotion(letter)) else {
        return Err(SanFault { at: before.len(), expected: Expected::SquareOrPromotion });
    };
    let before = match parenthesis {
        Some(_) => before
            .strip_suffix('(')
            .ok_or(SanFault { at: before.len(), expected: Expected::OpeningParenthesis })?,
        None => before,
    };
    let before = before.strip_suffix(['=', '/']).unwrap_or(before);
    *end = before.len();
    Ok(Some(promotion))
}
