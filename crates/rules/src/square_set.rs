//! Sets of squares, one bit each.

use crate::{File, Rank, Square};
use core::fmt;
use core::num::NonZeroU64;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign};

/// A set of squares. Set operations are `|` (union), `&` (intersection), `-` (difference),
/// `^` (in exactly one of them) and `!` (complement).
///
/// ```
/// use tabiya_rules::{File, Square, SquareSet};
/// let set = SquareSet::file(File::A) & SquareSet::BACK_RANKS;
/// assert_eq!(set.iter().collect::<Vec<_>>(), [Square::A1, Square::A8]);
/// assert_eq!((set - SquareSet::of(Square::A1)).single(), Some(Square::A8));
/// assert_eq!((!set).len(), 62);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SquareSet(pub(crate) u64);

impl SquareSet {
    /// The set without any square.
    pub const EMPTY: SquareSet = SquareSet(0);
    /// The set of all 64 squares.
    pub const ALL: SquareSet = SquareSet(!0);
    /// a1, c1, … the dark squares.
    pub const DARK: SquareSet = SquareSet(0xaa55_aa55_aa55_aa55);
    /// b1, d1, … the light squares.
    pub const LIGHT: SquareSet = SquareSet(!SquareSet::DARK.0);
    /// The first and the last rank.
    pub const BACK_RANKS: SquareSet = SquareSet(0xff00_0000_0000_00ff);

    /// The set whose bit `n` stands for the square of index `n`.
    #[inline]
    pub const fn from_bits(bits: u64) -> SquareSet {
        SquareSet(bits)
    }

    /// Bit `n` stands for the square of index `n`.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The set of one square.
    #[inline(always)]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// All squares of a file.
    #[inline]
    pub const fn file(file: File) -> SquareSet {
        SquareSet(0x0101_0101_0101_0101 << file.index())
    }

    /// All squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> SquareSet {
        SquareSet(0xff << (8 * rank.index()))
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has two squares or more.
    #[inline(always)]
    pub const fn has_many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether every square of this set is in `other`.
    #[inline]
    pub const fn is_subset(self, other: SquareSet) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the two sets share no square.
    #[inline]
    pub const fn is_disjoint(self, other: SquareSet) -> bool {
        self.0 & other.0 == 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Removes a square.
    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.index());
    }

    /// The square nearest to a1, counting rank by rank.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.first_or_a1()) }
    }

    /// The square nearest to h8, counting rank by rank.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::wrapping(63 - self.0.leading_zeros())) }
    }

    /// The only square, if there is exactly one.
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.has_many() { None } else { self.first() }
    }

    /// [`SquareSet::first`] of a set known not to be empty; no caller passes the empty set, for which it returns a1.
    #[inline(always)]
    pub(crate) const fn first_or_a1(self) -> Square {
        Square::wrapping(self.0.trailing_zeros())
    }

    /// The squares from a1 to h8, rank by rank.
    #[inline(always)]
    pub const fn iter(self) -> SquareSetIter {
        SquareSetIter(self)
    }
}

/// The squares of a [`SquareSet`] in order.
#[derive(Clone, Debug)]
pub struct SquareSetIter(SquareSet);

impl Iterator for SquareSetIter {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let bits = NonZeroU64::new(self.0.0)?;
        self.0.0 &= self.0.0.wrapping_sub(1);
        Some(Square::wrapping(bits.trailing_zeros()))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for SquareSetIter {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = self.0.last()?;
        self.0.remove(square);
        Some(square)
    }
}

impl ExactSizeIterator for SquareSetIter {}

impl IntoIterator for SquareSet {
    type Item = Square;
    type IntoIter = SquareSetIter;

    #[inline(always)]
    fn into_iter(self) -> SquareSetIter {
        self.iter()
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | SquareSet::of(square))
    }
}

impl From<Square> for SquareSet {
    #[inline]
    fn from(square: Square) -> SquareSet {
        SquareSet::of(square)
    }
}

macro_rules! operators {
    ($($Op:ident::$op:ident, $Assign:ident::$assign:ident, |$a:ident, $b:ident| $body:expr;)*) => {$(
        impl $Op for SquareSet {
            type Output = SquareSet;
            #[inline(always)]
            fn $op(self, other: SquareSet) -> SquareSet {
                let ($a, $b) = (self.0, other.0);
                SquareSet($body)
            }
        }
        impl $Assign for SquareSet {
            #[inline(always)]
            fn $assign(&mut self, other: SquareSet) {
                *self = $Op::$op(*self, other);
            }
        }
    )*};
}

operators! {
    BitOr::bitor, BitOrAssign::bitor_assign, |a, b| a | b;
    BitAnd::bitand, BitAndAssign::bitand_assign, |a, b| a & b;
    BitXor::bitxor, BitXorAssign::bitxor_assign, |a, b| a ^ b;
    Sub::sub, SubAssign::sub_assign, |a, b| a & !b;
}

impl Not for SquareSet {
    type Output = SquareSet;

    #[inline(always)]
    fn not(self) -> SquareSet {
        SquareSet(!self.0)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
