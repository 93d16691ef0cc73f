//! Attacks by obstruction difference.

use super::Sliders;
use crate::attacks::lines::LINES;
use crate::{Square, SquareSet};

/// Attacks by arithmetic on the lines through the square, with a table of only a few kilobytes.
#[derive(Clone, Copy)]
pub(crate) struct Difference;

impl Sliders for Difference {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        let lines = &LINES[square.index()];
        SquareSet(lines.diagonal.attacks(occupied.0) | lines.antidiagonal.attacks(occupied.0))
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        let lines = &LINES[square.index()];
        SquareSet(lines.rank.attacks(occupied.0) | lines.file.attacks(occupied.0))
    }
}
