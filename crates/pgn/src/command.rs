//! Commands in comments: `[%clk 0:03:00]`, `[%eval -1.25]`, `[%cal Ge2e4]`.

use crate::text::decode;
use rules::Square;
use std::time::Duration;

/// A command in a comment.
///
/// ```
/// use std::time::Duration;
/// use tabiya_pgn::{Command, Comment};
/// let comment = Comment::new(b"[%clk 0:03:00] a good move");
/// assert_eq!(comment.commands().next(), Some(Command::Clock(Duration::from_secs(180))));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Command {
    /// `[%clk 0:03:00]`: what the mover's clock shows.
    Clock(Duration),
    /// `[%emt 0:00:07]`: the time the move took.
    Elapsed(Duration),
    /// `[%eval 0.25]`, `[%eval #-3]`, `[%eval 0.25,18]`.
    Evaluation {
        /// The evaluation from White's point of view.
        score: Score,
        /// The depth of the search, if it is given.
        depth: Option<u32>,
    },
    /// `[%csl Ra4,Gb5]`: coloured squares.
    Squares(Vec<(Paint, Square)>),
    /// `[%cal Ge2e4]`: coloured arrows.
    Arrows(Vec<(Paint, Square, Square)>),
    /// Any other command, or a malformed one.
    Other {
        /// Its name, without `%`.
        name: String,
        /// What follows the name.
        arguments: String,
    },
}

/// How good a position is for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; negative if Black mates.
    Mate(i32),
}

/// The colour of a drawn square or arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Paint {
    /// Green, written `G`.
    Green,
    /// Red, written `R`.
    Red,
    /// Yellow, written `Y`.
    Yellow,
    /// Blue, written `B`.
    Blue,
}

impl Paint {
    const fn from_letter(letter: u8) -> Option<Paint> {
        match letter {
            b'G' | b'g' => Some(Paint::Green),
            b'R' | b'r' => Some(Paint::Red),
            b'Y' | b'y' => Some(Paint::Yellow),
            b'B' | b'b' => Some(Paint::Blue),
            _ => None,
        }
    }
}

/// The commands of a comment, one after the other.
pub(crate) struct Commands<'a> {
    rest: &'a [u8],
}

impl<'a> Commands<'a> {
    pub(crate) const fn new(rest: &'a [u8]) -> Commands<'a> {
        Commands { rest }
    }
}

impl Iterator for Commands<'_> {
    type Item = Command;

    fn next(&mut self) -> Option<Command> {
        let start = memchr::memmem::find(self.rest, b"[%")? + 2;
        let length = memchr::memchr(b']', &self.rest[start..])?;
        let inside = &self.rest[start..start + length];
        self.rest = &self.rest[start + length + 1..];
        Some(Command::read(inside))
    }
}

impl Command {
    /// Parses the text between `[%` and `]`.
    fn read(inside: &[u8]) -> Command {
        let name_end = inside.iter().position(u8::is_ascii_whitespace).unwrap_or(inside.len());
        let (name, arguments) = (&inside[..name_end], inside[name_end..].trim_ascii());
        let known = match name {
            b"clk" => duration(arguments).map(Command::Clock),
            b"emt" => duration(arguments).map(Command::Elapsed),
            b"eval" => evaluation(arguments),
            b"csl" => squares(arguments).map(Command::Squares),
            b"cal" => arrows(arguments).map(Command::Arrows),
            _ => None,
        };
        known.unwrap_or_else(|| Command::Other {
            name: decode(name).into_owned(),
            arguments: decode(arguments).into_owned(),
        })
    }
}

/// Parses `h:mm:ss`, `mm:ss` or `ss`, with or without a fraction of a second.
fn duration(text: &[u8]) -> Option<Duration> {
    let text = str::from_utf8(text).ok()?;
    let (whole, fraction) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let mut seconds: u64 = 0;
    let mut parts = 0;
    for part in whole.split(':') {
        let number: u64 = digits(part)?.parse().ok()?;
        seconds = seconds.checked_mul(60)?.checked_add(number)?;
        parts += 1;
    }
    let milliseconds = match fraction {
        "" => 0,
        _ => digits(fraction)?.get(..3).map_or_else(
            || fraction.parse().ok().map(|number: u64| number * 10_u64.pow(3 - fraction.len() as u32)),
            |three| three.parse().ok(),
        )?,
    };
    (parts <= 3).then(|| Duration::from_secs(seconds) + Duration::from_millis(milliseconds))
}

