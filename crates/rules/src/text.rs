//! One shape for every complaint about text.

use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;

/// Text that is not what it should be: which field, at which byte, what was found, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TextError {
    /// The part of the text that is wrong, such as `placement` or `castling`.
    pub field: &'static str,
    /// The offset of the offending byte in the text that was handed in.
    pub at: usize,
    /// What stands there; empty at the end of the text.
    pub found: String,
    /// What would have been right.
    pub expected: &'static str,
}

/// Longer findings are cut: an error is read by people.
const LONGEST_FOUND: usize = 40;

impl TextError {
    pub(crate) fn new(field: &'static str, found: &str, at: usize, expected: &'static str) -> TextError {
        let found = match found.char_indices().nth(LONGEST_FOUND) {
            Some((end, _)) => [&found[..end], "…"].concat(),
            None => found.to_string(),
        };
        TextError { field, at, found, expected }
    }

    /// The error at one character of `text`, or at its end.
    #[cold]
    pub(crate) fn at(field: &'static str, text: &str, at: usize, expected: &'static str) -> TextError {
        let at = text.floor_char_boundary(at);
        let found = text[at..].chars().next();
        TextError { field, at, found: found.map(String::from).unwrap_or_default(), expected }
    }

    /// The same error seen from a text in which this one starts at `start`.
    pub(crate) fn moved_by(mut self, start: usize) -> TextError {
        self.at += start;
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TextError { field, at, found, expected } = self;
        if found.is_empty() {
            write!(f, "{field}: expected {expected}, found nothing at byte {at}")
        } else {
            // As a literal, so that a control character cannot break the line it is printed on.
            write!(f, "{field}: expected {expected}, found {found:?} at byte {at}")
        }
    }
}

impl Error for TextError {}
