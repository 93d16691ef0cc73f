//! Walls: a few squares for every man, such that no legal move ever leaves them and none of them is the place
//! of a mate.
//!
//! The squares are the least ones closed under every move that might be legal, given what is *fixed*: the men
//! that have one square only and cannot be taken there. As the squares grow, fewer men are fixed and more
//! moves are possible, until nothing changes: whatever was used to rule out a move still holds at the end,
//! so that no argument rests on itself.

use alloc::vec::Vec;
use rules::{Color, Piece, Position, Rank, Role, Square, SquareSet, attacks};

/// Squares for every man that hold as long as the game goes on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invariant {
    /// The men, as they stand in the position that is asked about.
    pub men: Vec<Man>,
}

/// Where one man can ever be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    /// What it is; pawns never promote.
    pub piece: Piece,
    /// Where it stands now.
    pub home: Square,
    /// Where it can come to stand, its home among them.
    pub region: SquareSet,
    /// Whether it may ever be taken.
    pub capturable: bool,
}

impl Man {
    fn is_fixed(&self) -> bool {
        !self.capturable && !self.region.has_many()
    }

    fn is(&self, color: Color, role: Role) -> bool {
        self.piece == Piece { color, role }
    }
}

/// Squares for every man within which `winner` never mates, if there are such.
pub(crate) fn prove(position: &Position, winner: Color) -> Option<Invariant> {
    let men = position.board().iter().map(|(home, piece)| Man {
        piece,
        home,
        region: SquareSet::of(home),
        capturable: false,
    });
    let mut wall = Wall { men: men.collect() };
    while wall.grow()? {}
    wall.has_no_mate(winner).then_some(Invariant { men: wall.men })
}

/// Whether there may be a wall: a pawn with nothing before it will promote, and with it goes the wall.
pub(crate) fn is_worth_trying(position: &Position) -> bool {
    let board = position.board();
    let pawns = board.by_role(Role::Pawn);
    if pawns.is_empty() || position.en_passant().is_some() || !position.castling().is_empty() {
        return false;
    }
    pawns.iter().all(|pawn| {
        let color = if board.by_color(Color::White).contains(pawn) { Color::White } else { Color::Black };
        let ahead = ahead(color, pawn);
        let next = if color == Color::White { ahead.first() } else { ahead.last() };
        !ahead.is_disjoint(pawns) || next.is_some_and(|next| board.occupied().contains(next))
    })
}

/// The squares before a pawn, up to the last rank.
pub(crate) fn ahead(color: Color, square: Square) -> SquareSet {
    let above = u64::MAX.checked_shl(8 * (square.rank().index() as u32 + 1)).unwrap_or(0);
    let below = (1 << (8 * square.rank().index())) - 1;
    SquareSet::file(square.file()) & SquareSet::from_bits(if color == Color::White { above } else { below })
}

fn is_ahead(color: Color, square: Square, other: Square) -> bool {
    other.rank().relative_to(color).index() > square.rank().relative_to(color).index()
}

struct Wall {
    men: Vec<Man>,
}

impl Wall {
    /// Adds every square and every capture that is possible within the squares of now. Whether something
    /// was added; none if a pawn can promote.
    fn grow(&mut self) -> Option<bool> {
        let fixed = Color::ALL.map(|color| self.fixed(color));
        let danger = Color::ALL.map(|color| self.danger(color));
        let mut taken = [SquareSet::EMPTY; 2];
        let mut changed = false;
        for index in 0..self.men.len() {
            let man = self.men[index];
            let color = man.piece.color;
            let own = fixed[color.index()];
            let captures = match man.piece.role {
                Role::Pawn => reach(&man, SquareSet::ALL) & self.victims(!color),
                Role::King => reach(&man, SquareSet::ALL) - own - danger[(!color).index()],
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

    /// Where men of one side always stand.
    fn fixed(&self, color: Color) -> SquareSet {
        let men = self.men.iter().filter(|man| man.piece.color == color && man.is_fixed());
        men.fold(SquareSet::EMPTY, |set, man| set | man.region)
    }

    /// Where a pawn may take men of one side. The square that a pawn passes over in a double step is one
    /// where it may stand, so that en passant is among them.
    fn victims(&self, color: Color) -> SquareSet {
        let men = self.men.iter().filter(|man| man.piece.color == color && man.piece.role != Role::King);
        men.fold(SquareSet::EMPTY, |set, man| set | man.region)
    }

    /// The squares that fixed men of one side always attack.
    fn danger(&self, color: Color) -> SquareSet {
        let anywhere = self.men.iter().fold(SquareSet::EMPTY, |set, man| set | man.region);
        let men = self.men.iter().filter(|man| man.piece.color == color && man.is_fixed());
        men.fold(SquareSet::EMPTY, |set, man| set | attacks::of(color, man.piece.role, man.home, anywhere))
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

    /// Whether the winner's opponent always has a square for his king when he is in check.
    fn has_no_mate(&self, winner: Color) -> bool {
        let king = |color| self.men.iter().find(|man| man.is(color, Role::King)).expect("a king a side");
        let (king, hunter) = (king(!winner), king(winner));
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

/// What a man attacks from all the squares it may be on.
fn reach(man: &Man, occupied: SquareSet) -> SquareSet {
    let Piece { color, role } = man.piece;
    man.region.iter().fold(SquareSet::EMPTY, |set, from| set | attacks::of(color, role, from, occupied))
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
