//! How a game ended, as PGN writes it.

use rules::Color;
use std::fmt;

/// How a game ended, as far as PGN knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// `1-0` or `0-1`.
    Win(Color),
    /// `1/2-1/2`.
    Draw,
    /// `0-0` in the tag `Result`; what follows the moves is then `*`, because `0-0` also means castling.
    BothLose,
    /// `*`: not over, or nobody knows.
    Unknown,
}

impl Outcome {
    /// Reads what stands in the tag `Result`; half a draw, `1/2`, is not enough there.
    pub fn from_tag(value: &[u8]) -> Option<Outcome> {
        match value.trim_ascii() {
            b"0-0" => Some(Outcome::BothLose),
            b"1/2" => None,
            value => Outcome::from_marker(value),
        }
    }

    /// Reads what stands after the moves.
    #[inline]
    pub fn from_marker(word: &[u8]) -> Option<Outcome> {
        match word {
            b"1-0" => Some(Outcome::Win(Color::White)),
            b"0-1" => Some(Outcome::Win(Color::Black)),
            b"1/2-1/2" | b"1/2" => Some(Outcome::Draw),
            b"*" => Some(Outcome::Unknown),
            _ => Outcome::from_typography(word),
        }
    }

    /// As word processors make it.
    #[cold]
    fn from_typography(word: &[u8]) -> Option<Outcome> {
        match str::from_utf8(word).ok()? {
            "½-½" | "½–½" | "½" | "1/2–1/2" => Some(Outcome::Draw),
            "1–0" => Some(Outcome::Win(Color::White)),
            "0–1" => Some(Outcome::Win(Color::Black)),
            _ => None,
        }
    }

    /// What stands in the tag `Result`.
    pub const fn tag(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::BothLose => "0-0",
            Outcome::Unknown => "*",
        }
    }

    /// What stands after the moves.
    pub const fn marker(self) -> &'static str {
        match self {
            Outcome::BothLose => "*",
            _ => self.tag(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}
