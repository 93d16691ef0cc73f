//! The tags of a game.

use super::tag::{self, Tag};
use super::{Scanner, Skip, Step, Window, is_line_start, line_end};
use crate::fault::{Element, FaultKind, shown};
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
                _ if self.skip.is_some() => self.pass_over(window, at),
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

    /// Reads the tag that begins here; none if it is the first of another game.
    fn tag(&mut self, window: Window<'_>, at: usize, visitor: &mut impl TokenVisitor) -> Option<Step> {
        let (bytes, limits) = (window.bytes, self.limits);
        let (name, value, end) = match tag::read(window, at) {
            Tag::Pair { name, value, end } if end - at <= limits.tag => (name, value, end),
            Tag::Cut => {
                return Some(self.unfinished(bytes, at, (Element::Tag, limits.tag, Skip::Line), visitor));
            }
            Tag::Pair { end, .. } => {
                self.tell(bytes, at, FaultKind::TooLong { what: Element::Tag, limit: limits.tag }, visitor);
                return Some(Step::Done(end));
            }
            Tag::Bad { expected, end } => {
                let found = shown(bytes[at..end].trim_ascii_end());
                self.tell(bytes, at, FaultKind::BadTag { expected, found }, visitor);
                return Some(Step::Done(end));
            }
        };
        let is_twin = self.names.contains(name);
        // Some leave an empty line between tags; but a tag that was there already begins another game.
        if self.line_ends > 1 && (is_twin || name == b"Event") && !self.names.is_empty() {
            return None;
        }
        self.line_ends = 0;
        if is_twin {
            let (name, value) = (shown(name), shown(value));
            self.tell(bytes, at, FaultKind::DuplicateTag { name, value }, visitor);
        } else if self.names.len() >= limits.tags {
            if self.names.len() == limits.tags {
                self.names.insert(name); // so that it is told once
                self.tell(bytes, at, FaultKind::TooManyTags { limit: limits.tags }, visitor);
            }
        } else {
            self.names.insert(name);
            self.remember(name, value, at);
            if let Err(fault) = visitor.tag(Text::plain(name), Text::escaped(value)) {
                self.tell(bytes, at, *fault, visitor);
            }
        }
        // Nearly always the next tag begins the next line.
        if bytes.get(end) == Some(&b'\n') {
            self.line_ends = 1;
            return Some(Step::Done(end + 1));
        }
        Some(Step::Done(end))
    }

    /// What the tags say about how the rest is to be read.
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

/// The names of the tags so far. It is kept from game to game, so that nothing is allocated for most.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// One bit of 64 for each name: most questions are answered by it.
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
