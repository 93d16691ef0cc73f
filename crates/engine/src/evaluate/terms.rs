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
    /// A minor piece protected by a pawn on a square from which no pawn can drive it away: knight, bishop.
    OUTPOST: 2,
    /// A minor piece with a pawn directly in front of it.
    MINOR_BEHIND_PAWN: 1,
    /// A rook on an open file, on a half-open file.
    ROOK_FILE: 2,
    /// No own pawn on the neighbouring files.
    PAWN_ISOLATED: 1,
    /// Another own pawn in front of it.
    PAWN_DOUBLED: 1,
    /// No neighbouring pawn can protect it any more, and an enemy pawn attacks the square in front of it.
    PAWN_BACKWARD: 1,
    /// Beside another pawn, by rank.
    PAWN_PHALANX: 8,
    /// Protected by another pawn, by rank.
    PAWN_PROTECTED: 8,
    /// No enemy pawn can stop it, by rank.
    PASSED: 8,
    /// The square in front of a passed pawn is occupied, by rank.
    PASSED_BLOCKED: 8,
    /// The enemy neither occupies nor attacks any square in front of a passed pawn, by rank.
    PASSED_FREE: 8,
    /// The distance of the own king from the square in front of a passed pawn.
    PASSED_OWN_KING: 8,
    /// The distance of the enemy king from that square.
    PASSED_ENEMY_KING: 8,
    /// An own rook behind a passed pawn.
    PASSED_ROOK_BEHIND: 1,
    /// The nearest own pawn in front of the king, by its rank; 0 if there is none. First the king's file, then its
    /// neighbours.
    SHELTER: 2 * 8,
    /// The nearest enemy pawn in front of the king, by its rank. First blocked by an own pawn, then not.
    STORM: 2 * 8,
    /// How dangerous the attack on the enemy king is.
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
    /// A square on the centre files of the own second to fourth ranks, without an own pawn and not attacked by an enemy
    /// pawn.
    SPACE: 1,
    /// Being the side to move.
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
