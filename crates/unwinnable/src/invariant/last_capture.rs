//! Captures that end the game: the king takes a man, and its opponent has no move left.
//!
//! What comes after such a capture need not be within any squares, because nothing comes after it.

use super::Man;
use super::wall::{Wall, reach};
use rules::{Color, Role, Square, SquareSet, attacks};

impl Wall {
    /// Those of the squares of fixed men on which a capture by the king of this side always ends the game,
    /// and not by mate of the winner's opponent.
    pub(super) fn last_captures(
        &self,
        taker: Color,
        squares: SquareSet,
        fixed: [SquareSet; 2],
        danger: [SquareSet; 2],
    ) -> SquareSet {
        let is_last = |square: &Square| {
            let own = fixed[(!taker).index()] - SquareSet::of(*square);
            let all = fixed[0] | fixed[1];
            self.others_are_stuck(!taker, *square, own, all)
                && self.king_is_stuck(!taker, *square, own | danger[taker.index()])
                && (taker != self.winner || self.opens_no_line(taker, *square, all))
        };
        squares.iter().filter(is_last).collect()
    }

    /// Whether no man of this side but the king, and but the one that was taken, has a move.
    fn others_are_stuck(&self, color: Color, taken: Square, own: SquareSet, all: SquareSet) -> bool {
        let others = self.men.iter().filter(|man| {
            man.piece.color == color && man.piece.role != Role::King && man.region != SquareSet::of(taken)
        });
        others.into_iter().all(|man| man.is_fixed() && self.is_stuck(man, taken, own, all))
    }

    fn is_stuck(&self, man: &Man, taken: Square, own: SquareSet, all: SquareSet) -> bool {
        let taken = SquareSet::of(taken);
        if man.piece.role == Role::Pawn {
            let forward = if man.piece.color == Color::White { 1 } else { -1 };
            let is_blocked = man.home.offset(0, forward).is_some_and(|step| (all | taken).contains(step));
            let captures = attacks::pawn(man.piece.color, man.home) & self.victims(!man.piece.color);
            is_blocked && captures.is_empty()
        } else {
            // Were the square of the capture among them, the king could not have taken there.
            (reach(man, all) - own).is_subset(taken)
        }
    }

    /// Whether the king of this side has no square, wherever it stands when the other is on `taken`.
    fn king_is_stuck(&self, color: Color, taken: Square, closed: SquareSet) -> bool {
        let guarded = attacks::king(taken) | SquareSet::of(taken);
        let places = self.king(color).region - guarded;
        places.iter().all(|place| attacks::king(place).is_subset(closed | guarded))
    }

    /// Whether the king that takes opens no line to the other. That one was not in check before, so that
    /// nothing else could mate it.
    fn opens_no_line(&self, taker: Color, taken: Square, all: SquareSet) -> bool {
        let guarded = attacks::king(taken) | SquareSet::of(taken);
        let left = self.king(taker).region & guarded;
        let places = self.king(!taker).region - guarded;
        let pieces = self.men.iter().filter(|man| man.piece.color == taker);
        let mut sliders =
            pieces.filter(|man| matches!(man.piece.role, Role::Bishop | Role::Rook | Role::Queen));
        sliders.all(|man| {
            let attacked = reach(man, all - places) & places;
            attacked.iter().all(|place| attacks::of(taker, man.piece.role, place, all).is_disjoint(left))
        })
    }
}
