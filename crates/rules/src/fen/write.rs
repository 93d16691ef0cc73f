//! Writing a FEN.

use super::{CastlingStyle, outermost};
use crate::{Board, Color, Rank, Setup, SquareSet};
use alloc::string::String;

impl Setup {
    /// The set-up as FEN. What FEN cannot say, such as a castling right in the middle of the board, is left
    /// out.
    pub fn fen(&self) -> String {
        self.fen_with(CastlingStyle::XFen)
    }

    /// [`Setup::fen`] with castling rights in a style of choice.
    pub fn fen_with(&self, style: CastlingStyle) -> String {
        let mut text = Buffer::new();
        self.write_four_fields(style, &mut text);
        text.push(b' ');
        text.push_number(self.halfmoves);
        text.push(b' ');
        text.push_number(self.fullmoves);
        text.as_str().into()
    }

    /// The fields that FEN and EPD share.
    pub(crate) fn write_four_fields(&self, style: CastlingStyle, text: &mut Buffer) {
        write_placement(&self.board, text);
        text.push(b' ');
        text.push(self.turn.letter() as u8);
        text.push(b' ');
        self.write_castling(style, text);
        text.push(b' ');
        match self.en_passant {
            Some(square) => {
                text.push(square.file().letter() as u8);
                text.push(square.rank().digit() as u8);
            }
            None => text.push(b'-'),
        }
    }

    fn write_castling(&self, style: CastlingStyle, text: &mut Buffer) {
        if (self.castling & SquareSet::BACK_RANKS).is_empty() {
            text.push(b'-');
        }
        for color in Color::ALL {
            let rights = self.castling & SquareSet::rank(Rank::First.relative_to(color));
            for rook in rights.iter().rev() {
                let letter = match style {
                    CastlingStyle::XFen if rook == outermost(&self.board, color, true) => b'K',
                    CastlingStyle::XFen if rook == outermost(&self.board, color, false) => b'Q',
                    _ => rook.file().letter().to_ascii_uppercase() as u8,
                };
                text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
            }
        }
    }
}

/// Room for the longest FEN: 71 bytes of placement, 16 of castling, twice 5 of numbers and some between.
pub(crate) struct Buffer {
    bytes: [u8; Buffer::SIZE],
    length: usize,
}

impl Buffer {
    const SIZE: usize = 128;

    pub(crate) const fn new() -> Buffer {
        Buffer { bytes: [0; Buffer::SIZE], length: 0 }
    }

    #[inline(always)]
    fn push(&mut self, byte: u8) {
        self.push_if(true, byte);
    }

    /// Writes always and keeps the byte only on this condition: no branch.
    #[inline(always)]
    fn push_if(&mut self, condition: bool, byte: u8) {
        self.bytes[self.length % Buffer::SIZE] = byte;
        self.length += usize::from(condition);
    }

    /// Copies all and keeps what counts.
    #[inline(always)]
    fn push_gap(&mut self, gap: &Gap) {
        self.bytes[self.length..self.length + gap.bytes.len()].copy_from_slice(&gap.bytes);
        self.length += usize::from(gap.length);
    }

    fn push_number(&mut self, number: u16) {
        let digit = |divisor: u16| b'0' + (number / divisor % 10) as u8;
        for divisor in [10_000, 1_000, 100, 10] {
            self.push_if(number >= divisor, digit(divisor));
        }
        self.push(digit(1));
    }

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).expect("only ASCII was pushed")
    }
}

/// Goes from piece to piece with what stands between two of them ready in a table: where pieces stand cannot
/// be predicted, and every branch that asks would cost the CPU more than the answer.
fn write_placement(board: &Board, text: &mut Buffer) {
    const LETTERS: &[u8; 16] = b"PNBRQK\0\0pnbrqk\0\0";
    // In the order of FEN, a8 to h1, which is that of the bytes turned around.
    let [_, knights, bishops, rooks, queens, kings] = board.roles.map(|set| set.bits().swap_bytes());
    let black = board.by_color(Color::Black).bits().swap_bytes();
    let planes = [knights | rooks | kings, bishops | rooks, queens | kings, black];
    // How much of the rank is written already; the square that is next.
    let (mut written, mut next) = (0, 0);
    for square in SquareSet(board.occupied().bits().swap_bytes()) {
        let index = square.index();
        text.push_gap(&GAPS[written][index - next]);
        let [low, middle, high, black] = planes.map(|plane| plane >> index & 1);
        text.push(LETTERS[(low | middle << 1 | high << 2 | black << 3) as usize & 15]);
        (written, next) = (index % 8 + 1, index + 1);
    }
    text.push_gap(&GAPS[written][64 - next]);
    text.length -= 1; // no slash after the last rank
}

/// Digits for so many empty squares with a slash after every rank that is full, and how many bytes count.
struct Gap {
    bytes: [u8; 16],
    length: u8,
}

/// By how much of the rank is written before, and the number of empty squares.
static GAPS: [[Gap; 65]; 9] = {
    let mut gaps = [const { [const { Gap { bytes: [0; 16], length: 0 } }; 65] }; 9];
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
    let mut gap = Gap { bytes: [0; 16], length: 0 };
    let (mut file, mut left) = (written, squares);
    while left > 0 || file == 8 {
        // A board has no more than 64 squares; the last rows of the table are never asked for.
        let place = gap.length as usize % 16;
        if file == 8 {
            gap.bytes[place] = b'/';
            file = 0;
        } else {
            let empty = if left < 8 - file { left } else { 8 - file };
            gap.bytes[place] = b'0' + empty as u8;
            file += empty;
            left -= empty;
        }
        gap.length += 1;
    }
    gap
}
