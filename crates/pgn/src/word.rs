//! A word among the moves.

use crate::san;
use crate::text::decode;
use rules::{San, TextError};

/// A word among the moves, most often a move.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    bytes: &'a [u8],
    head: u64,
}

impl<'a> Word<'a> {
    /// A word of any length.
    #[inline]
    pub(crate) const fn new(bytes: &'a [u8]) -> Word<'a> {
        Word { bytes, head: 0 }
    }

    /// A word of fewer than eight bytes; `first` are the eight bytes from its start on.
    #[inline(always)]
    pub(crate) fn short(bytes: &'a [u8], first: [u8; 8]) -> Word<'a> {
        let head = u64::from_le_bytes(first) & !(!0 << (8 * bytes.len() as u32));
        Word { bytes, head }
    }

    /// The raw bytes.
    #[inline]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// Parses the word as SAN, which only a position can resolve to a move.
    #[inline]
    pub fn san(self) -> Result<San, TextError> {
        match san::common_move(self.head) {
            Some(common) if common.is_written() => Ok(common.san()),
            _ => San::parse(&decode(self.bytes)),
        }
    }

    /// A short word as one integer, with the first byte lowest; 0 for other words.
    #[inline(always)]
    pub(crate) const fn head(self) -> u64 {
        self.head
    }
}
