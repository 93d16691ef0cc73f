//! The inputs of the network: which pieces stand where, from the view of one side.

use super::BUCKETS;
use rules::{Color, Piece, Square};

/// Own and enemy pieces, six kinds, 64 squares.
pub const FEATURES: usize = 2 * 6 * 64;

/// The feature of a piece from the view of `side`. The board is turned upside down for Black, and mirrored for a side
/// whose king is on the right half, so that equivalent positions share weights.
#[inline(always)]
pub fn feature(side: Color, king: Square, piece: Piece, square: Square) -> usize {
    let enemy = usize::from(piece.color != side);
    (enemy * 6 + piece.role.index()) * 64 + (square.index() ^ orientation(side, is_mirrored(king)))
}

/// Whether the board is mirrored for a side with its king on this square.
#[inline(always)]
pub(super) fn is_mirrored(king: Square) -> bool {
    king.file().index() >= 4
}

/// The number that square indices are XORed with.
#[inline(always)]
pub(super) fn orientation(side: Color, mirrored: bool) -> usize {
    let upside_down = if side == Color::Black { 56 } else { 0 };
    upside_down ^ if mirrored { 7 } else { 0 }
}

/// The output bucket by the number of pieces, kings and pawns included.
#[inline(always)]
pub fn bucket(pieces: usize) -> usize {
    (pieces.saturating_sub(2) * BUCKETS / 31).min(BUCKETS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Role;

    #[test]
    fn features_differ_and_fit() {
        let mut seen = std::collections::HashSet::new();
        for color in Color::ALL {
            for role in Role::ALL {
                for square in Square::all() {
                    let feature = feature(Color::White, Square::A1, Piece { color, role }, square);
                    assert!(feature < FEATURES && seen.insert(feature));
                }
            }
        }
        assert_eq!((bucket(2), bucket(32), bucket(0)), (0, 7, 0));
    }
}