/// The text if it consists of digits only; `parse` would also accept a sign.
fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

fn evaluation(text: &[u8]) -> Option<Command> {
    let text = str::from_utf8(text).ok()?;
    let (score, depth) = match text.split_once(',') {
        Some((score, depth)) => (score.trim_end(), Some(depth.trim_start().parse().ok()?)),
        None => (text, None),
    };
    let score = match score.strip_prefix('#') {
        Some(moves) => Score::Mate(moves.parse().ok()?),
        None => {
            let pawns: f64 = score.parse().ok()?;
            // A larger number is not an evaluation. This also rejects infinity and NaN, which `parse` accepts.
            (pawns.abs() < 1e6).then(|| Score::Centipawns((pawns * 100.0).round() as i32))?
        }
    };
    Some(Command::Evaluation { score, depth })
}

fn squares(text: &[u8]) -> Option<Vec<(Paint, Square)>> {
    list(text, |item| match item {
        [paint, square @ ..] => Some((Paint::from_letter(*paint)?, Square::from_bytes(square)?)),
        [] => None,
    })
}

fn arrows(text: &[u8]) -> Option<Vec<(Paint, Square, Square)>> {
    list(text, |item| {
        let (from, to) = (Square::from_bytes(item.get(1..3)?)?, Square::from_bytes(item.get(3..)?)?);
        Some((Paint::from_letter(item[0])?, from, to))
    })
}

fn list<T>(text: &[u8], read: impl Fn(&[u8]) -> Option<T>) -> Option<Vec<T>> {
    text.split(|byte| *byte == b',').map(|item| read(item.trim_ascii())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Comment;

    #[track_caller]
    fn check(comment: &str, expected: &[Command]) {
        assert_eq!(Comment::new(comment.as_bytes()).commands().collect::<Vec<_>>(), expected);
    }

    fn other(name: &str, arguments: &str) -> Command {
        Command::Other { name: name.to_string(), arguments: arguments.to_string() }
    }

    #[test]
    fn clocks() {
        let clock = |milliseconds| [Command::Clock(Duration::from_millis(milliseconds))];
        check("[%clk 0:03:00]", &clock(180_000));
        check(" [%clk 10:00:00.1] ", &clock(36_000_100));
        check("[%clk 1:2.345]", &clock(62_345));
        check("[%clk 59.98765]", &clock(59_987));
        check("[%clk 0:03:00] text", &clock(180_000));
        check("[%emt 0:00:07]", &[Command::Elapsed(Duration::from_secs(7))]);
        check("[%clk +1:00]", &[other("clk", "+1:00")]);
        check("[%clk 99999999999999999999:00]", &[other("clk", "99999999999999999999:00")]);
        check("[%clk 1:1:1:1]", &[other("clk", "1:1:1:1")]);
        check("[%clk 0:03:00", &[]);
    }

    #[test]
    fn evaluations() {
        let eval = |score, depth| [Command::Evaluation { score, depth }];
        check("[%eval 0.25]", &eval(Score::Centipawns(25), None));
        check("[%eval -1.005,18]", &eval(Score::Centipawns(-100), Some(18)));
        check("[%eval #-3]", &eval(Score::Mate(-3), None));
        check("[%eval #3,40]", &eval(Score::Mate(3), Some(40)));
        check("[%eval nan]", &[other("eval", "nan")]);
        check("[%eval 1e300]", &[other("eval", "1e300")]);
    }

    #[test]
    fn drawings() {
        check(
            "Look: [%csl Ra4, Gb5] and [%cal Ye2e4,Bg1f3]!",
            &[
                Command::Squares(vec![(Paint::Red, Square::A4), (Paint::Green, Square::B5)]),
                Command::Arrows(vec![
                    (Paint::Yellow, Square::E2, Square::E4),
                    (Paint::Blue, Square::G1, Square::F3),
                ]),
            ],
        );
        check("[%csl ]", &[other("csl", "")]);
        check("[%cal Ge2]", &[other("cal", "Ge2")]);
        check("[%cal]", &[other("cal", "")]);
        check("[%]", &[other("", "")]);
        check("[%tqu \"En\",\"\"]", &[other("tqu", "\"En\",\"\"")]);
    }
}
