//! Why a text is not a legal move.

use super::IllegalReason;
use crate::{Move, TextError};
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Why a text is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It cannot be parsed.
    Text(TextError),
    /// It can be parsed, but means no legal move.
    Illegal {
        /// The text of the move as it was given.
        text: String,
        /// The reason why the move is illegal.
        reason: IllegalReason,
    },
    /// It can mean more than one legal move.
    Ambiguous {
        /// The text of the move as it was given.
        text: String,
        /// The moves that it can mean.
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
            MoveError::Illegal { text, reason } => write!(f, "move: {text:?} is not legal here: {reason}"),
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
