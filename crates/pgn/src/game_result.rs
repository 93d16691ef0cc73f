//! The result of a game, as PGN writes it.

use rules::{Color, Outcome};
use std::fmt;

/// What a PGN file states as the result of a game, in the tag `Result` or after the moves.
///
/// ```
/// use tabiya_pgn::{GameResult, rules::Outcome};
/// assert_eq!(GameResult::from_marker(b"1/2-1/2"), Some(GameResult::Known(Outcome::Draw)));
/// assert_eq!(GameResult::from(None).tag(), "*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`, `0-1`, `1/2-1/2`, `0-0` if both lose, or `1/2-0` and `0-1/2` by an arbiter's decision.
    Known(Outcome),
    /// `*`: the game is not finished, or its result is unknown.
    Unknown,
}

impl GameResult {
    /// Reads the value of the tag `Result`. The short form `1/2` is not valid there.
    pub fn from_tag(value: &[u8]) -> Option<GameResult> {
        match value.trim_ascii() {
            b"0-0" => Some(GameResult::Known(Outcome::BothLose)),
            b"1/2" => None,
            value => GameResult::from_marker(value),
        }
    }

    /// Reads the result after the moves. `0-0` is not accepted there, because it also means castling.
    #[inline]
    pub fn from_marker(word: &[u8]) -> Option<GameResult> {
        Some(match word {
            b"1-0" => GameResult::Known(Outcome::Win(Color::White)),
            b"0-1" => GameResult::Known(Outcome::Win(Color::Black)),
            b"1/2-1/2" | b"1/2" => GameResult::Known(Outcome::Draw),
            b"*" => GameResult::Unknown,
            _ => return GameResult::from_typography(word),
        })
    }

    /// Results as word processors write them, and results that the PGN standard does not have.
    #[cold]
    fn from_typography(word: &[u8]) -> Option<GameResult> {
        let outcome = match str::from_utf8(word).ok()? {
            "½-½" | "½–½" | "½" | "1/2–1/2" => Outcome::Draw,
            "1–0" => Outcome::Win(Color::White),
            "0–1" => Outcome::Win(Color::Black),
            "1/2-0" | "½-0" | "½–0" => Outcome::HalfPoint(Color::White),
            "0-1/2" | "0-½" | "0–½" => Outcome::HalfPoint(Color::Black),
            _ => return None,
        };
        Some(GameResult::Known(outcome))
    }

    /// The value of the tag `Result`. PGN cannot express half a point against zero: the value is then `*`, and the tag
    /// `Score` has the result.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            GameResult::Known(Outcome::HalfPoint(_)) => "*",
            GameResult::Known(outcome) => outcome.as_str(),
            GameResult::Unknown => "*",
        }
    }

    /// The result to write after the moves: the same, but `*` if both lose, because `0-0` also means castling.
    #[must_use]
    pub const fn marker(self) -> &'static str {
        match self {
            GameResult::Known(Outcome::BothLose) => "*",
            _ => self.tag(),
        }
    }

    /// The outcome, if there is one.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            GameResult::Known(outcome) => Some(outcome),
            GameResult::Unknown => None,
        }
    }
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        outcome.map_or(GameResult::Unknown, GameResult::Known)
    }
}

/// Writes [`GameResult::tag`].
impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for GameResult {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.tag())
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for GameResult {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<GameResult, D::Error> {
        let text = String::deserialize(deserializer)?;
        GameResult::from_tag(text.as_bytes()).ok_or_else(|| {
            serde::de::Error::custom(format_args!("expected 1-0, 0-1, 1/2-1/2, 0-0 or *, found {text:?}"))
        })
    }
}
