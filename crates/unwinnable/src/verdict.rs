//! The answer, and its proof.

use crate::invariant::Invariant;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;
use rules::{Move, Position};

/// Whether a side can still checkmate by any series of legal moves, both sides helping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can: this line ends with the mate.
    Winnable(Vec<Move>),
    /// It cannot, for this reason.
    Unwinnable(Proof),
    /// The limits were reached before either was certain.
    Undecided,
}

/// Why no series of legal moves ends with the mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game is over, and not by that mate.
    Over,
    /// Such material can never give mate.
    Material,
    /// Every position has a single legal move, and after this many moves the game is over, the material can
    /// never give mate, or a position repeats.
    Forced {
        /// The number of moves.
        moves: usize,
    },
    /// No piece ever leaves its range, and no mate is possible inside the ranges.
    Invariant(Invariant),
    /// Every reachable position was visited, and none is the mate.
    Closed {
        /// The number of positions, the first included; those behind walls are not counted.
        positions: usize,
        /// The positions that were not expanded, because an invariant holds from there.
        walls: Vec<Wall>,
    },
}

/// A position from which an invariant holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// Where the invariant begins to hold.
    pub position: Position,
    /// What holds from there on.
    pub invariant: Invariant,
}

impl Proof {
    pub(crate) fn closed(positions: usize) -> Proof {
        Proof::Closed { positions, walls: Vec::new() }
    }
}

/// A proof in a few words, without what it takes to check it. Its text can be read back.
///
/// ```
/// use tabiya_unwinnable::Why;
/// let why = Why::Forced { moves: 3 };
/// assert_eq!(why.to_string(), "the next 3 moves are forced and end all chances of mate");
/// assert_eq!(why.to_string().parse(), Ok(why));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Why {
    /// [`Proof::Over`].
    Over,
    /// [`Proof::Material`].
    Material,
    /// [`Proof::Forced`].
    Forced {
        /// How many moves.
        moves: usize,
    },
    /// [`Proof::Invariant`].
    Wall,
    /// [`Proof::Closed`].
    Closed {
        /// How many positions.
        positions: usize,
    },
}

impl Proof {
    /// The same in a few words.
    pub const fn why(&self) -> Why {
        match self {
            Proof::Over => Why::Over,
            Proof::Material => Why::Material,
            Proof::Forced { moves } => Why::Forced { moves: *moves },
            Proof::Invariant(_) => Why::Wall,
            Proof::Closed { positions, .. } => Why::Closed { positions: *positions },
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.why().fmt(f)
    }
}

const OVER: &str = "the game is over";
const MATERIAL: &str = "such pieces never give mate";
const FORCED_ONE: &str = "the only legal move ends all chances of mate";
const FORCED: (&str, &str) = ("the next ", " moves are forced and end all chances of mate");
const WALL: &str = "nobody gets through the wall, and no mate is possible behind it";
const CLOSED_ONE: &str = "every legal move ends all chances of mate";
const CLOSED: &str = " positions can be reached, and none of them is the mate";

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Over => f.write_str(OVER),
            Why::Material => f.write_str(MATERIAL),
            Why::Forced { moves: 1 } => f.write_str(FORCED_ONE),
            Why::Forced { moves } => write!(f, "{}{moves}{}", FORCED.0, FORCED.1),
            Why::Wall => f.write_str(WALL),
            Why::Closed { positions: 1 } => f.write_str(CLOSED_ONE),
            Why::Closed { positions } => write!(f, "{positions}{CLOSED}"),
        }
    }
}

/// A text that is none of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchWhy;

impl FromStr for Why {
    type Err = NoSuchWhy;

    fn from_str(text: &str) -> Result<Why, NoSuchWhy> {
        let number = |text: Option<&str>| text.and_then(|text| text.parse().ok());
        Ok(match text {
            OVER => Why::Over,
            MATERIAL => Why::Material,
            FORCED_ONE => Why::Forced { moves: 1 },
            WALL => Why::Wall,
            CLOSED_ONE => Why::Closed { positions: 1 },
            _ => {
                let between = |text: &str| number(text.strip_prefix(FORCED.0)?.strip_suffix(FORCED.1));
                let forced = between(text).map(|moves| Why::Forced { moves });
                let closed = number(text.strip_suffix(CLOSED)).map(|positions| Why::Closed { positions });
                forced.or(closed).ok_or(NoSuchWhy)?
            }
        })
    }
}

/// How much work may be spent on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The number of positions that may be visited.
    pub states: usize,
    /// The number of bytes that may be used to remember them; each takes about 150.
    pub memory: usize,
}

impl Limits {
    /// A limit on the number of positions, with the default limit on memory.
    pub fn states(states: usize) -> Limits {
        Limits { states, ..Limits::default() }
    }

    /// For callers who can wait seconds for an answer about a composed position.
    pub fn thorough() -> Limits {
        Limits { states: 2_000_000, memory: 512 << 20 }
    }
}

impl Default for Limits {
    /// For an arbiter, who needs an answer within a fraction of a second. No known position from a game lost
    /// on time needs a tenth of it.
    fn default() -> Limits {
        Limits { states: 200_000, memory: 96 << 20 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn what_is_said_can_be_read_back() {
        let many = [0, 1, 2, 200_000];
        let forced = many.map(|moves| Why::Forced { moves });
        let closed = many.map(|positions| Why::Closed { positions });
        for why in [Why::Over, Why::Material, Why::Wall].into_iter().chain(forced).chain(closed) {
            assert_eq!(why.to_string().parse(), Ok(why));
        }
        assert_eq!("because".parse::<Why>(), Err(NoSuchWhy));
        assert_eq!("the next -1 moves are forced and end all chances of mate".parse::<Why>(), Err(NoSuchWhy));
    }
}
