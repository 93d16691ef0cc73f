//! A move in an envelope.

use alloc::string::String;
use core::fmt;

/// The move that a player seals when a game is adjourned (FIDE's Guidelines, I). It stays secret until the envelope is
/// opened: `Debug` output does not contain it, and only [`SealedMove::for_storage`] returns it.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedMove(String);

impl SealedMove {
    /// More characters than any notation of a move needs.
    pub const MAX_LENGTH: usize = 40;

    /// Seals a move. Whether it can be read is only checked when the envelope is opened.
    pub fn new(text: impl Into<String>) -> SealedMove {
        SealedMove(text.into())
    }

    /// The text, for storing the game. It must survive a restart of the program.
    pub fn for_storage(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedMove(…)")
    }
}
