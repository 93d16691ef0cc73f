//! Parses and writes the value of the PGN tag `TimeControl`.

use super::{Bonus, Stage, Stages, TimeControl};
use crate::Duration;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;

/// Why a text is not a time control: what was found, and what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("time: expected {expected}, found \"{}\"", found.escape_debug())]
#[non_exhaustive]
pub struct ParseTimeControlError {
    /// The part that is wrong.
    pub found: String,
    /// What would have been right.
    pub expected: ExpectedTime,
}

/// What was expected in a time control. Its `Display` text is English; other languages need a sentence for each value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExpectedTime {
    /// A time in the hourglass that is not zero.
    Hourglass,
    /// Stages, all but the last with a number of moves.
    Stages,
    /// The number of moves of a stage.
    Moves,
    /// A number of seconds.
    Seconds,
    /// Any form that people use.
    AnyForm,
}

impl fmt::Display for ExpectedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            ExpectedTime::Hourglass => "some time in the hourglass",
            ExpectedTime::Stages => {
                "stages with some time, all but the last with their number of moves, such as 40/5400:1800"
            }
            ExpectedTime::Moves => "a number of moves before the slash",
            ExpectedTime::Seconds => "a number of seconds, such as 300 or 180+2 or 40/5400+30:1800+30",
            ExpectedTime::AnyForm => {
                "a time such as 3+2, 5 min, 90m+30s, 1h30, 40/90m:30m+30s, 3 days a move or 10 moves in 50 days"
            }
        })
    }
}

/// Longer texts are truncated, because people read them.
const MAX_FOUND_LENGTH: usize = 40;

pub(super) fn bad(found: &str, expected: ExpectedTime) -> ParseTimeControlError {
    let found = match found.char_indices().nth(MAX_FOUND_LENGTH) {
        Some((end, _)) => [&found[..end], "…"].concat(),
        None => found.to_string(),
    };
    ParseTimeControlError { found, expected }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        if text == "-" {
            return Ok(TimeControl::Unlimited);
        }
        if let Some(time) = text.strip_prefix('*') {
            return match seconds(time)? {
                Duration::ZERO => Err(bad(text, ExpectedTime::Hourglass)),
                time => Ok(TimeControl::Hourglass(time)),
            };
        }
        let stages = text.split(':').map(stage).collect::<Result<Vec<Stage>, _>>()?;
        Stages::new(stages).map(TimeControl::Stages).ok_or_else(|| bad(text, ExpectedTime::Stages))
    }
}

fn stage(text: &str) -> Result<Stage, ParseTimeControlError> {
    let (moves, rest) = match text.split_once('/') {
        None => (None, text),
        Some((moves, rest)) => {
            let number = digits(moves).and_then(|moves| moves.parse::<NonZeroU32>().ok());
            (Some(number.ok_or_else(|| bad(moves, ExpectedTime::Moves))?), rest)
        }
    };
    let (time, bonus) = match rest.find(['+', 'd', 'b']) {
        None => (rest, Bonus::None),
        Some(at) => {
            let time = seconds(&rest[at + 1..])?;
            let bonus = match rest.as_bytes()[at] {
                b'+' => Bonus::Increment(time),
                b'd' => Bonus::Delay(time),
                _ => Bonus::Bronstein(time),
            };
            (&rest[..at], bonus)
        }
    };
    Ok(Stage { moves, time: seconds(time)?, bonus })
}

fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

/// Parses seconds with up to three decimal places.
pub(super) fn seconds(text: &str) -> Result<Duration, ParseTimeControlError> {
    let read = || {
        let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
        let whole: u64 = digits(whole)?.parse().ok()?;
        let millis: u64 = digits(part).filter(|part| part.len() <= 3)?.parse().ok()?;
        let millis = millis * [100, 10, 1][part.len() - 1];
        let whole = Duration::from_seconds(whole);
        (whole <= TimeControl::MAX_TIME).then(|| whole + Duration::from_millis(millis))
    };
    read().ok_or_else(|| bad(text, ExpectedTime::Seconds))
}

/// Writes the value of the PGN tag `TimeControl`.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Unlimited => f.write_str("-"),
            TimeControl::Hourglass(time) => write!(f, "*{}", InSeconds(*time)),
            TimeControl::Stages(stages) => {
                for (index, stage) in stages.as_slice().iter().enumerate() {
                    write!(f, "{}{stage}", if index == 0 { "" } else { ":" })?;
                }
                Ok(())
            }
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", InSeconds(self.time))?;
        match self.bonus {
            Bonus::None => Ok(()),
            Bonus::Increment(time) => write!(f, "+{}", InSeconds(time)),
            Bonus::Delay(time) => write!(f, "d{}", InSeconds(time)),
            Bonus::Bronstein(time) => write!(f, "b{}", InSeconds(time)),
        }
    }
}

struct InSeconds(Duration);

impl fmt::Display for InSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, millis) = (self.0.millis() / 1000, self.0.millis() % 1000);
        match millis {
            0 => write!(f, "{whole}"),
            _ => f.write_str(alloc::format!("{whole}.{millis:03}").trim_end_matches('0')),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        for text in [
            "-",
            "300",
            "180+2",
            "0+2",
            "0d5",
            "180+0",
            "40/5400+30:1800+30",
            "40/7200:20/3600:900b10",
            "300d5",
            "300b5",
            "1/86400",
            "10/4320000",
            "*180",
            "59.5+0.125",
        ] {
            let control: TimeControl = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(control.to_string(), text);
        }
    }

    #[test]
    fn errors_name_what_was_found() {
        for (text, found) in [
            ("", ""),
            ("?", "?"),
            ("five", "five"),
            ("-5", "-5"),
            (" 300", " 300"),
            ("300+", ""),
            ("180+2+2", "2+2"),
            ("300s", "300s"),
            ("3e2", "3e2"),
            ("+5", ""),
            ("0", "0"),
            ("0+0", "0+0"),
            ("0/300", "0"),
            ("+40/300", "+40"),
            ("4000000000000/300", "4000000000000"),
            ("300:40/600", "300:40/600"),
            ("40/5400:", ""),
            ("40/5400:0", "40/5400:0"),
            ("*", ""),
            ("*0", "*0"),
            ("1.2345", "1.2345"),
            ("99999999999999999999", "99999999999999999999"),
            ("3153600001", "3153600001"),
            ("٣", "٣"),
        ] {
            let error = text.parse::<TimeControl>().expect_err(text);
            assert_eq!(error.found, found, "{text}");
        }
        let error = "3\n".parse::<TimeControl>().expect_err("a line end");
        assert!(error.to_string().ends_with(r#", found "3\n""#), "{error}");
    }
}
