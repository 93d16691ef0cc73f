//! A line of text split at whitespace, with the byte offsets that error messages need.

use crate::{Expected, TextError, TextField};

/// The fields of a text with their byte offsets.
#[derive(Clone)]
pub(crate) struct Fields<'t> {
    text: &'t str,
    at: usize,
    /// Whether `;` also ends a field, as in EPD.
    end_at_semicolon: bool,
}

/// A field and where it starts.
#[derive(Clone, Copy)]
pub(crate) struct Field<'t> {
    pub(crate) text: &'t str,
    pub(crate) start: usize,
}

impl<'t> Fields<'t> {
    pub(crate) fn of_fen(text: &'t str) -> Fields<'t> {
        Fields { text, at: 0, end_at_semicolon: false }
    }

    pub(crate) fn of_epd(text: &'t str) -> Fields<'t> {
        Fields { text, at: 0, end_at_semicolon: true }
    }

    /// The text that has not been read yet, and where it starts.
    pub(crate) fn rest(&self) -> Field<'t> {
        Field { text: &self.text[self.at..], start: self.at }
    }

    pub(crate) fn next(&mut self) -> Option<Field<'t>> {
        let bytes = self.text.as_bytes();
        let mut start = self.at;
        while bytes.get(start).is_some_and(u8::is_ascii_whitespace) {
            start += 1;
        }
        let mut end = start;
        let ends = |byte: &u8| byte.is_ascii_whitespace() || self.end_at_semicolon && *byte == b';';
        while bytes.get(end).is_some_and(|byte| !ends(byte)) {
            end += 1;
        }
        self.at = end;
        (start < end).then(|| Field { text: &self.text[start..end], start })
    }

    pub(super) fn expect(&mut self, name: TextField, expected: Expected) -> Result<Field<'t>, TextError> {
        self.next().ok_or_else(|| TextError::new(name, "", self.text.len(), expected))
    }
}

impl Field<'_> {
    pub(crate) fn is_digits(self) -> bool {
        self.text.bytes().all(|byte| byte.is_ascii_digit())
    }

    /// An error at one character of this field, or just after its end.
    pub(super) fn error(self, name: TextField, at: usize, expected: Expected) -> TextError {
        TextError::at(name, self.text, at, expected).moved_by(self.start)
    }

    /// An error about the whole field.
    pub(super) fn wrong(self, name: TextField, expected: Expected) -> TextError {
        TextError::new(name, self.text, self.start, expected)
    }

    pub(crate) fn number(self, name: TextField) -> Result<u16, TextError> {
        let mut number = 0u16;
        for byte in self.text.bytes() {
            let digit = byte.wrapping_sub(b'0');
            number = match number.checked_mul(10).and_then(|tens| tens.checked_add(u16::from(digit))) {
                Some(number) if digit < 10 => number,
                _ => return Err(self.wrong(name, Expected::Counter)),
            };
        }
        Ok(number)
    }
}
