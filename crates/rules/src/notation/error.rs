//! Why a text is not a legal move.

use super::WhyIllegal;
use crate::{Move, TextError};
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It cannot be read.
    Text(TextError),
    /// It can be read, but no legal move is meant.
    Illegal {
        /// The text of the move as it was given.
        text: String,
        /// The reason why the move is illegal.
        why: WhyIllegal,
    },
    /// More than one legal move is meant.
    Ambiguous {
        /// The text of the move as it was given.
        text: String,
        /// What it can mean.
        candidates: Vec<Move>,
    },
    /// A pawn reaches the last rank without a promotion piece (law S10).
    PromotionMissing {
        /// The text of the move as it was given.
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
