//! The tags of a game.

use super::tag::{self, Tag};
use super::{Scanner, Skip, Step, Window, is_line_start, line_end};
use crate::fault::{Element, FaultKind, excerpt};
use crate::text::Text;
use crate::visitor::TokenVisitor;

impl Scanner {
    /// Reads tags until something else begins.
    pub(crate) fn tags(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        loop {
            let step = match bytes.get(at) {
                _ if self.skip.is_some() => self.skip_rest(window, at),
                Some(b'[') => match self.tag(window, at, visitor) {
                    Some(step) => step,
                    None => return Step::Done(at),
                },
                Some(b'\n') => {
                    self.line_ends += 1;
                    Step::Done(at + 1)
                }
                Some(byte) if byte.is_ascii_whitespace() => Step::Done(at + 1),
                Some(b'%') if is_line_start(bytes, at) => match line_end(window, at) {
                    Some(end) => Step::Done(end),
                    None => self.skip_line(window, at),
                },
                None if !ended => return Step::More(at),
                _ => return Step::Done(at),
            };
            match step {
                Step::Done(end) => at = end,
                more => return more,
            }
        }
    }

    /// Reads the tag that begins here; `None` if it is the first tag of another game.
    fn tag(&mut self, window: Window<'_>, at: usize, visitor: &mut impl TokenVisitor) -> Option<Step> {
        let (bytes, limits) = (window.bytes, self.limits);
        let (name, value, end) = match tag::read(window, at) {
            Tag::Pair { name, value, end } if end - at <= limits.tag => (name, value, end),
            Tag::Cut => {
                return Some(self.unfinished(bytes, at, (Element::Tag, limits.tag, Skip::Line), visitor));
            }
            Tag::Pair { end, .. } => {
                self.report(bytes, at, FaultKind::TooLong { what: Element::Tag, limit: limits.tag }, visitor);
                return Some(Step::Done(end));
            }
            Tag::Bad { expected, end } => {
                let found = excerpt(bytes[at..end].trim_ascii_end());
                self.report(bytes, at, FaultKind::BadTag { expected, found }, visitor);
                return Some(Step::Done(end));
            }
        };
        let is_twin = self.names.contains(name);
        // Some files have empty lines between tags; but a repeated tag after an empty line begins another game.
        if self.line_ends > 1 && (is_twin || name == b"Event") && !self.names.is_empty() {
            return None;
        }
        self.line_ends = 0;
        if is_twin {
            let (name, value) = (excerpt(name), excerpt(value));
            self.report(bytes, at, FaultKind::DuplicateTag { name, value }, visitor);
        } else if self.names.len() >= limits.tags {
            if self.names.len() == limits.tags {
                self.names.insert(name); // so that it is reported once
                self.report(bytes, at, FaultKind::TooManyTags { limit: limits.tags }, visitor);
            }
        } else {
            self.names.insert(name);
            self.remember(name, value, at);
            if let Err(fault) = visitor.tag(Text::plain(name), Text::escaped(value)) {
                self.report(bytes, at, *fault, visitor);
            }
        }
        // Nearly always the next tag begins on the next line.
        if bytes.get(end) == Some(&b'\n') {
            self.line_ends = 1;
            return Some(Step::Done(end + 1));
        }
        Some(Step::Done(end))
    }

    /// Remembers the tags that decide how the rest of the game is read.
    fn remember(&mut self, name: &[u8], value: &[u8], at: usize) {
        match name {
            b"Result" => self.both_lose = value == b"0-0",
            b"FEN" | b"Fen" | b"fen" => self.setup_offset = Some(self.offset(at)),
            b"SetUp" | b"Setup" | b"Variant" if self.setup_offset.is_none() => {
                self.setup_offset = Some(self.offset(at));
            }
            _ => {}
        }
    }
}

/// The names of the tags so far. It is reused for every game, so that most games need no allocation.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// A Bloom filter with one bit per name, which answers most queries.
    sketch: u64,
    names: Vec<u8>,
    ends: Vec<usize>,
}

impl Names {
    pub(super) fn clear(&mut self) {
        self.sketch = 0;
        self.names.clear();
        self.ends.clear();
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn bit(name: &[u8]) -> u64 {
        let middle = name.get(name.len() / 2).copied().unwrap_or_default();
        let first = name.first().copied().unwrap_or_default();
        let mixed = u32::from(middle) * 7 + u32::from(first) * 5 + name.len() as u32 * 11;
        1 << (mixed % 64)
    }

    fn contains(&self, name: &[u8]) -> bool {
        if self.sketch & Names::bit(name) == 0 {
            return false;
        }
        let mut start = 0;
        self.ends.iter().any(|end| {
            let known = &self.names[start..*end];
            start = *end;
            known == name
        })
    }

    fn insert(&mut self, name: &[u8]) {
        self.sketch |= Names::bit(name);
        self.names.extend_from_slice(name);
        self.ends.push(self.names.len());
    }
}
