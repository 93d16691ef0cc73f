//! Numeric annotation glyphs, and the signs that people write instead.

use std::fmt;

/// A numeric annotation glyph: `$1` is a good move.
///
/// ```
/// use tabiya_pgn::Nag;
/// assert_eq!(Nag::from_sign(b"!?"), Some(Nag(5)));
/// assert_eq!((Nag(5).sign(), Nag(5).to_string().as_str()), (Some("!?"), "$5"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nag(pub u8);

/// Signs and their numbers. Of several signs with the same number, the first is written.
const SIGNS: [(&str, u8); 36] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+/=", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=/+", 15),
    ("=+", 15),
    ("±", 16),
    ("+/-", 16),
    ("+/−", 16),
    ("∓", 17),
    ("-/+", 17),
    ("−/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("+--", 18),
    ("-+", 19),
    ("−+", 19),
    ("--+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
    ("=∞", 44),
    ("=/∞", 44),
    ("N", 146),
    ("D", 220),
];

impl Nag {
    /// The number that a sign stands for.
    pub fn from_sign(sign: &[u8]) -> Option<Nag> {
        SIGNS.iter().find(|(known, _)| known.as_bytes() == sign).map(|(_, number)| Nag(*number))
    }

    /// The sign for this number, if there is a common one.
    pub fn sign(self) -> Option<&'static str> {
        SIGNS.iter().find(|(_, number)| *number == self.0).map(|(sign, _)| *sign)
    }
}

/// Writes the number as in a file: `$1`.
impl fmt::Display for Nag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}", self.0)
    }
}
