#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod attacked;
pub mod attacks;
mod board;
mod chess960;
mod children;
mod color;
// For Tabiya's engine and benchmarks: not part of the stable interface, see the module.
#[doc(hidden)]
pub mod cpu;
mod epd;
mod expected;
mod fen;
mod generate;
mod key;
mod legal;
mod legal_moves;
mod moves;
mod notation;
mod outcome;
mod perft;
mod piece;
mod play;
mod position;
#[cfg(feature = "serde")]
mod serde_text;
mod setup;
mod side;
mod square;
mod square_set;
mod state;
mod text;
mod uci;

pub use board::Board;
pub use color::Color;
pub use epd::{Epd, Operand, Operation};
pub use expected::Expected;
pub use fen::{CastlingStyle, FenError};
pub use legal_moves::{LegalMoves, LegalMovesIter};
pub use moves::{Intent, LegalMove, Move, MoveKind};
pub use notation::{IllegalReason, Letters, MoveError, NotFound, San};
pub use outcome::{Outcome, ParseOutcomeError};
pub use piece::{Piece, Promotion, Role};
pub use position::{Position, Variant};
pub use setup::{IllegalSetup, Reason, Setup};
pub use square::{File, Rank, Square};
pub use square_set::{SquareSet, SquareSetIter};
pub use text::{TextError, TextField};
