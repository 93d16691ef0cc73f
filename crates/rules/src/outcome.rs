//! The result of a game.

use crate::Color;
use core::error::Error;
use core::fmt;
use core::str::FromStr;

/// The result of a finished game (law P01). A game that is still going on or was aborted has no outcome.
///
/// ```
/// use tabiya_rules::{Color, Outcome};
/// let outcome: Outcome = "1-0".parse()?;
/// assert_eq!(outcome, Outcome::Win(Color::White));
/// assert_eq!((outcome.half_points(Color::White), outcome.half_points(Color::Black)), (2, 0));
/// # Ok::<(), tabiya_rules::ParseOutcomeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// This side won the game.
    Win(Color),
    /// Half a point each.
    Draw,
    /// One side lost, and the arbiter gave the other one half a point (law E06).
    HalfPoint(Color),
    /// No point for either side, as after a double forfeit.
    BothLose,
}

impl Outcome {
    /// The side that won, if one did.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw | Outcome::HalfPoint(_) | Outcome::BothLose => None,
        }
    }

    /// Twice the points of a side, so that they can be added up in whole numbers: 2 for a win, 1 for a draw, 0 for
    /// a loss.
    #[must_use]
    pub const fn half_points(self, color: Color) -> u32 {
        match (self, color) {
            (Outcome::Win(Color::White), Color::White) | (Outcome::Win(Color::Black), Color::Black) => 2,
            (Outcome::Draw, _)
            | (Outcome::HalfPoint(Color::White), Color::White)
            | (Outcome::HalfPoint(Color::Black), Color::Black) => 1,
            (Outcome::Win(_) | Outcome::HalfPoint(_) | Outcome::BothLose, _) => 0,
        }
    }

    /// `1-0`, `0-1`, `1/2-1/2`, `1/2-0`, `0-1/2` or `0-0`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
            Outcome::HalfPoint(Color::White) => "1/2-0",
            Outcome::HalfPoint(Color::Black) => "0-1/2",
            Outcome::BothLose => "0-0",
        }
    }
}

/// As PGN writes it, see [`Outcome::as_str`].
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The text is not the result of a finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOutcomeError;

impl fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("result: expected 1-0, 0-1, 1/2-1/2, 1/2-0, 0-1/2 or 0-0")
    }
}

impl Error for ParseOutcomeError {}

impl FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Outcome, ParseOutcomeError> {
        match text {
            "1-0" => Ok(Outcome::Win(Color::White)),
            "0-1" => Ok(Outcome::Win(Color::Black)),
            "1/2-1/2" => Ok(Outcome::Draw),
            "1/2-0" => Ok(Outcome::HalfPoint(Color::White)),
            "0-1/2" => Ok(Outcome::HalfPoint(Color::Black)),
            "0-0" => Ok(Outcome::BothLose),
            _ => Err(ParseOutcomeError),
        }
    }
}
