//! Positions as text: FEN, with X-FEN and Shredder-FEN for Chess960 (law N03).

use crate::{
    Board, Color, File, IllegalSetup, Position, Rank, Role, Setup, Square, SquareSet, TextError, Variant,
};
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// Why a text is no playable position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// It cannot be read.
    Text(TextError),
    /// It can be read, but not played from.
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
pub enum CastlingStyle {
    /// `KQkq`, with the file's letter only where another rook stands farther out: FEN and X-FEN.
    #[default]
    XFen,
    /// Always the file's letter, as in `HAha`: Shredder-FEN.
    Shredder,
}

impl Position {
    /// Reads a FEN; castling rights may be written in any style. The two counters at the end may be missing.
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

    /// The position as FEN, with an en-passant square only where a capture there is legal.
    pub fn fen(&self) -> String {
        self.setup().fen()
    }

    /// [`Position::fen`] with castling rights in a style of choice.
    pub fn fen_with(&self, style: CastlingStyle) -> String {
        self.setup().fen_with(style)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Position::parse_fen(text, Variant::Standard)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl Setup {
    /// Reads a FEN without asking whether it is playable.
    pub fn parse_fen(text: &str, variant: Variant) -> Result<Setup, TextError> {
        let mut fields = Fields::new(text);
        let mut setup = Setup::parse_four_fields(&mut fields, variant)?;
        if let Some(field) = fields.next() {
            setup.halfmoves = field.number("halfmove clock")?;
        }
        if let Some(field) = fields.next() {
            setup.fullmoves = field.number("move number")?;
        }
        match fields.next() {
            None => Ok(setup),
            Some(field) => Err(TextError::new("end", field.text, field.start, "no more than six fields")),
        }
    }

    /// The fields that FEN and EPD share.
    pub(crate) fn parse_four_fields(fields: &mut Fields<'_>, variant: Variant) -> Result<Setup, TextError> {
        let mut setup = Setup { variant, ..Setup::EMPTY };
        setup.board = placement(fields.expect("placement", "eight ranks separated by '/'")?)?;
        setup.turn = turn(fields.expect("turn", "w or b")?)?;
        setup.castling = castling(fields.expect("castling", CASTLING)?, &setup.board)?;
        setup.en_passant = en_passant(fields.expect("en passant", EN_PASSANT)?)?;
        Ok(setup)
    }

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

/// The fields of a text with their places in it.
#[derive(Clone)]
pub(crate) struct Fields<'t> {
    text: &'t str,
    at: usize,
}

/// A field and where it starts.
#[derive(Clone, Copy)]
pub(crate) struct Field<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
}

impl<'t> Fields<'t> {
    pub(crate) fn new(text: &'t str) -> Fields<'t> {
        Fields { text, at: 0 }
    }

    /// What has not been read yet, and where it starts.
    pub(crate) fn rest(&self) -> Field<'t> {
        Field { text: &self.text[self.at..], start: self.at }
    }

    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = at;
    }

    pub(crate) fn next(&mut self) -> Option<Field<'t>> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        while bytes.get(start).is_some_and(u8::is_ascii_whitespace) {
            start += 1;
        }
        let mut end = start;
        while bytes.get(end).is_some_and(|byte| !byte.is_ascii_whitespace()) {
            end += 1;
        }
        self.at = end;
        (start < end).then(|| Field { text: &self.text[start..end], start })
    }

    fn expect(&mut self, name: &'static str, expected: &'static str) -> Result<Field<'t>, TextError> {
        self.next().ok_or_else(|| TextError::new(name, "", self.text.len(), expected))
    }
}

impl Field<'_> {
    /// What stands before the first `;`.
    pub(crate) fn before_semicolon(self) -> Self {
        let text = self.text.split(';').next().unwrap_or_default();
        Field { text, start: self.start }
    }

    pub(crate) fn is_digits(&self) -> bool {
        !self.text.is_empty() && self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    pub(crate) fn end(self) -> usize {
        self.start + self.text.len()
    }

    /// The error at one character of this field, or just behind it.
    fn error(self, name: &'static str, at: usize, expected: &'static str) -> TextError {
        TextError::at(name, self.text, at, expected).moved_by(self.start)
    }

    /// The error about the whole of this field.
    fn wrong(self, name: &'static str, expected: &'static str) -> TextError {
        TextError::new(name, self.text, self.start, expected)
    }

    pub(crate) fn number(self, name: &'static str) -> Result<u16, TextError> {
        let mut number = 0u16;
        for byte in self.text.bytes() {
            let digit = byte.wrapping_sub(b'0');
            number = match number.checked_mul(10).and_then(|tens| tens.checked_add(u16::from(digit))) {
                Some(number) if digit < 10 => number,
                _ => return Err(self.wrong(name, "a number from 0 to 65535")),
            };
        }
        Ok(number)
    }
}

