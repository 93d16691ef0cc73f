//! Whether a mate is possible on the squares of a wall.

use super::Man;
use super::wall::{Wall, reach};
use alloc::vec::Vec;
use rules::{Color, Role, Square, SquareSet, attacks};

impl Wall {
    /// Whether the winner's opponent always has a square for his king when he is in check.
    pub(super) fn has_no_mate(&self) -> bool {
        let winner = self.winner;
        let (king, hunter) = (self.king(!winner), self.king(winner));
        let blockers = (self.fixed(Color::White) | self.fixed(Color::Black)) - king.region;
        let hunters = self.men.iter().filter(|man| man.piece.color == winner && man.piece.role != Role::King);
        let attacked = hunters.fold(SquareSet::EMPTY, |set, man| set | reach(man, blockers));
        (king.region & attacked).iter().all(|square| self.has_flight(square, attacked, hunter))
    }

    /// Whether a king that is in check on this square always has another to go to: wherever the other king
    /// stands, the own men are too few to fill all the squares that are left.
    fn has_flight(&self, square: Square, attacked: SquareSet, hunter: &Man) -> bool {
        let flights = attacks::king(square) - attacked;
        let places = hunter.region - attacks::king(square) - SquareSet::of(square);
        let own: Vec<SquareSet> = self
            .men
            .iter()
            .filter(|man| man.piece.color != hunter.piece.color && man.piece.role != Role::King)
            .map(|man| man.region & flights)
            .filter(|region| !region.is_empty())
            .collect();
        places.iter().all(|place| {
            let left = flights - attacks::king(place);
            !can_fill(left, &own)
        })
    }
}

/// Whether each of the squares can have a man of its own.
fn can_fill(squares: SquareSet, men: &[SquareSet]) -> bool {
    let Some(square) = squares.first() else { return true };
    let rest = squares - SquareSet::of(square);
    (0..men.len()).any(|index| {
        men[index].contains(square) && {
            let mut others = men.to_vec();
            others.swap_remove(index);
            can_fill(rest, &others)
        }
    })
}
