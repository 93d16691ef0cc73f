//! Moves as people write them: SAN, long algebraic and figurine (law N01).
//!
//! Writing is strict, reading is lenient but never guesses: ambiguous moves are refused.

mod error;
mod find;
mod letters;
mod only_move;
mod san;
mod why_illegal;
mod write;

pub use error::MoveError;
pub use find::NotFound;
pub use letters::Letters;
pub use san::San;
pub use why_illegal::WhyIllegal;
pub(crate) use why_illegal::why_intent;
