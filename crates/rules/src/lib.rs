//! rules
#![no_std]
#![deny(unsafe_code)]
#![allow(long_running_const_eval)]
extern crate alloc;

pub mod attacks;
mod board;
mod color;
#[doc(hidden)]
pub mod cpu;
mod generate;
mod key;
mod legal;
mod legal_moves;
mod moves;
mod perft;
mod piece;
mod play;
mod position;
mod setup;
mod side;
mod square;
mod square_set;
mod text;

pub use board::Board;
pub use color::Color;
pub use legal_moves::{Iter, LegalMoves};
pub use moves::{Intent, LegalMove, Move, MoveKind};
pub use piece::{Piece, Promotion, Role};
pub use position::{Position, Variant};
pub use setup::{IllegalSetup, Reason, Setup};
pub use square::{File, Rank, Square};
pub use square_set::{SquareSet, Squares};
pub use text::TextError;
