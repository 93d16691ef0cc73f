//! Walls: a few squares for every man, such that no legal move ever leaves them and none of them is the place
//! of a mate.
//!
//! The squares are the least ones closed under every move that might be legal, given what is *fixed*: the men
//! that have one square only and cannot be taken there. As the squares grow, fewer men are fixed and more
//! moves are possible, until nothing changes: whatever was used to rule out a move still holds at the end,
//! so that no argument rests on itself.

mod flight;
mod last_move;
mod wall;

use alloc::vec::Vec;
use rules::{Color, Piece, Position, Role, Square, SquareSet};
use wall::Wall;

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
    let mut wall = Wall { men: men.collect(), winner };
    while wall.grow()? {}
    wall.has_no_mate().then_some(Invariant { men: wall.men })
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
