//! The messages between the page and the engine's worker.

use crate::settings::VariantName;
use serde::{Deserialize, Serialize};

/// A position with the moves that led to it, and limits for the search. A limit that is omitted does not apply.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EngineQuestion {
    /// The starting position; the usual one if omitted.
    pub fen: Option<String>,
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    /// The moves from the starting position, in SAN or UCI.
    pub moves: Vec<String>,
    /// How many best lines to find.
    pub lines: Option<usize>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// The time for this move.
    pub milliseconds: Option<u64>,
    /// Milliseconds left on the clock.
    pub clock: Option<u64>,
    /// Milliseconds that each move adds to the clock.
    pub increment: Option<u64>,
    /// Moves until the next stage of the time control.
    pub moves_to_go: Option<u32>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineLine {
    pub depth: u32,
    /// The rank of the line among the best, from 1.
    pub rank: usize,
    pub score: EngineScore,
    pub nodes: u64,
    /// Milliseconds since the start of the search.
    pub time: u64,
    /// The moves in UCI.
    pub line: Vec<String>,
    /// The same moves in SAN.
    pub san: Vec<String>,
}

/// The score from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// White mates in this many moves; negative if Black mates.
    Mate(i32),
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EngineAnswer {
    Chosen {
        /// The move in UCI; null if the game is over.
        best: Option<String>,
        score: EngineScore,
        depth: u32,
        /// The engine's internal score for the side to move, on which the computer's decisions are based.
        value: i32,
        /// Milliseconds that a person might need to find the move.
        pace: u32,
    },
    Failed {
        error: String,
    },
}
