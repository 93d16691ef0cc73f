//! Why a text is no legal move.

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
            MoveError::Illegal { text } => write!(f, "move: \"{}\" is not legal here", text.escape_debug()),
            MoveError::Ambiguous { text, candidates } => {
                write!(f, "move: \"{}\" can mean", text.escape_debug())?;
                for (index, mv) in candidates.iter().enumerate() {
                    write!(f, "{} {}", if index == 0 { "" } else { " or" }, mv.intent())?;
                }
                Ok(())
            }
            MoveError::PromotionMissing { text } => {
                write!(f, "move: \"{}\" does not say what the pawn becomes", text.escape_debug())
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
