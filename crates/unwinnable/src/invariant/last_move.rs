//! Moves that end the game: a king steps somewhere, and the opponent has no move left.
//!
//! What comes after such a move need not be within any squares, because nothing comes after it.

use super::Man;
use super::wall::{Wall, reach};
use rules::{Color, Role, Square, SquareSet, attacks};

impl Wall {
    /// Those of the squares to which a step of the king of this side always ends the game, whether it takes
    /// there or not, and not by mate of the winner's opponent.
    pub(super) fn last_steps(&self, mover: Color, squares: SquareSet, fixed: [SquareSet; 2]) -> SquareSet {
        // The king leaves its square, and with it what it blocks and attacks from there.
        let all = (fixed[0] | fixed[1]) - self.king(mover).region;
        let danger = self.danger(mover, false);
        let is_last = |square: &Square| {
            let own = fixed[(!mover).index()] - SquareSet::of(*square);
            self.king_is_stuck(!mover, *square, own | danger)
                && self.others_are_stuck(!mover, *square, own, all)
                && (mover != self.winner || self.opens_no_line(mover, *square, all))
        };
        squares.iter().filter(is_last).collect()
    }

    /// Whether no man of this side but the king, and but one that was taken, has a move.
    fn others_are_stuck(&self, color: Color, to: Square, own: SquareSet, all: SquareSet) -> bool {
        let others = self.men.iter().filter(|man| {
            man.piece.color == color && man.piece.role != Role::King && man.region != SquareSet::of(to)
        });
        others.into_iter().all(|man| man.is_fixed() && self.is_stuck(man, to, own, all))
    }

    fn is_stuck(&self, man: &Man, to: Square, own: SquareSet, all: SquareSet) -> bool {
        let taken = SquareSet::of(to);
        if man.piece.role == Role::Pawn {
            let forward = if man.piece.color == Color::White { 1 } else { -1 };
            let is_blocked = man.home.offset(0, forward).is_some_and(|step| (all | taken).contains(step));
            let captures = attacks::pawn(man.piece.color, man.home) & self.victims(!man.piece.color);
            is_blocked && captures.is_empty()
        } else {
            // Were the king's square among them, it could not have stepped there.
            (reach(man, all) - own).is_subset(taken)
        }
    }

    /// Whether the king of this side has no square, wherever it stands when the other has come to `to`.
    fn king_is_stuck(&self, color: Color, to: Square, closed: SquareSet) -> bool {
        let guarded = attacks::king(to) | SquareSet::of(to);
        let places = self.king(color).region - guarded;
        places.iter().all(|place| attacks::king(place).is_subset(closed | guarded))
    }

    /// Whether the king that steps opens no line to the other. That one was not in check before, so that
    /// nothing else could mate it.
    fn opens_no_line(&self, mover: Color, to: Square, all: SquareSet) -> bool {
        let guarded = attacks::king(to) | SquareSet::of(to);
        let left = self.king(mover).region & guarded;
        let places = self.king(!mover).region - guarded;
        let pieces = self.men.iter().filter(|man| man.piece.color == mover);
        let mut sliders =
            pieces.filter(|man| matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen));
        sliders.all(|man| {
            let attacked = reach(man, all - places) & places;
            attacked.iter().all(|place| attacks::of(mover, man.piece.role, place, all).is_disjoint(left))
        })
    }
}
