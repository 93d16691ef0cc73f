//! The squares of all men, as they grow.

use super::Man;
use alloc::vec::Vec;
use rules::{Color, Piece, Rank, Role, Square, SquareSet, attacks};

/// Where everybody may be as far as is known, while it is asked whether `winner` can mate.
pub(super) struct Wall {
    pub(super) men: Vec<Man>,
    pub(super) winner: Color,
}

impl Wall {
    /// Adds every square and every capture that is possible within the squares of now. Whether something
    /// was added; none if a pawn can promote.
    pub(super) fn grow(&mut self) -> Option<bool> {
        let fixed = Color::ALL.map(|color| self.fixed(color));
        let danger = Color::ALL.map(|color| self.danger(color, true));
        let mut taken = [SquareSet::EMPTY; 2];
        let mut changed = false;
        for index in 0..self.men.len() {
            let man = self.men[index];
            let color = man.piece.color;
            let own = fixed[color.index()];
            let captures = match man.piece.role {
                Role::Pawn => reach(&man, SquareSet::ALL) & self.victims(!color),
                Role::King => {
                    let steps = reach(&man, SquareSet::ALL) - own - danger[(!color).index()];
                    steps - self.last_steps(color, steps, fixed)
                }
                _ => reach(&man, fixed[0] | fixed[1]) - own,
            };
            let steps = match man.piece.role {
                Role::Pawn => self.pawn_steps(&man, fixed[0] | fixed[1]),
                _ => captures,
            };
            if man.piece.role == Role::Pawn && !(captures | steps).is_disjoint(SquareSet::BACK_RANKS) {
                return None;
            }
            taken[(!color).index()] |= captures;
            changed |= !(captures | steps).is_subset(man.region);
            self.men[index].region |= captures | steps;
        }
        for man in &mut self.men {
            let taken = taken[man.piece.color.index()];
            if man.piece.role != Role::King && !man.capturable && !man.region.is_disjoint(taken) {
                man.capturable = true;
                changed = true;
            }
        }
        Some(changed)
    }

    /// The king of one side.
    pub(super) fn king(&self, color: Color) -> &Man {
        self.men.iter().find(|man| man.is(color, Role::King)).expect("a position has one king a side")
    }

    /// Where men of one side always stand.
    pub(super) fn fixed(&self, color: Color) -> SquareSet {
        let men = self.men.iter().filter(|man| man.piece.color == color && man.is_fixed());
        men.fold(SquareSet::EMPTY, |set, man| set | man.region)
    }

    /// Where a pawn may take men of one side. The square that a pawn passes over in a double step is one
    /// where it may stand, so that en passant is among them.
    pub(super) fn victims(&self, color: Color) -> SquareSet {
        let men = self.men.iter().filter(|man| man.piece.color == color && man.piece.role != Role::King);
        men.fold(SquareSet::EMPTY, |set, man| set | man.region)
    }

    /// The squares that fixed men of one side always attack, the king among them or not.
    pub(super) fn danger(&self, color: Color, with_king: bool) -> SquareSet {
        let anywhere = self.men.iter().fold(SquareSet::EMPTY, |set, man| set | man.region);
        let counts = |man: &&Man| {
            man.piece.color == color && man.is_fixed() && (with_king || man.piece.role != Role::King)
        };
        self.men
            .iter()
            .filter(counts)
            .fold(SquareSet::EMPTY, |set, man| set | attacks::of(color, man.piece.role, man.home, anywhere))
    }

    /// Where a pawn can step without taking.
    fn pawn_steps(&self, man: &Man, fixed: SquareSet) -> SquareSet {
        let color = man.piece.color;
        let forward = if color == Color::White { 1 } else { -1 };
        let stop = self.stop(man);
        let free = |target: &Square| {
            !fixed.contains(*target) && stop.is_none_or(|stop| is_ahead(color, *target, stop))
        };
        let mut steps = SquareSet::EMPTY;
        for square in man.region {
            let Some(step) = square.offset(0, forward).filter(free) else { continue };
            steps.insert(step);
            if square.rank().relative_to(color) == Rank::Second {
                steps |= step.offset(0, forward).filter(free).map_or(SquareSet::EMPTY, SquareSet::of);
            }
        }
        steps
    }

    /// The pawn before this one that it can never pass: both stay on the file, and it is not taken.
    fn stop(&self, man: &Man) -> Option<Square> {
        let color = man.piece.color;
        let file = SquareSet::file(man.home.file());
        let stays = |man: &Man| man.region.is_subset(file);
        let others = self.men.iter().filter(|other| {
            other.is(!color, Role::Pawn)
                && stays(other)
                && !other.capturable
                && is_ahead(color, man.home, other.home)
        });
        let nearest =
            others.map(|other| other.home).min_by_key(|home| home.rank().relative_to(color).index());
        if stays(man) { nearest } else { None }
    }
}

fn is_ahead(color: Color, square: Square, other: Square) -> bool {
    other.rank().relative_to(color).index() > square.rank().relative_to(color).index()
}

/// What a man attacks from all the squares it may be on.
pub(super) fn reach(man: &Man, occupied: SquareSet) -> SquareSet {
    let Piece { color, role } = man.piece;
    man.region.iter().fold(SquareSet::EMPTY, |set, from| set | attacks::of(color, role, from, occupied))
}
