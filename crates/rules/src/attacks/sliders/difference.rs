//! Attacks by arithmetic.

use super::Sliders;
use crate::attacks::lines::LINES;
use crate::{Square, SquareSet};

/// By arithmetic on the lines through the square; no tables worth naming.
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
