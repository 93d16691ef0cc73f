//! Writing a FEN.

use super::{CastlingStyle, outermost};
use crate::{Board, Color, Position, Rank, Setup, Square, SquareSet};
use alloc::string::String;

impl Setup {
    /// The set-up as FEN. What FEN cannot express, such as a castling right in the middle of the board, is left out.
    pub fn fen(&self) -> String {
        self.fen_with(CastlingStyle::XFen)
    }

    /// [`Setup::fen`] with castling rights in this style.
    ///
    /// ```
    /// use tabiya_rules::{CastlingStyle, Setup};
    /// let fen = Setup::start().fen_with(CastlingStyle::Shredder);
    /// assert!(fen.ends_with(" w HAha - 0 1"));
    /// ```
    pub fn fen_with(&self, style: CastlingStyle) -> String {
        let Setup { ref board, turn, castling, en_passant, halfmoves, fullmoves, .. } = *self;
        write_fen(&FourFields { board, turn, castling, en_passant, style }, halfmoves, fullmoves)
    }
}

impl Position {
    /// The position as FEN, with an en-passant square only if a capture there is legal.
    pub fn fen(&self) -> String {
        self.fen_with(CastlingStyle::XFen)
    }

    /// [`Position::fen`] with castling rights in this style.
    pub fn fen_with(&self, style: CastlingStyle) -> String {
        write_fen(&FourFields::of(self, style), self.halfmoves(), self.fullmoves())
    }
}

fn write_fen(fields: &FourFields<'_>, halfmoves: u16, fullmoves: u16) -> String {
    let mut text = Buffer::new();
    fields.write(&mut text);
    text.push(b' ');
    text.push_number(halfmoves);
    text.push(b' ');
    text.push_number(fullmoves);
    text.as_str().into()
}

/// The four fields that FEN and EPD share.
pub(crate) struct FourFields<'b> {
    board: &'b Board,
    turn: Color,
    castling: SquareSet,
    en_passant: Option<Square>,
    style: CastlingStyle,
}

impl FourFields<'_> {
    pub(crate) fn of(position: &Position, style: CastlingStyle) -> FourFields<'_> {
        FourFields {
            board: position.board(),
            turn: position.turn(),
            castling: position.castling(),
            en_passant: position.en_passant(),
            style,
        }
    }

    pub(crate) fn write(&self, text: &mut Buffer) {
        write_placement(self.board, text);
        text.push(b' ');
        text.push(self.turn.letter() as u8);
        text.push(b' ');
        self.write_castling(text);
        text.push(b' ');
        match self.en_passant {
            Some(square) => {
                text.push(square.file().letter() as u8);
                text.push(square.rank().digit() as u8);
            }
            None => text.push(b'-'),
        }
    }

    fn write_castling(&self, text: &mut Buffer) {
        if (self.castling & SquareSet::BACK_RANKS).is_empty() {
            text.push(b'-');
            return;
        }
        for color in Color::ALL {
            let rights = self.castling & SquareSet::rank(Rank::First.relative_to(color));
            for rook in rights.iter().rev() {
                let letter = match self.style {
                    CastlingStyle::XFen if rook == outermost(self.board, color, true) => b'K',
                    CastlingStyle::XFen if rook == outermost(self.board, color, false) => b'Q',
                    _ => rook.file().letter().to_ascii_uppercase() as u8,
                };
                text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
    }
}

/// A buffer of more than twice the longest FEN, so that an index can be masked instead of checked.
pub(crate) struct Buffer {
    bytes: [u8; Buffer::SIZE],
    length: usize,
}

impl Buffer {
    const SIZE: usize = 256;

    pub(crate) const fn new() -> Buffer {
        Buffer { bytes: [0; Buffer::SIZE], length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.push_if(true, byte);
    }

    /// Always writes the byte, and keeps it only if the condition holds: no branch.
    #[inline(always)]
    fn push_if(&mut self, condition: bool, byte: u8) {
        self.bytes[self.length % Buffer::SIZE] = byte;
        self.length += usize::from(condition);
    }

    /// Copies the whole gap and keeps as many bytes as it has.
    #[inline(always)]
    fn push_gap(&mut self, gap: &Gap) {
        let start = self.length % (Buffer::SIZE / 2);
        self.bytes[start..start + gap.len()].copy_from_slice(gap);
        self.length += usize::from(gap[LENGTH]);
    }

    fn push_number(&mut self, number: u16) {
        let digit = |divisor: u16| b'0' + (number / divisor % 10) as u8;
        if number >= 100 {
            for divisor in [10_000, 1_000, 100] {
                self.push_if(number >= divisor, digit(divisor));
            }
        }
        self.push_if(number >= 10, digit(10));
        self.push(digit(1));
    }

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).expect("only ASCII was pushed")
    }
}

/// Goes from piece to piece and takes the text between two of them from a table. The CPU cannot predict where pieces
/// stand, so every branch on it would cost more than a lookup.
fn write_placement(board: &Board, text: &mut Buffer) {
    const LETTERS: &[u8; 16] = b"PNBRQK\0\0pnbrqk\0\0";
    // Swapping the bytes turns the order of squares into that of FEN, a8 to h1.
    let [_, knights, bishops, rooks, queens, kings] = board.roles.map(|set| set.bits().swap_bytes());
    let black = board.by_color(Color::Black).bits().swap_bytes();
    let planes = [knights | rooks | kings, bishops | rooks, queens | kings, black];
    // The number of squares of the rank already written, and the next square.
    let (mut written, mut next) = (0, 0);
    for square in SquareSet(board.occupied().bits().swap_bytes()) {
        let index = square.index();
        text.push_gap(&GAPS[written][(index - next) % MAX_GAPS]);
        let [low, middle, high, black] = planes.map(|plane| plane >> index & 1);
        text.push(LETTERS[(low | middle << 1 | high << 2 | black << 3) as usize & 15]);
        (written, next) = (index % 8 + 1, index + 1);
    }
    if next < 64 {
        text.push_gap(&GAPS[written][64 - next]);
        text.length -= 1; // nothing follows the last rank
    }
}

/// Digits for empty squares, with a slash after each full rank; the last byte is the number of bytes in use.
type Gap = [u8; 16];
const LENGTH: usize = 15;

/// More than 64, and a power of two, so that an index is masked instead of checked.
const MAX_GAPS: usize = 128;

/// Indexed by the number of squares of the rank already written, and by the number of empty squares.
static GAPS: [[Gap; MAX_GAPS]; 9] = {
    let mut gaps = [[[0; 16]; MAX_GAPS]; 9];
    let mut written = 0;
    while written <= 8 {
        let mut squares = 0;
        while squares <= 64 {
            gaps[written][squares] = gap(written, squares);
            squares += 1;
        }
        written += 1;
    }
    gaps
};

const fn gap(written: usize, squares: usize) -> Gap {
    let mut gap = [0; 16];
    let mut length = 0;
    let (mut file, mut left) = (written, squares);
    while left > 0 || file == 8 {
        let byte = if file == 8 {
            file = 0;
            b'/'
        } else {
            let empty = if left < 8 - file { left } else { 8 - file };
            file += empty;
            left -= empty;
            b'0' + empty as u8
        };
        // The only byte that may not fit is the slash after the last rank, which the caller removes.
        if length < LENGTH {
            gap[length] = byte;
        }
        length += 1;
    }
    gap[LENGTH] = length as u8;
    gap
}
