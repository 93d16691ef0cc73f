//! The answer, and why it can be believed.

use alloc::vec::Vec;
use core::fmt;
use rules::Move;

/// Whether a side can still checkmate by any series of legal moves, both sides helping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It can: these moves end with the mate.
    Winnable(Vec<Move>),
    /// It cannot, and this is why.
    Unwinnable(Proof),
    /// The limits were reached before either was certain.
    Undecided,
}

/// Why no series of legal moves ends with the mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game is over already, and not by that mate.
    Over,
    /// Such pieces never give mate.
    Material,
    /// So many positions can be reached, all were looked at, and none is the mate.
    Closed {
        /// How many, with the first.
        positions: usize,
    },
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Over => f.write_str("the game is over"),
            Proof::Material => f.write_str("such pieces never give mate"),
            Proof::Closed { positions: 1 } => {
                f.write_str("every move leads to where such pieces never give mate")
            }
            Proof::Closed { positions } => {
                write!(f, "{positions} positions can be reached, and none of them is the mate")
            }
        }
    }
}

/// How much may be spent on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The positions that may be looked at; each takes about a hundred bytes.
    pub states: usize,
}

impl Default for Limits {
    /// A million positions, about a hundred megabytes at the very most.
    fn default() -> Limits {
        Limits { states: 1_000_000 }
    }
}
