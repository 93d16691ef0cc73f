//! The answer, and why it can be believed.

use crate::invariant::Invariant;
use alloc::vec::Vec;
use core::fmt;
use rules::{Move, Position};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The game is over already, and not by that mate.
    Over,
    /// Such pieces never give mate.
    Material,
    /// There is one legal move each time, and so many of them lead to the end of the game, to pieces that
    /// never give mate, or back.
    Forced {
        /// How many.
        moves: usize,
    },
    /// No man ever leaves its squares, and no mate is possible on them.
    Invariant(Invariant),
    /// So many positions can be reached, all were looked at, and none is the mate.
    Closed {
        /// How many, with the first; those behind walls are not counted.
        positions: usize,
        /// Where an invariant says that there is no need to go on.
        walls: Vec<Wall>,
    },
}

/// A position from which an invariant holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    /// The position.
    pub position: Position,
    /// What holds from there.
    pub invariant: Invariant,
}

impl Proof {
    pub(crate) fn closed(positions: usize) -> Proof {
        Proof::Closed { positions, walls: Vec::new() }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::Over => f.write_str("the game is over"),
            Proof::Material => f.write_str("such pieces never give mate"),
            Proof::Forced { moves: 1 } => f.write_str("the only legal move ends all chances of mate"),
            Proof::Forced { moves } => {
                write!(f, "the next {moves} moves are forced and end all chances of mate")
            }
            Proof::Invariant(_) => {
                f.write_str("nobody gets through the wall, and no mate is possible behind it")
            }
            Proof::Closed { positions: 1, .. } => f.write_str("every legal move ends all chances of mate"),
            Proof::Closed { positions, .. } => {
                write!(f, "{positions} positions can be reached, and none of them is the mate")
            }
        }
    }
}

/// How much may be spent on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The positions that may be looked at.
    pub states: usize,
    /// The bytes that may be used to remember them; each takes about a hundred and fifty.
    pub memory: usize,
}

impl Limits {
    /// A limit on the positions that may be looked at, with the usual one on memory.
    pub fn states(states: usize) -> Limits {
        Limits { states, ..Limits::default() }
    }

    /// For those who can wait seconds for an answer about a position that somebody composed.
    pub fn thorough() -> Limits {
        Limits { states: 2_000_000, memory: 512 << 20 }
    }
}

impl Default for Limits {
    /// For those who wait for an arbiter: a fraction of a second at the very most. Of the known positions from
    /// games that people lost on time none needs a tenth of it.
    fn default() -> Limits {
        Limits { states: 200_000, memory: 96 << 20 }
    }
}
