//! Moves as people write them: SAN, long algebraic and figurine (law N01).
//!
//! Writing is strict. Parsing is lenient but never guesses: ambiguous moves are refused.

mod error;
mod find;
mod illegal_reason;
mod letters;
mod only_move;
mod san;
mod write;

pub use error::MoveError;
pub use find::NotFound;
pub use illegal_reason::IllegalReason;
pub(crate) use illegal_reason::intent_reason;
pub use letters::Letters;
pub use san::San;
