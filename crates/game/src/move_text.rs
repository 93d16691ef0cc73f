//! A move in SAN, stored inline without an allocation.

use core::fmt;
use core::ops::Deref;

/// The length of the longest moves, `Qa1xb2#` and `bxa8=Q+`.
const MAX_LENGTH: usize = 7;

/// A move in standard algebraic notation. It dereferences to a `str`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveText {
    letters: [u8; MAX_LENGTH],
    length: u8,
}

impl MoveText {
    /// Text that is not SAN may be truncated. No move of a game is.
    pub(crate) fn new(text: &str) -> MoveText {
        let mut san = MoveText { letters: [0; MAX_LENGTH], length: 0 };
        for (place, letter) in san.letters.iter_mut().zip(text.bytes().take_while(u8::is_ascii)) {
            *place = letter;
            san.length += 1;
        }
        san
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(&self.letters[..self.length.into()]).expect("only ASCII is taken")
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<&str> for MoveText {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == *other
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn texts_of_any_length() {
        for text in ["", "e4", "O-O-O+", "Qa1xb2#", "bxa8=Q+"] {
            let written = MoveText::new(text);
            assert_eq!((written, &*written, written.to_string().as_str()), (MoveText::new(text), text, text));
            assert!(written == text && written != "e5");
        }
        for (text, kept) in [("Qa1xb2#!!", "Qa1xb2#"), ("♘f3", ""), ("Nü", "N")] {
            assert_eq!(MoveText::new(text), kept);
        }
    }
}
