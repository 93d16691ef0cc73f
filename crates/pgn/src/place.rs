//! Places in a file.

use std::fmt;

/// A place in the input, as editors count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The number of bytes before it in the file.
    pub offset: u64,
    /// Its line, from 1.
    pub line: u64,
    /// Its character in that line, from 1.
    pub column: u64,
}

impl Place {
    /// The start of a file.
    pub const START: Place = Place { offset: 0, line: 1, column: 1 };

    /// The same place in a larger text, in which this text begins at `start`. `start` must be the start of a line.
    pub fn after(self, start: Place) -> Place {
        Place {
            offset: self.offset + start.offset,
            line: self.line + start.line - 1,
            column: if self.line == 1 { self.column + start.column - 1 } else { self.column },
        }
    }

    /// The place after these bytes, which begin at this one.
    pub fn advanced_by(self, bytes: &[u8]) -> Place {
        let characters = |bytes: &[u8]| bytes.iter().filter(|byte| **byte & 0xc0 != 0x80).count() as u64;
        let offset = self.offset + bytes.len() as u64;
        match memchr::memrchr(b'\n', bytes) {
            None => Place { offset, column: self.column + characters(bytes), ..self },
            Some(last) => Place {
                offset,
                line: self.line + memchr::memchr_iter(b'\n', bytes).count() as u64,
                column: 1 + characters(&bytes[last + 1..]),
            },
        }
    }
}

/// Writes the place as compilers do: `line:column`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Computes places on demand. Each part of the input is counted only once.
#[derive(Debug)]
pub(crate) struct PlaceCounter {
    /// The start of the window.
    window: Place,
    /// The last place that was asked for.
    last: Place,
}

impl PlaceCounter {
    pub(crate) const fn new() -> PlaceCounter {
        PlaceCounter { window: Place::START, last: Place::START }
    }

    /// Bytes before the window.
    pub(crate) const fn window_offset(&self) -> u64 {
        self.window.offset
    }

    /// The place of a byte of the window.
    pub(crate) fn place(&mut self, window: &[u8], at: usize) -> Place {
        let last = (self.last.offset - self.window.offset) as usize;
        self.last = match window.get(last..at) {
            Some(since) => self.last.advanced_by(since),
            None => self.window.advanced_by(&window[..at]),
        };
        self.last
    }

    /// Moves the window past these bytes.
    pub(crate) fn forget(&mut self, seen: &[u8]) {
        let last = (self.last.offset - self.window.offset) as usize;
        self.window = match seen.get(last..) {
            Some(since) => self.last.advanced_by(since),
            None => self.window.advanced_by(seen),
        };
        if self.last.offset < self.window.offset {
            self.last = self.window;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_do_not_depend_on_earlier_queries() {
        let text = "e4\n\nd4 é x\r\nlast".as_bytes();
        for first in 0..text.len() {
            for second in 0..text.len() {
                let mut counter = PlaceCounter::new();
                counter.place(text, first);
                let place = counter.place(text, second);
                assert_eq!(place, Place::START.advanced_by(&text[..second]));
                for seen in 0..=second {
                    let mut moved = PlaceCounter::new();
                    moved.place(text, first.min(seen));
                    moved.forget(&text[..seen]);
                    assert_eq!(moved.place(&text[seen..], second - seen), place);
                }
            }
        }
    }
}
