//! What the page asks the engine's worker, and what it hears.

use crate::settings::VariantName;
use serde::{Deserialize, Serialize};

/// A position with its past, and how long to think. What is left out does not limit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct EngineQuestion {
    /// Where the game began; the usual start if it is left out.
    pub fen: Option<String>,
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    /// The moves since, in SAN or UCI.
    pub moves: Vec<String>,
    /// How many best lines to find.
    pub lines: Option<usize>,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// For this move.
    pub milliseconds: Option<u64>,
    /// Milliseconds left on the clock.
    pub clock: Option<u64>,
    /// Milliseconds that each move adds to the clock.
    pub increment: Option<u64>,
    /// Moves until the next stage of the time control.
    pub moves_to_go: Option<u32>,
}

/// One line of what was found, while it thinks.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct EngineLine {
    pub depth: u32,
    /// The line's place among the best, from 1.
    pub rank: usize,
    pub score: EngineScore,
    pub nodes: u64,
    /// Milliseconds since it was asked.
    pub time: u64,
    /// The moves as UCI.
    pub line: Vec<String>,
    /// The same moves as SAN.
    pub san: Vec<String>,
}

/// How good a position is for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EngineScore {
    /// Hundredths of a pawn.
    Cp(i32),
    /// White mates in so many moves, or is mated when negative.
    Mate(i32),
}

/// What the engine would play.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "is", rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum EngineAnswer {
    Chosen {
        /// As UCI; none where the game is over.
        best: Option<String>,
        score: EngineScore,
        depth: u32,
        /// The engine's own value for the side to move, which the computer's decisions are made from.
        value: i32,
        /// Milliseconds after which a person might have found the move.
        pace: u32,
    },
    /// The question cannot be answered.
    Failed { error: String },
}
