//! Which squares a piece attacks, and the lines between squares.
//!
//! An attack counts whether or not the attacker is pinned (law M13), and extends to the first piece on a line, of
//! either side.

pub(crate) mod lines;
mod reach;
pub(crate) mod sliders;
mod steps;

pub(crate) use lines::{BISHOP_RAYS, ROOK_RAYS};
pub(crate) use reach::{ANYWHERE, InReach, NEAR, REACH};
pub(crate) use steps::{KING, KNIGHT, PAWN};

use crate::{Color, Role, Square, SquareSet};
use sliders::{Portable, Sliders};

/// The squares a knight attacks (law M09).
#[inline]
pub const fn knight(square: Square) -> SquareSet {
    KNIGHT[square.index()]
}

/// The squares a king attacks (law M05).
#[inline]
pub const fn king(square: Square) -> SquareSet {
    KING[square.index()]
}

/// The squares a pawn of that side attacks (law M12).
#[inline]
pub const fn pawn(color: Color, square: Square) -> SquareSet {
    PAWN[color.index()][square.index()]
}

/// The squares a bishop attacks on a board with these squares occupied (law M07).
#[inline]
pub fn bishop(square: Square, occupied: SquareSet) -> SquareSet {
    Portable.bishop(square, occupied)
}

/// The squares a rook attacks on a board with these squares occupied (law M06).
///
/// ```
/// use tabiya_rules::{Square, SquareSet, attacks};
/// let blocker = SquareSet::of(Square::A4);
/// assert_eq!(attacks::rook(Square::A1, blocker).len(), 10);
/// ```
#[inline]
pub fn rook(square: Square, occupied: SquareSet) -> SquareSet {
    Portable.rook(square, occupied)
}

/// The squares a queen attacks on a board with these squares occupied (law M08).
#[inline]
pub fn queen(square: Square, occupied: SquareSet) -> SquareSet {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a piece of that side and role attacks.
#[inline]
pub fn of(color: Color, role: Role, square: Square, occupied: SquareSet) -> SquareSet {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares strictly between two squares of one rank, file or diagonal; empty for all other pairs.
///
/// ```
/// use tabiya_rules::{Square, attacks};
/// assert_eq!(attacks::between(Square::A1, Square::C3).single(), Some(Square::B2));
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline]
pub fn between(a: Square, b: Square) -> SquareSet {
    lines::BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, edge to edge; empty if they share none.
#[inline]
pub fn line(a: Square, b: Square) -> SquareSet {
    lines::line(a, b)
}
