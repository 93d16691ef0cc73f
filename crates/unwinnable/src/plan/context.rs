//! What the planner knows about a position.

use super::fill::attacked_from;
use rules::{Board, Color, Position, Role, Square, SquareSet, attacks};

pub(super) struct Context<'p> {
    pub(super) board: &'p Board,
    pub(super) winner: Color,
    pub(super) occupied: SquareSet,
    /// The pieces of the side that is to checkmate.
    pub(super) own: SquareSet,
    /// The loser's pieces, without the king.
    pub(super) guards: SquareSet,
    /// The king to be mated.
    pub(super) king: Square,
    /// The squares that `guards` attack.
    pub(super) feared: SquareSet,
}

impl<'p> Context<'p> {
    pub(super) fn new(position: &'p Position, winner: Color) -> Context<'p> {
        let (board, king) = (position.board(), position.king(!winner));
        let (own, occupied) = (board.by_color(winner), board.occupied());
        let guards = board.by_color(!winner) - SquareSet::of(king);
        let feared = attacked(board, !winner, guards, occupied);
        Context { board, winner, occupied, own, guards, king, feared }
    }

    /// The squares that some of the winner's pieces attack once the king is on `place`.
    pub(super) fn guarded_by(&self, guards: SquareSet, place: Square) -> SquareSet {
        attacked(self.board, self.winner, guards, self.without_king(place))
    }

    /// The squares from which a piece would give check too early: now, or when the king is on `place`.
    pub(super) fn checks(&self, role: Role, place: Square) -> SquareSet {
        let here = attacks::of(self.winner, role, self.king, self.occupied);
        match place == self.king {
            true => here,
            false => here | attacks::of(self.winner, role, place, self.without_king(place)),
        }
    }

    /// The occupied squares without the losing king, on its present square and on `place`: attacks go through
    /// the king.
    pub(super) fn without_king(&self, place: Square) -> SquareSet {
        self.occupied - SquareSet::of(self.king) - SquareSet::of(place)
    }
}

/// The squares that some pieces of a side attack.
fn attacked(board: &Board, color: Color, guards: SquareSet, occupied: SquareSet) -> SquareSet {
    let of = |role| guards & board.by_role(role);
    let queens = of(Role::Queen);
    let mut attacked = attacked_from(Role::Knight, of(Role::Knight), occupied)
        | attacked_from(Role::King, of(Role::King), occupied);
    for square in of(Role::Pawn) {
        attacked |= attacks::pawn(color, square);
    }
    for square in of(Role::Bishop) | queens {
        attacked |= attacks::bishop(square, occupied);
    }
    for square in of(Role::Rook) | queens {
        attacked |= attacks::rook(square, occupied);
    }
    attacked
}
