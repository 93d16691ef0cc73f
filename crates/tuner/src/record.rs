//! A position with its value and the game's result, in 32 bytes.

use rules::{Board, Color, Piece, Position, Role, Setup, Square, SquareSet};

/// How a game ended for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WhiteResult {
    Loss,
    Draw,
    Win,
}

impl WhiteResult {
    /// In points.
    pub(crate) fn points(self) -> f64 {
        match self {
            WhiteResult::Loss => 0.0,
            WhiteResult::Draw => 0.5,
            WhiteResult::Win => 1.0,
        }
    }
}

/// One position of the data: the board, the search's value from White's view, and how the game ended; a position
/// beside the game has no result.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) setup: Setup,
    pub(crate) value: i16,
    pub(crate) result: Option<WhiteResult>,
    pub(crate) place: Place,
}

/// Where a position comes from. Neighbouring records of different games have different numbers, so that data can be
/// split by game: positions of one game are too similar to hold only some of them out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The game's number, modulo 65536.
    pub(crate) game: u16,
    /// The number of plies played before, at most 255.
    pub(crate) ply: u8,
}

pub(crate) const SIZE: usize = 32;

/// The byte of a missing result.
pub(crate) const NO_RESULT: u8 = 3;

impl Record {
    pub(crate) fn new(position: &Position, value: i16, result: Option<WhiteResult>, place: Place) -> Record {
        // Only what the bytes can hold, so that a record is read back as written: no castling rights, en-passant square
        // or move number, which the evaluation does not use.
        let setup = Setup { castling: SquareSet::EMPTY, en_passant: None, fullmoves: 1, ..position.setup() };
        Record { setup, value, result, place }
    }

    pub(crate) fn write(&self) -> [u8; SIZE] {
        let mut bytes = [0; SIZE];
        let board = &self.setup.board;
        bytes[..8].copy_from_slice(&board.occupied().bits().to_le_bytes());
        for (index, square) in board.occupied().iter().take(32).enumerate() {
            let piece = board.piece_at(square).map_or(0, code);
            bytes[8 + index / 2] |= piece << (4 * (index % 2));
        }
        bytes[24] = self.setup.turn.index() as u8;
        bytes[25] = self.setup.halfmoves.min(255) as u8;
        bytes[26..28].copy_from_slice(&self.value.to_le_bytes());
        bytes[28] = self.result.map_or(NO_RESULT, |result| result as u8);
        bytes[29] = self.place.ply;
        bytes[30..32].copy_from_slice(&self.place.game.to_le_bytes());
        bytes
    }

    /// `None` for bytes that no record has.
    pub(crate) fn read(bytes: &[u8; SIZE]) -> Option<Record> {
        let (occupied, rest) = bytes.split_first_chunk::<8>()?;
        let mut board = Board::EMPTY;
        for (index, square) in SquareSet::from_bits(u64::from_le_bytes(*occupied)).iter().enumerate() {
            let piece = decode(rest.get(index / 2)? >> (4 * (index % 2)) & 15)?;
            put(&mut board, square, piece)?;
        }
        let setup = Setup {
            board,
            turn: *Color::ALL.get(usize::from(bytes[24]))?,
            castling: SquareSet::EMPTY,
            en_passant: None,
            halfmoves: bytes[25].into(),
            fullmoves: 1,
            ..Setup::start()
        };
        let result = match bytes[28] {
            0 => Some(WhiteResult::Loss),
            1 => Some(WhiteResult::Draw),
            2 => Some(WhiteResult::Win),
            NO_RESULT => None,
            _ => return None,
        };
        let place = Place { ply: bytes[29], game: u16::from_le_bytes([bytes[30], bytes[31]]) };
        Some(Record { setup, value: i16::from_le_bytes([bytes[26], bytes[27]]), result, place })
    }
}

/// `None` if there are already 32 pieces, the most that a record holds.
fn put(board: &mut Board, square: Square, piece: Piece) -> Option<()> {
    if board.occupied().len() >= 32 {
        return None;
    }
    board.put(square, piece);
    Some(())
}

fn code(piece: Piece) -> u8 {
    (piece.color.index() * 8 + piece.role.index()) as u8
}

fn decode(code: u8) -> Option<Piece> {
    let color = Color::ALL[usize::from(code >> 3)];
    Some(Piece { color, role: *Role::ALL.get(usize::from(code & 7))? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    #[test]
    fn records_survive_a_round_trip() {
        let mut position = Position::start();
        for step in 0_usize..200 {
            for result in [None, Some(WhiteResult::Loss), Some(WhiteResult::Draw), Some(WhiteResult::Win)] {
                let record = Record::new(
                    &position,
                    -31 * step as i16,
                    result,
                    Place { game: 300 * step as u16, ply: step as u8 },
                );
                assert_eq!(Record::read(&record.write()), Some(record));
            }
            let moves: Vec<_> = position.legal_moves().iter().map(rules::LegalMove::play).collect();
            let Some(next) = moves.get(step * 7 % moves.len().max(1)) else { break };
            position = *next;
        }
    }

    #[test]
    fn any_bytes_are_a_record_or_none() {
        let mut random = Rng::with_seed(1);
        for _ in 0..2000 {
            let mut bytes = [0; SIZE];
            random.fill(&mut bytes);
            let _ = Record::read(&bytes);
        }
        assert_eq!(Record::read(&[0xff; SIZE]), None);
    }
}
