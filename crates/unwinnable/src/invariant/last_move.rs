//! King moves that end the game because the opponent has no legal move after them.
//!
//! The target of such a move need not be in the king's range: no position follows it.

use super::PieceRange;
use super::wall::{Wall, reach};
use rules::{Color, Role, Square, SquareSet, attacks};

impl Wall {
    /// The squares among these to which a step of this side's king always ends the game, with or without a
    /// capture, and never by the winner giving mate.
    pub(super) fn last_steps(&self, mover: Color, squares: SquareSet, fixed: [SquareSet; 2]) -> SquareSet {
        // The king leaves its square, so whatever it blocked or attacked from there no longer counts.
        let all = (fixed[0] | fixed[1]) - self.king(mover).squares;
        let danger = self.danger(mover, false);
        let is_last = |square: &Square| {
            let own = fixed[(!mover).index()] - SquareSet::of(*square);
            self.king_is_stuck(!mover, *square, own | danger)
                && self.others_are_stuck(!mover, *square, own, all)
                && (mover != self.winner || self.opens_no_line(mover, *square, all))
        };
        squares.iter().filter(is_last).collect()
    }

    /// Whether no piece of this side has a move, apart from its king and from a piece captured on `to`.
    fn others_are_stuck(&self, color: Color, to: Square, own: SquareSet, all: SquareSet) -> bool {
        let others = self.ranges.iter().filter(|range| {
            range.piece.color == color && range.piece.role != Role::King && range.squares != SquareSet::of(to)
        });
        others.into_iter().all(|range| range.is_fixed() && self.is_stuck(range, to, own, all))
    }

    fn is_stuck(&self, range: &PieceRange, to: Square, own: SquareSet, all: SquareSet) -> bool {
        let taken = SquareSet::of(to);
        if range.piece.role == Role::Pawn {
            let forward = if range.piece.color == Color::White { 1 } else { -1 };
            let is_blocked = range.home.offset(0, forward).is_some_and(|step| (all | taken).contains(step));
            let captures = attacks::pawn(range.piece.color, range.home) & self.victims(!range.piece.color);
            is_blocked && captures.is_empty()
        } else {
            // A piece that attacks `to` would have made the king's step illegal.
            (reach(range, all) - own).is_subset(taken)
        }
    }

    /// Whether this side's king has no legal square wherever it stands, once the other king is on `to`.
    fn king_is_stuck(&self, color: Color, to: Square, closed: SquareSet) -> bool {
        let guarded = attacks::king(to) | SquareSet::of(to);
        let places = self.king(color).squares - guarded;
        places.iter().all(|place| attacks::king(place).is_subset(closed | guarded))
    }

    /// Whether the king's step cannot uncover an attack on the other king. That king was not in check before
    /// the move, so nothing else could mate it.
    fn opens_no_line(&self, mover: Color, to: Square, all: SquareSet) -> bool {
        let guarded = attacks::king(to) | SquareSet::of(to);
        let left = self.king(mover).squares & guarded;
        let places = self.king(!mover).squares - guarded;
        let pieces = self.ranges.iter().filter(|range| range.piece.color == mover);
        let mut sliders =
            pieces.filter(|range| matches!(range.piece.role, Role::Bishop | Role::Rook | Role::Queen));
        sliders.all(|range| {
            let attacked = reach(range, all - places) & places;
            attacked.iter().all(|place| attacks::of(mover, range.piece.role, place, all).is_disjoint(left))
        })
    }
}
