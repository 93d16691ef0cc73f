//! The laws of chess and Chess960: squares, positions, legal moves, and their notations.
//!
//! A [`Setup`] describes anything; [`Setup::validate`] turns it into a [`Position`] or says every reason why
//! it cannot be played. A position answers with [`LegalMove`]s, and [`LegalMove::play`] gives the next one.
//!
//! ```
//! use tabiya_rules::Position;
//!
//! let mut position = Position::start();
//! for text in ["f3", "e5", "g4"] {
//!     position = position.parse_san(text)?.play();
//! }
//! assert_eq!(position.legal_moves().len(), 30);
//!
//! let mate = position.parse_uci("d8h4")?;
//! assert_eq!(mate.san(), "Qh4#");
//! let position = mate.play();
//! assert!(position.is_checkmate());
//! assert_eq!(position.fen(), "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
//! # Ok::<(), tabiya_rules::MoveError>(())
//! ```
//!
//! The crate's invariant: every [`Position`] can be played from, and every [`LegalMove`] can be played. What
//! is wrong is said where text or a set-up comes in, and nowhere else; no input makes this crate panic.
//!
//! It has no dependencies, needs no `std`, does no input or output and reads no clock. The one thing it
//! remembers is what the CPU can do, so that an ordinary build is fast on every machine; that is also the
//! one place with `unsafe` code (see `cpu.rs`).
#![no_std]

extern crate alloc;

mod attacked;
pub mod attacks;
mod board;
mod chess960;
mod children;
mod color;
#[doc(hidden)]
pub mod cpu;
mod epd;
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
pub use fen::{CastlingStyle, FenError};
pub use legal_moves::{Iter, LegalMoves};
pub use moves::{Intent, LegalMove, Move, MoveKind};
pub use notation::{Letters, MoveError, NotFound, San, WhyIllegal};
pub use outcome::{Outcome, ParseOutcomeError};
pub use piece::{Piece, Promotion, Role};
pub use position::{Position, Variant};
pub use setup::{IllegalSetup, Reason, Setup};
pub use square::{File, Rank, Square};
pub use square_set::{SquareSet, Squares};
pub use text::TextError;
