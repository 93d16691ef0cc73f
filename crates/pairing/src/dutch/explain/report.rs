//! The reasons for a pairing, as data.

use crate::dutch::{ColorRule, Criterion, RoundPairing};
use crate::{Color, Points};
use alloc::vec::Vec;

/// Why an alternative was not chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Cause {
    /// C1: the two have met.
    Met {
        /// The last round in which they met.
        round: usize,
    },
    /// The rules of the event forbid this pair.
    Forbidden,
    /// C3: both have an absolute preference for the same colour.
    SameAbsolutePreference,
    /// C2: the player had a bye or a win without playing.
    NoSecondBye,
    /// C4: the others could not all be paired.
    NotCompletable,
    /// A criterion would be worse. The values are the numbers that the criterion minimises.
    Worse {
        /// The first criterion that differs.
        criterion: Criterion,
        /// Its value for the alternative.
        alternative: i64,
        /// Its value for the pairing.
        chosen: i64,
    },
    /// Equally good, but generated later by articles 3 and 4.
    Later,
}

/// A player whom the rules try earlier, and why that player was not chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Alternative {
    /// The pairing number of the player.
    pub number: u32,
    /// Why the player was not chosen.
    pub cause: Cause,
}

/// A pair, and the reasons for it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct PairReport {
    /// The pairing number of the higher ranked player.
    pub higher: u32,
    /// The pairing number of the lower ranked player.
    pub lower: u32,
    /// The colour of the higher ranked player.
    pub color: Color,
    /// The rule that decided the colours.
    pub color_rule: ColorRule,
    /// The opponents that the rules try first for the higher ranked player, among those still free, in that
    /// order.
    pub alternatives: Vec<Alternative>,
}

/// A downfloater, and why the player was not paired in the bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FloatReport {
    /// The pairing number of the player.
    pub number: u32,
    /// What would be worse if this player were paired in the bracket.
    pub cause: Cause,
}

/// A bracket and its choices.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct BracketReport {
    /// The score of its residents, with virtual points.
    pub score: Points,
    /// The pairing numbers of the players who floated down into it.
    pub moved_down: Vec<u32>,
    /// The pairing numbers of its own scoregroup.
    pub residents: Vec<u32>,
    /// The pairs made in this bracket, the highest ranked first.
    pub pairs: Vec<PairReport>,
    /// The players who float down to the next bracket.
    pub floaters: Vec<FloatReport>,
    /// The criteria that could not be satisfied, and how often each was violated.
    pub failures: Vec<(Criterion, i64)>,
}

/// The bye, and the reasons for it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ByeReport {
    /// The pairing number of the player who gets the bye.
    pub number: u32,
    /// The score of the player, with virtual points: the lowest that is possible (C5).
    pub score: Points,
    /// Players with a lower score, or with the same score and a lower rank, and why they do not get it.
    pub alternatives: Vec<Alternative>,
}

/// A round and the reasons for all of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Explanation {
    /// The pairing that is explained.
    pub pairing: RoundPairing,
    /// The brackets, the highest score first.
    pub brackets: Vec<BracketReport>,
    /// The bye, if there is one.
    pub bye: Option<ByeReport>,
}
