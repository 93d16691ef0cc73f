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

    /// A word of less than eight bytes, which begins with these.
    #[inline(always)]
    pub(crate) fn short(bytes: &'a [u8], first: [u8; 8]) -> Word<'a> {
        let head = u64::from_le_bytes(first) & !(!0 << (8 * bytes.len() as u32));
        Word { bytes, head }
    }

    /// As it stands in the file.
    #[inline]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The move as it is written, before a position says what it means.
    #[inline]
    pub fn san(self) -> Result<San, TextError> {
        match san::common_move(self.head) {
            Some(common) if common.is_written() => Ok(common.san()),
            _ => San::parse(&decode(self.bytes)),
        }
    }

    /// All of a short word in one number, the first byte lowest; 0 for others.
    #[inline(always)]
    pub(crate) const fn head(self) -> u64 {
        self.head
    }
}
