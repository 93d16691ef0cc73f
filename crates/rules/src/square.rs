//! Files, ranks and squares (laws B02, B03).

use crate::{Color, Expected, TextError, TextField};
use core::fmt;
use core::str::FromStr;

/// A file, `a` to `h` from White's left to right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the game's own")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// All files from `a` to `h`.
    pub const ALL: [File; 8] = [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// 0 for `a` to 7 for `h`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the file, `a` to `h`.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }

    /// The file of a small letter `a` to `h`.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }
}

/// A rank, from the first (White's back rank) to the eighth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names are the game's own")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// All ranks from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// 0 for the first to 7 for the eighth.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The digit of the rank, `1` to `8`.
    #[inline]
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }

    /// The rank of a digit `1` to `8`.
    #[inline]
    pub const fn from_digit(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The rank as `color` counts: Black's first rank is the eighth (law B01).
    ///
    /// ```
    /// use tabiya_rules::{Color, Rank};
    /// assert_eq!(Rank::First.relative_to(Color::Black), Rank::Eighth);
    /// ```
    #[inline]
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Rank {
        match color {
            Color::White => self,
            Color::Black => Rank::ALL[7 - self.index()],
        }
    }
}

/// One of the 64 squares.
///
/// ```
/// use tabiya_rules::{File, Rank, Square};
/// let square: Square = "e4".parse()?;
/// assert_eq!((square.file(), square.rank()), (File::E, Rank::Fourth));
/// assert_eq!(square.offset(1, 2), Some(Square::F6));
/// assert_eq!(Square::H8.offset(1, 0), None);
/// # Ok::<(), tabiya_rules::TextError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

macro_rules! squares {
    ($($name:ident)*) => {
        impl Square {
            squares!(@each 0u8, $($name)*);
        }
    };
    (@each $index:expr, $name:ident $($rest:ident)*) => {
        #[expect(missing_docs, reason = "the names are the game's own")]
        pub const $name: Square = Square($index);
        squares!(@each $index + 1, $($rest)*);
    };
    (@each $index:expr,) => {};
}

squares! {
    A1 B1 C1 D1 E1 F1 G1 H1
    A2 B2 C2 D2 E2 F2 G2 H2
    A3 B3 C3 D3 E3 F3 G3 H3
    A4 B4 C4 D4 E4 F4 G4 H4
    A5 B5 C5 D5 E5 F5 G5 H5
    A6 B6 C6 D6 E6 F6 G6 H6
    A7 B7 C7 D7 E7 F7 G7 H7
    A8 B8 C8 D8 E8 F8 G8 H8
}

const _: () = assert!(Square::H8.index() == 63);

impl Square {
    /// The square where a file and a rank cross.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square((rank as u8) << 3 | file as u8)
    }

    /// The square of an index, a1 = 0, b1 = 1, … h8 = 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square(index as u8)) } else { None }
    }

    /// [`Square::from_index`] for an index known to be below 64; larger ones wrap.
    #[inline(always)]
    pub(crate) const fn wrapping(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// a1 = 0, b1 = 1, … h8 = 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask tells the compiler that the index is below 64, so lookups in tables of 64 need no bounds check.
        (self.0 & 63) as usize
    }

    /// Every square from a1 to h8, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }

    /// The file that the square is on.
    #[inline]
    pub const fn file(self) -> File {
        File::ALL[(self.0 & 7) as usize]
    }

    /// The rank that the square is on.
    #[inline]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 3 & 7) as usize]
    }

    /// Whether it is a light square; a1 is dark (law B03).
    #[inline]
    pub const fn is_light(self) -> bool {
        (self.0 ^ self.0 >> 3) & 1 == 1
    }

    /// The square `files` to the east and `ranks` to the north, if that is on the board.
    #[must_use]
    pub const fn offset(self, files: i32, ranks: i32) -> Option<Square> {
        let file = (self.0 & 7) as i32 + files;
        let rank = (self.0 >> 3) as i32 + ranks;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Square((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// The number of king moves between two squares on an empty board (Chebyshev distance).
    ///
    /// ```
    /// use tabiya_rules::Square;
    /// assert_eq!(Square::A1.distance_to(Square::C8), 7);
    /// ```
    #[inline]
    pub const fn distance_to(self, other: Square) -> usize {
        let files = self.file().index().abs_diff(other.file().index());
        let ranks = self.rank().index().abs_diff(other.rank().index());
        if files > ranks { files } else { ranks }
    }

    /// The same file seen from the other side: a1 becomes a8.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 56)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file().letter(), self.rank().digit())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Square, TextError> {
        Square::from_bytes(text.as_bytes())
            .ok_or_else(|| TextError::new(TextField::Square, text, 0, Expected::SquareName))
    }
}

impl Square {
    /// A square of exactly two bytes, such as `e4`.
    #[inline]
    pub const fn from_bytes(text: &[u8]) -> Option<Square> {
        match text {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some(Square((*rank - b'1') << 3 | (*file - b'a'))),
            _ => None,
        }
    }
}