const CASTLING: &str = "'-' or letters KQkq or A-H a-h, each once";
const EN_PASSANT: &str = "'-' or a square";

fn placement(field: Field<'_>) -> Result<Board, TextError> {
    const NAME: &str = "placement";
    let mut board = Board::EMPTY;
    let (mut rank, mut file) = (7u32, 0u32);
    let mut after_digit = false;
    for (at, byte) in field.text.bytes().enumerate() {
        let code = PLACEMENT_CODES[usize::from(byte)];
        match code {
            PIECE_CODES.. => {
                if file > 7 {
                    return Err(field.error(NAME, at, "'/' after eight squares of a rank"));
                }
                let square = SquareSet::of(Square::wrapping(rank * 8 + file));
                board.roles[usize::from(code & 7) % 6] |= square;
                board.colors[usize::from(code >> 3 & 1)] |= square;
                file += 1;
                after_digit = false;
            }
            1..=8 => {
                if after_digit {
                    return Err(field.error(NAME, at, "one digit, not two in a row"));
                }
                file += u32::from(code);
                if file > 8 {
                    return Err(field.error(NAME, at, "no more than eight squares in a rank"));
                }
                after_digit = true;
            }
            END_OF_RANK => {
                if file < 8 {
                    return Err(field.error(NAME, at, "eight squares before the rank ends"));
                }
                if rank == 0 {
                    return Err(field.error(NAME, at, "no more than eight ranks"));
                }
                (rank, file, after_digit) = (rank - 1, 0, false);
            }
            _ => return Err(field.error(NAME, at, "a piece letter, a digit 1-8 or '/'")),
        }
    }
    match (rank, file) {
        (0, 8) => Ok(board),
        (0, _) => Err(field.error(NAME, field.text.len(), "eight squares before the rank ends")),
        _ => Err(field.error(NAME, field.text.len(), "eight ranks separated by '/'")),
    }
}

/// 1 to 8 are digits; from here on the low three bits are a role and the next is the colour.
const PIECE_CODES: u8 = 16;
const END_OF_RANK: u8 = 9;

/// What each byte means in a placement; 0 is nothing.
static PLACEMENT_CODES: [u8; 256] = {
    let mut codes = [0; 256];
    let mut digit = 1;
    while digit <= 8 {
        codes[b'0' as usize + digit] = digit as u8;
        digit += 1;
    }
    codes[b'/' as usize] = END_OF_RANK;
    let mut role = 0;
    while role < 6 {
        let letter = Role::ALL[role].letter();
        codes[letter as usize] = PIECE_CODES | role as u8;
        codes[letter.to_ascii_lowercase() as usize] = PIECE_CODES | 8 | role as u8;
        role += 1;
    }
    codes
};

fn turn(field: Field<'_>) -> Result<Color, TextError> {
    match field.text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(field.wrong("turn", "w or b")),
    }
}

fn castling(field: Field<'_>, board: &Board) -> Result<SquareSet, TextError> {
    let mut rooks = SquareSet::EMPTY;
    if field.text == "-" {
        return Ok(rooks);
    }
    for (at, letter) in field.text.char_indices() {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match letter.to_ascii_lowercase() {
            'k' => outermost(board, color, true),
            'q' => outermost(board, color, false),
            file => match File::from_letter(file) {
                Some(file) => Square::new(file, Rank::First.relative_to(color)),
                None => return Err(field.error("castling", at, CASTLING)),
            },
        };
        if rooks.contains(rook) {
            return Err(field.error("castling", at, CASTLING));
        }
        rooks.insert(rook);
    }
    Ok(rooks)
}

/// The rook that `K` or `Q` stands for in X-FEN: the one farthest from the king on that side. Where there is
/// none, the corner, so that the set-up is refused for the right reason.
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

fn en_passant(field: Field<'_>) -> Result<Option<Square>, TextError> {
    if field.text == "-" {
        return Ok(None);
    }
    match Square::from_bytes(field.text.as_bytes()) {
        Some(square) => Ok(Some(square)),
        None => Err(field.wrong("en passant", EN_PASSANT)),
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
