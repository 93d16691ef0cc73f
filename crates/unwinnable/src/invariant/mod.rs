//! Walls: a range of squares for every piece such that no legal move leaves a range and no checkmate is
//! possible inside them.
//!
//! The ranges are the smallest ones closed under every move that might be legal, given which pieces are
//! *fixed*: those that have a single square and can never be captured. As the ranges grow, fewer pieces are
//! fixed and more moves become possible, until nothing changes. Every assumption that ruled out a move still
//! holds at the end, so the argument is not circular.

mod flight;
mod last_move;
mod wall;

use alloc::vec::Vec;
use rules::{Color, Piece, Position, Role, Square, SquareSet};
use wall::Wall;

/// A range for every piece that holds for the rest of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Invariant {
    /// One entry for each piece of the position in question.
    pub ranges: Vec<PieceRange>,
}

/// The squares one piece can ever stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PieceRange {
    /// The piece. A pawn here never promotes.
    pub piece: Piece,
    /// The square it stands on now.
    pub home: Square,
    /// Every square it can ever stand on, `home` included.
    pub squares: SquareSet,
    /// Whether it may be captured.
    pub capturable: bool,
}

impl PieceRange {
    fn is_fixed(&self) -> bool {
        !self.capturable && !self.squares.has_many()
    }

    fn is(&self, color: Color, role: Role) -> bool {
        self.piece == Piece { color, role }
    }
}

/// Ranges within which `winner` can never give mate, if there are any.
pub(crate) fn prove(position: &Position, winner: Color) -> Option<Invariant> {
    let ranges = position.board().iter().map(|(home, piece)| PieceRange {
        piece,
        home,
        squares: SquareSet::of(home),
        capturable: false,
    });
    let mut wall = Wall { ranges: ranges.collect(), winner };
    while wall.grow()? {}
    wall.has_no_mate().then_some(Invariant { ranges: wall.ranges })
}

/// A quick filter: if some pawn has a free path, it can promote, and no wall holds.
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

/// The squares in front of a pawn, up to the last rank.
pub(crate) fn ahead(color: Color, square: Square) -> SquareSet {
    let above = u64::MAX.checked_shl(8 * (square.rank().index() as u32 + 1)).unwrap_or(0);
    let below = (1 << (8 * square.rank().index())) - 1;
    SquareSet::file(square.file()) & SquareSet::from_bits(if color == Color::White { above } else { below })
}
