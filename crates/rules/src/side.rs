//! The side to move as a type, so that the generator is compiled once for each side (law B01: every
//! "forward" is relative to the player).

use crate::{Color, File, Rank, SquareSet};

pub(crate) struct White;
pub(crate) struct Black;

pub(crate) trait Side {
    type Other: Side;
    const COLOR: Color;
    /// What one step forward adds to a square's index.
    const FORWARD: i32;
    /// The rank that a pawn reaches with a single step from its first square.
    const THIRD_RANK: SquareSet;
    const LAST_RANK: SquareSet;

    fn forward(set: SquareSet) -> SquareSet;

    /// The squares one step forward and one toward the a-file.
    #[inline(always)]
    fn forward_west(set: SquareSet) -> SquareSet {
        Self::forward(SquareSet((set - SquareSet::file(File::A)).0 >> 1))
    }

    /// The squares one step forward and one toward the h-file.
    #[inline(always)]
    fn forward_east(set: SquareSet) -> SquareSet {
        Self::forward(SquareSet((set - SquareSet::file(File::H)).0 << 1))
    }
}

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
    const FORWARD: i32 = 8;
    const THIRD_RANK: SquareSet = SquareSet::rank(Rank::Third);
    const LAST_RANK: SquareSet = SquareSet::rank(Rank::Eighth);

    #[inline(always)]
    fn forward(set: SquareSet) -> SquareSet {
        SquareSet(set.0 << 8)
    }
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
    const FORWARD: i32 = -8;
    const THIRD_RANK: SquareSet = SquareSet::rank(Rank::Sixth);
    const LAST_RANK: SquareSet = SquareSet::rank(Rank::First);

    #[inline(always)]
    fn forward(set: SquareSet) -> SquareSet {
        SquareSet(set.0 >> 8)
    }
}

/// Calls a function that is generic over the side to move; its other type arguments must be inferable (`_`).
macro_rules! for_side {
    ($color:expr, $($function:ident)::+ <Us $(, $generic:tt)*> ($($argument:expr),*)) => {
        match $color {
            $crate::Color::White => $($function)::+::<$crate::side::White $(, $generic)*>($($argument),*),
            $crate::Color::Black => $($function)::+::<$crate::side::Black $(, $generic)*>($($argument),*),
        }
    };
}
pub(crate) use for_side;
