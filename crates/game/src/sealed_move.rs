//! A move in an envelope.

use alloc::string::String;
use core::fmt;

/// The move that a player seals when a game is adjourned (FIDE's Guidelines, I). It is told to nobody before the
/// envelope is opened: its text is in no `Debug` output, and only [`SealedMove::for_storage`] gives it away.
#[derive(Clone, PartialEq, Eq)]
pub struct SealedMove(String);

impl SealedMove {
    /// More letters than any way of writing a move needs.
    pub const MAX_LENGTH: usize = 40;

    /// The envelope is closed. Whether the move can be read is seen when it is opened.
    pub fn new(text: impl Into<String>) -> SealedMove {
        SealedMove(text.into())
    }

    /// The text, for whoever saves the game: a restart must not lose it.
    pub fn for_storage(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SealedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SealedMove(…)")
    }
}
