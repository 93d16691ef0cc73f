//! Text in UTF-8 or Latin-1.

use std::borrow::Cow;
use std::fmt;

/// Raw text from a file. It is decoded on demand: as UTF-8 or, if it is not valid UTF-8, as Latin-1, which the PGN
/// standard prescribes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Text<'a> {
    bytes: &'a [u8],
    /// Whether `\"` and `\\` stand for `"` and `\`.
    escaped: bool,
}

impl<'a> Text<'a> {
    pub(crate) const fn plain(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, escaped: false }
    }

    pub(crate) const fn escaped(bytes: &'a [u8]) -> Text<'a> {
        Text { bytes, escaped: true }
    }

    /// The raw bytes, with escapes.
    #[inline]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The decoded text, without escapes.
    pub fn decode(self) -> Cow<'a, str> {
        let decoded = decode(self.bytes);
        if self.escaped && memchr::memchr(b'\\', self.bytes).is_some() {
            Cow::Owned(unescape(&decoded))
        } else {
            decoded
        }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.decode())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.decode())
    }
}

/// Decodes UTF-8 or, if the bytes are not valid UTF-8, Latin-1.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// Resolves `\"` and `\\`. Any other backslash is kept: it was not meant as an escape.
fn unescape(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escapes = character == '\\' && matches!(characters.peek(), Some('"' | '\\'));
        plain.push(if escapes { characters.next().unwrap_or(character) } else { character });
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_and_escapes() {
        let check = |text: Text<'_>, expected: &str| assert_eq!(text.decode(), expected);
        check(Text::plain("Bürgermeister".as_bytes()), "Bürgermeister");
        check(Text::plain(b"B\xfcrgermeister"), "Bürgermeister");
        check(Text::plain(br#"a \" b"#), r#"a \" b"#);
        check(Text::escaped(br#"a \" b"#), r#"a " b"#);
        check(Text::escaped(br"C:\\pgn\new\"), r"C:\pgn\new\");
        check(Text::escaped(b"\xfc\\\\"), "ü\\");
    }
}
