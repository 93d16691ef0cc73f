//! The terms of the evaluation; each is an index into the table of weights.

use rules::{Color, Square};

/// Numbers the groups of terms consecutively.
macro_rules! layout {
    (@at $first:expr;) => {
        /// How many terms there are.
        pub const COUNT: usize = $first;
    };
    (@at $first:expr; $(#[$doc:meta])* $name:ident: $len:expr, $($rest:tt)*) => {
        $(#[$doc])*
        pub const $name: usize = $first;
        layout!(@at $name + $len; $($rest)*);
    };
    ($($(#[$doc:meta])* $name:ident: $len:expr,)*) => {
        layout!(@at 0; $($(#[$doc])* $name: $len,)*);
        /// The groups in order, each with the number of its terms.
        pub const GROUPS: &[(&str, usize)] = &[$((stringify!($name), $len)),*];
    };
}

layout! {
    /// Material, by role; the king counts nothing.
    MATERIAL: 6,
    /// Piece-square terms, by role and square; mirrored onto the a-side.
    SQUARES: 6 * 32,
    /// Knight mobility, by the number of safe squares.
    KNIGHT_MOBILITY: 9,
    /// Bishop mobility, by the number of safe squares.
    BISHOP_MOBILITY: 14,
    /// Rook mobility, by the number of safe squares.
    ROOK_MOBILITY: 15,
    /// Queen mobility, by the number of safe squares.
    QUEEN_MOBILITY: 28,
    /// Two bishops on squares of both colours.
    BISHOP_PAIR: 1,
    /// Own pawns on the bishop's colour.
    BISHOP_PAWNS: 9,
    /// A minor piece protected by a pawn where no pawn can drive it away: knight, bishop.
    OUTPOST: 2,
    /// A minor piece with a pawn right before it.
    MINOR_BEHIND_PAWN: 1,
    /// A rook on a file without pawns, without own pawns.
    ROOK_FILE: 2,
    /// No own pawn on the neighbouring files.
    PAWN_ISOLATED: 1,
    /// Another own pawn before it.
    PAWN_DOUBLED: 1,
    /// No neighbour can ever protect it, and its next square is attacked by a pawn.
    PAWN_BACKWARD: 1,
    /// Beside another pawn, by rank.
    PAWN_PHALANX: 8,
    /// Protected by another pawn, by rank.
    PAWN_PROTECTED: 8,
    /// No enemy pawn can stop it, by rank.
    PASSED: 8,
    /// The square before a passed pawn is occupied, by rank.
    PASSED_BLOCKED: 8,
    /// No enemy attacks what lies before a passed pawn, by rank.
    PASSED_FREE: 8,
    /// How far the own king is from the square before a passed pawn.
    PASSED_OWN_KING: 8,
    /// How far the enemy king is from there.
    PASSED_ENEMY_KING: 8,
    /// A rook of its own behind a passed pawn.
    PASSED_ROOK_BEHIND: 1,
    /// The nearest own pawn before the king, by its rank; none at 0. First the king's file, then its
    /// neighbours.
    SHELTER: 2 * 8,
    /// The nearest enemy pawn before the king, by its rank. First blocked by an own pawn, then not.
    STORM: 2 * 8,
    /// How dangerous the pieces around the enemy king are.
    KING_DANGER: 32,
    /// A pawn attacks a piece, by the piece's role.
    THREAT_BY_PAWN: 6,
    /// A knight or bishop attacks a piece.
    THREAT_BY_MINOR: 6,
    /// A rook attacks a piece.
    THREAT_BY_ROOK: 6,
    /// A piece is attacked and not protected.
    THREAT_HANGING: 1,
    /// A pawn can safely step forward and then attack a piece.
    THREAT_BY_PUSH: 1,
    /// A safe square in the centre behind or between own pawns.
    SPACE: 1,
    /// The right to move.
    TEMPO: 1,
}

/// A square as `color` sees it, folded onto the a-side: 0 is a1, 31 is d8.
#[inline(always)]
pub(super) const fn folded(color: Color, square: Square) -> usize {
    let file = square.index() & 7;
    let file = if file > 3 { 7 - file } else { file };
    relative_rank(color, square) * 4 + file
}

/// The rank as `color` counts, from 0.
#[inline(always)]
pub(super) const fn relative_rank(color: Color, square: Square) -> usize {
    let rank = square.index() >> 3;
    match color {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}
