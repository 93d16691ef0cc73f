//! Why nobody can mate, as a ruling says it.

use core::fmt;
use core::str::FromStr;
use rules::Color;
use unwinnable::{NoSuchWhy, Why};

/// Why nobody can mate. Its text can be read back.
///
/// ```
/// use rules::Color;
/// use tabiya_game::NoMate;
/// use unwinnable::Why;
/// let dead = NoMate::OfBoth([(Color::White, Why::Wall), (Color::Black, Why::Material)]);
/// assert_eq!(dead.to_string().parse(), Ok(dead));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMate {
    /// The side that was asked about cannot (laws E03, E05, K04).
    OfOne(Why),
    /// Neither side can (law E08).
    OfBoth([(Color, Why); 2]),
}

const CANNOT: &str = " cannot mate: ";
const AND: &str = "; ";

impl fmt::Display for NoMate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoMate::OfOne(why) => why.fmt(f),
            NoMate::OfBoth([(one, why), (other, why_other)]) => {
                write!(f, "{one}{CANNOT}{why}{AND}{other}{CANNOT}{why_other}")
            }
        }
    }
}

impl FromStr for NoMate {
    type Err = NoSuchWhy;

    fn from_str(text: &str) -> Result<NoMate, NoSuchWhy> {
        let Some((one, other)) = text.split_once(AND) else { return text.parse().map(NoMate::OfOne) };
        Ok(NoMate::OfBoth([side(one)?, side(other)?]))
    }
}

fn side(text: &str) -> Result<(Color, Why), NoSuchWhy> {
    let (name, why) = text.split_once(CANNOT).ok_or(NoSuchWhy)?;
    let color = match name {
        "white" => Color::White,
        "black" => Color::Black,
        _ => return Err(NoSuchWhy),
    };
    Ok((color, why.parse()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn what_is_said_can_be_read_back() {
        let (wall, forced) = (Why::Wall, Why::Forced { moves: 2 });
        for no_mate in
            [NoMate::OfOne(wall), NoMate::OfBoth([(Color::Black, forced), (Color::White, Why::Material)])]
        {
            assert_eq!(no_mate.to_string().parse(), Ok(no_mate));
        }
        for text in ["", "; ", "red cannot mate: such pieces never give mate; black cannot mate: x"] {
            assert_eq!(text.parse::<NoMate>(), Err(NoSuchWhy), "{text}");
        }
    }
}
