//! Reading a FEN.

use super::fields::{Field, Fields};
use super::outermost;
use crate::{
    Board, Color, Expected, File, Rank, Role, Setup, Square, SquareSet, TextError, TextField, Variant,
};

impl Setup {
    /// Parses a FEN without checking whether it is playable.
    ///
    /// ```
    /// use tabiya_rules::{Setup, Variant};
    /// let setup = Setup::parse_fen("8/8/8/8/8/8/8/8 w - - 0 1", Variant::Standard)?;
    /// assert!(setup.validate().is_err(), "it can be read, but not played from");
    /// # Ok::<(), tabiya_rules::TextError>(())
    /// ```
    pub fn parse_fen(text: &str, variant: Variant) -> Result<Setup, TextError> {
        let mut fields = Fields::of_fen(text);
        let mut setup = Setup::parse_four_fields(&mut fields, variant)?;
        if let Some(field) = fields.next() {
            setup.halfmoves = field.number(TextField::HalfmoveClock)?;
        }
        if let Some(field) = fields.next() {
            setup.fullmoves = field.number(TextField::MoveNumber)?;
        }
        match fields.next() {
            None => Ok(setup),
            Some(field) => {
                Err(TextError::new(TextField::End, field.text, field.start, Expected::SixFieldsAtMost))
            }
        }
    }

    /// The fields that FEN and EPD share.
    pub(crate) fn parse_four_fields(fields: &mut Fields<'_>, variant: Variant) -> Result<Setup, TextError> {
        let mut setup = Setup { variant, ..Setup::EMPTY };
        setup.board = placement(fields.expect(TextField::Placement, Expected::EightRanks)?)?;
        setup.turn = turn(fields.expect(TextField::Turn, Expected::SideToMove)?)?;
        setup.castling = castling(fields.expect(TextField::Castling, CASTLING)?, &setup.board)?;
        setup.en_passant = en_passant(fields.expect(TextField::EnPassant, EN_PASSANT)?)?;
        Ok(setup)
    }
}

const CASTLING: Expected = Expected::CastlingRights;
const EN_PASSANT: Expected = Expected::EnPassantSquare;

fn placement(field: Field<'_>) -> Result<Board, TextError> {
    const NAME: TextField = TextField::Placement;
    let mut board = Board::EMPTY;
    let (mut rank, mut file) = (7u32, 0u32);
    let mut after_digit = false;
    for (at, byte) in field.text.bytes().enumerate() {
        let code = PLACEMENT_CODES[usize::from(byte)];
        match code {
            PIECE_CODES.. => {
                if file > 7 {
                    return Err(field.error(NAME, at, Expected::SlashAfterEightSquares));
                }
                let square = SquareSet::of(Square::wrapping(rank * 8 + file));
                board.roles[usize::from(code & 7) % 6] |= square;
                board.colors[usize::from(code >> 3 & 1)] |= square;
                file += 1;
                after_digit = false;
            }
            1..=8 => {
                if after_digit {
                    return Err(field.error(NAME, at, Expected::OneDigit));
                }
                file += u32::from(code);
                if file > 8 {
                    return Err(field.error(NAME, at, Expected::EightSquaresAtMost));
                }
                after_digit = true;
            }
            END_OF_RANK => {
                if file < 8 {
                    return Err(field.error(NAME, at, Expected::EightSquares));
                }
                if rank == 0 {
                    return Err(field.error(NAME, at, Expected::EightRanksAtMost));
                }
                (rank, file, after_digit) = (rank - 1, 0, false);
            }
            _ => return Err(field.error(NAME, at, Expected::PieceDigitOrSlash)),
        }
    }
    match (rank, file) {
        (0, 8) => Ok(board),
        (0, _) => Err(field.error(NAME, field.text.len(), Expected::EightSquares)),
        _ => Err(field.error(NAME, field.text.len(), Expected::EightRanks)),
    }
}

/// Codes 1 to 8 are digits; from here on the low three bits are a role and the next bit is the colour.
const PIECE_CODES: u8 = 16;
const END_OF_RANK: u8 = 9;

/// What each byte means in a placement; 0 means that it is invalid.
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
        _ => Err(field.wrong(TextField::Turn, Expected::SideToMove)),
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
                None => return Err(field.error(TextField::Castling, at, CASTLING)),
            },
        };
        if rooks.contains(rook) {
            return Err(field.error(TextField::Castling, at, CASTLING));
        }
        rooks.insert(rook);
    }
    Ok(rooks)
}

fn en_passant(field: Field<'_>) -> Result<Option<Square>, TextError> {
    if field.text == "-" {
        return Ok(None);
    }
    match Square::from_bytes(field.text.as_bytes()) {
        Some(square) => Ok(Some(square)),
        None => Err(field.wrong(TextField::EnPassant, EN_PASSANT)),
    }
}
