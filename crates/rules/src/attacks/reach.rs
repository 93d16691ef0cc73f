//! The squares that pieces reach on an empty board.

use super::lines::{self, TABLE};
use super::steps;
use crate::SquareSet;

/// The squares from which a piece of each kind may reach a region of the board.
pub(crate) struct InReach {
    pub(crate) knight: SquareSet,
    pub(crate) bishop: SquareSet,
    pub(crate) rook: SquareSet,
}

/// All squares, for when attacks anywhere on the board matter.
pub(crate) static ANYWHERE: InReach =
    InReach { knight: SquareSet::ALL, bishop: SquareSet::ALL, rook: SquareSet::ALL };

/// For each square of a king, the squares from which its neighbours may be reached.
pub(crate) static NEAR: [InReach; 64] = {
    const NOWHERE: InReach =
        InReach { knight: SquareSet::EMPTY, bishop: SquareSet::EMPTY, rook: SquareSet::EMPTY };
    let mut table = [NOWHERE; 64];
    let mut king = 0;
    while king < 64 {
        let mut square = 0;
        while square < 64 {
            if steps::KING[king].bits() >> square & 1 == 1 {
                let (near, lines) = (&mut table[king], &TABLE[square]);
                near.knight.0 |= steps::KNIGHT[square].0;
                near.bishop.0 |= lines.diagonal.all() | lines.antidiagonal.all();
                near.rook.0 |= lines.rank.all() | lines.file.all();
            }
            square += 1;
        }
        king += 1;
    }
    table
};

/// The squares that a piece of a role attacks on an empty board; none for pawns, whose colour matters.
pub(crate) static REACH: [[SquareSet; 64]; 6] = {
    let (bishops, rooks) = (lines::rays(false), lines::rays(true));
    let mut queens = bishops;
    let mut square = 0;
    while square < 64 {
        queens[square].0 |= rooks[square].0;
        square += 1;
    }
    [[SquareSet::EMPTY; 64], steps::KNIGHT, bishops, rooks, queens, steps::KING]
};
