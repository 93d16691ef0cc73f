//! Why a text is no legal move.

use super::WhyIllegal;
use crate::{Move, TextError};
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It cannot be read.
    Text(TextError),
    /// It can be read, but no legal move is meant.
    Illegal {
        /// What was read.
        text: String,
        /// Why not.
        why: WhyIllegal,
    },
    /// More than one legal move is meant.
    Ambiguous {
        /// What was read.
        text: String,
        /// What it can mean.
        candidates: Vec<Move>,
    },
    /// A pawn reaches the last rank and it is not said what it becomes (law S10).
    PromotionMissing {
        /// What was read.
        text: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Text(error) => error.fmt(f),
            MoveError::Illegal { text, why } => write!(f, "move: {text:?} is not legal here: {why}"),
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "move: {text:?} can mean")?;
                for (index, mv) in candidates.iter().enumerate() {
                    write!(f, "{} {}", if index == 0 { "" } else { " or" }, mv.intent())?;
                }
                Ok(())
            }
            MoveError::PromotionMissing { text } => {
                write!(f, "move: {text:?} does not say what the pawn becomes")
            }
        }
    }
}

impl Error for MoveError {}

impl From<TextError> for MoveError {
    fn from(error: TextError) -> MoveError {
        MoveError::Text(error)
    }
}
