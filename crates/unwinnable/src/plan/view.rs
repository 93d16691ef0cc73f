//! A position as a planner sees it.

use super::fill::attacked_from;
use rules::{Board, Color, Position, Role, Square, SquareSet, attacks};

pub(super) struct View<'p> {
    pub(super) board: &'p Board,
    pub(super) winner: Color,
    pub(super) occupied: SquareSet,
    /// The winner's men.
    pub(super) own: SquareSet,
    /// The loser's men but for the king.
    pub(super) men: SquareSet,
    /// The king to be mated.
    pub(super) king: Square,
    /// What these men attack.
    pub(super) feared: SquareSet,
}

impl<'p> View<'p> {
    pub(super) fn new(position: &'p Position, winner: Color) -> View<'p> {
        let (board, king) = (position.board(), position.king(!winner));
        let (own, occupied) = (board.by_color(winner), board.occupied());
        let men = board.by_color(!winner) - SquareSet::of(king);
        let feared = attacked(board, !winner, men, occupied);
        View { board, winner, occupied, own, men, king, feared }
    }

    /// What some of the winner's men attack when the king stands elsewhere.
    pub(super) fn guarded_by(&self, men: SquareSet, place: Square) -> SquareSet {
        attacked(self.board, self.winner, men, self.without_king(place))
    }

    /// Where a piece gives check before the time: while the king is here, or when it has come to its place.
    pub(super) fn checks(&self, role: Role, place: Square) -> SquareSet {
        let here = attacks::of(self.winner, role, self.king, self.occupied);
        match place == self.king {
            true => here,
            false => here | attacks::of(self.winner, role, place, self.without_king(place)),
        }
    }

    /// What stands in the way of attacks on the squares around a place, to which the king has come: attacks go
    /// through the king.
    pub(super) fn without_king(&self, place: Square) -> SquareSet {
        self.occupied - SquareSet::of(self.king) - SquareSet::of(place)
    }
}

/// The squares that some men of a side attack.
fn attacked(board: &Board, color: Color, men: SquareSet, occupied: SquareSet) -> SquareSet {
    let of = |role| men & board.by_role(role);
    let queens = of(Role::Queen);
    let mut attacked = attacked_from(Role::Knight, of(Role::Knight), occupied)
        | attacked_from(Role::King, of(Role::King), occupied);
    for man in of(Role::Pawn) {
        attacked |= attacks::pawn(color, man);
    }
    for man in of(Role::Bishop) | queens {
        attacked |= attacks::bishop(man, occupied);
    }
    for man in of(Role::Rook) | queens {
        attacked |= attacks::rook(man, occupied);
    }
    attacked
}
