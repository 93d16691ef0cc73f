//! Whether checkmate is possible inside a wall.

use super::PieceRange;
use super::wall::{Wall, reach};
use alloc::vec::Vec;
use rules::{Color, Role, Square, SquareSet, attacks};

impl Wall {
    /// Whether the king of the winner's opponent has a flight square in every check.
    pub(super) fn has_no_mate(&self) -> bool {
        let winner = self.winner;
        let (king, winning_king) = (self.king(!winner), self.king(winner));
        let blockers = (self.fixed(Color::White) | self.fixed(Color::Black)) - king.squares;
        let attackers =
            self.ranges.iter().filter(|range| range.piece.color == winner && range.piece.role != Role::King);
        let attacked = attackers.fold(SquareSet::EMPTY, |set, range| set | reach(range, blockers));
        (king.squares & attacked).iter().all(|square| self.has_flight(square, attacked, winning_king))
    }

    /// Whether a king in check on this square always has a flight square: wherever the other king stands, its
    /// own pieces are too few to occupy all the squares that are left.
    fn has_flight(&self, square: Square, attacked: SquareSet, winning_king: &PieceRange) -> bool {
        let flights = attacks::king(square) - attacked;
        let places = winning_king.squares - attacks::king(square) - SquareSet::of(square);
        let own: Vec<SquareSet> = self
            .ranges
            .iter()
            .filter(|range| range.piece.color != winning_king.piece.color && range.piece.role != Role::King)
            .map(|range| range.squares & flights)
            .filter(|squares| !squares.is_empty())
            .collect();
        places.iter().all(|place| {
            let left = flights - attacks::king(place);
            !can_fill(left, &own)
        })
    }
}

/// Whether each of the squares can be occupied by a different piece.
fn can_fill(squares: SquareSet, ranges: &[SquareSet]) -> bool {
    let Some(square) = squares.first() else { return true };
    let rest = squares - SquareSet::of(square);
    (0..ranges.len()).any(|index| {
        ranges[index].contains(square) && {
            let mut others = ranges.to_vec();
            others.swap_remove(index);
            can_fill(rest, &others)
        }
    })
}
