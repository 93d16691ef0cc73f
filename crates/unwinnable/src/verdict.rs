//! The answer, and its proof.

use crate::invariant::Invariant;
use alloc::vec::Vec;
use core::fmt;
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Proof {
    /// The game is over, and did not end with that mate.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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

/// The kind of a proof, without the data that is needed to check it.
///
/// ```
/// use tabiya_unwinnable::ProofKind;
/// let kind = ProofKind::Forced { moves: 3 };
/// assert_eq!(kind.to_string(), "the next 3 moves are forced and end all chances of mate");
/// assert_eq!(kind.code(), "forced");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ProofKind {
    /// The game is already over, see [`Proof::Over`].
    Over,
    /// Too little material, see [`Proof::Material`].
    Material,
    /// All moves are forced, see [`Proof::Forced`].
    Forced {
        /// The number of forced moves.
        moves: usize,
    },
    /// Nothing can pass a wall, see [`Proof::Invariant`].
    Wall,
    /// All positions were enumerated, see [`Proof::Closed`].
    Closed {
        /// The number of positions that were visited.
        positions: usize,
    },
}

impl Proof {
    /// The kind of this proof.
    pub const fn kind(&self) -> ProofKind {
        match self {
            Proof::Over => ProofKind::Over,
            Proof::Material => ProofKind::Material,
            Proof::Forced { moves } => ProofKind::Forced { moves: *moves },
            Proof::Invariant(_) => ProofKind::Wall,
            Proof::Closed { positions, .. } => ProofKind::Closed { positions: *positions },
        }
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind().fmt(f)
    }
}

impl ProofKind {
    /// A stable code for programs. The [`Display`](fmt::Display) text is for people.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            ProofKind::Over => "over",
            ProofKind::Material => "material",
            ProofKind::Forced { .. } => "forced",
            ProofKind::Wall => "wall",
            ProofKind::Closed { .. } => "closed",
        }
    }
}

impl fmt::Display for ProofKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProofKind::Over => f.write_str("the game is over"),
            ProofKind::Material => f.write_str("such pieces never give mate"),
            ProofKind::Forced { moves: 1 } => f.write_str("the only legal move ends all chances of mate"),
            ProofKind::Forced { moves } => {
                write!(f, "the next {moves} moves are forced and end all chances of mate")
            }
            ProofKind::Wall => f.write_str("nobody gets through the wall, and no mate is possible behind it"),
            ProofKind::Closed { positions: 1 } => f.write_str("every legal move ends all chances of mate"),
            ProofKind::Closed { positions } => {
                write!(f, "{positions} positions can be reached, and none of them is the mate")
            }
        }
    }
}

/// How much work may be spent on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
