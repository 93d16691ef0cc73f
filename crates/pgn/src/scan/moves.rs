//! The moves of a game and what stands among them.

use super::comment;
use super::tag::{self, Tag};
use super::{Scanner, Skip, Step, Window, is_line_start, line_end};
use crate::class::{CLASS, Class, number_length, word_end, word_length};
use crate::fault::{FaultKind, Part, shown};
use crate::visitor::TokenVisitor;
use crate::{Comment, Nag, Outcome, Word};

/// What a result among the moves means.
enum Marker {
    EndsGame,
    /// Inside a variation: it is said of the variation.
    Ignored,
    Cut,
}

impl Scanner {
    /// Reads moves until the game ends: behind its result, before the next tag, or with the input.
    pub(crate) fn moves(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        loop {
            if self.skip.is_some() {
                match self.pass_over(window, at) {
                    Step::Done(end) => at = end,
                    more => return more,
                }
            }
            at = self.usual(window, at, visitor);
            let Some(&byte) = bytes.get(at) else {
                return if ended { Step::Done(at) } else { Step::More(at) };
            };
            let step = match CLASS[usize::from(byte)] {
                Class::Space | Class::Dot => {
                    at += 1;
                    continue;
                }
                Class::Word => {
                    let end = word_end(bytes, at + 1);
                    self.measure(bytes, at, visitor);
                    // One byte behind it must be seen to know that it ends.
                    if end == bytes.len() && !ended || end - at > self.limits.word {
                        self.long_word(window, at, end, visitor)
                    } else if byte.is_ascii_alphabetic() && end - at > 1 && bytes.get(end) != Some(&b'(') {
                        self.word(bytes, at, Word::new(&bytes[at..end]), visitor);
                        Step::Done(end)
                    } else {
                        match self.sign(window, at, end, visitor) {
                            Ok(step) => step,
                            Err(game_end) => return game_end,
                        }
                    }
                }
                Class::Digit => {
                    let end = digits_end(bytes, at + 1);
                    if bytes.get(end) == Some(&b'.') {
                        at = end + 1;
                        continue;
                    }
                    match self.number(window, at, end, visitor) {
                        Ok(step) => step,
                        Err(game_end) => return game_end,
                    }
                }
                Class::OpenComment => {
                    self.measure(bytes, at, visitor);
                    self.braces(window, at, visitor)
                }
                Class::OpenVariation => {
                    self.open_variation(bytes, at, visitor);
                    Step::Done(at + 1)
                }
                Class::CloseVariation => {
                    self.close_variation(bytes, at, visitor);
                    Step::Done(at + 1)
                }
                Class::Dollar => self.dollar(window, at, visitor),
                Class::Mark => self.marks(window, at, visitor),
                Class::Star => match self.marker(window, at, at + 1, Outcome::Unknown, visitor) {
                    Marker::EndsGame => return Step::Done(at + 1),
                    Marker::Ignored => Step::Done(at + 1),
                    Marker::Cut => Step::More(at),
                },
                Class::Semicolon => self.semicolon(window, at, visitor),
                Class::Percent if is_line_start(bytes, at) => match line_end(window, at) {
                    Some(end) => Step::Done(end),
                    None => self.skip_line(window, at),
                },
                Class::OpenTag => match self.bracket(window, at, visitor) {
                    Some(step) => step,
                    None => return Step::Done(at),
                },
                Class::Percent | Class::Stray => {
                    self.tell(bytes, at, FaultKind::Stray { found: shown(&bytes[at..=at]) }, visitor);
                    Step::Done(at + 1)
                }
            };
            match step {
                Step::Done(end) => at = end,
                more => return more,
            }
        }
    }

    /// Reads what nearly all of a file consists of: numbers, short moves, short comments and single spaces.
    /// Stops where anything else comes.
    #[inline(always)]
    fn usual(&mut self, window: Window<'_>, mut at: usize, visitor: &mut impl TokenVisitor) -> usize {
        let bytes = window.bytes;
        if self.is_hidden() {
            return at;
        }
        let offset = self.counter.window_offset();
        let limit = (self.game_offset + self.limits.game as u64).saturating_sub(offset) as usize;
        while let Some(first) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>)
            && at < limit
        {
            if first[0] == b'{' {
                match comment::find_end(bytes, at + 1) {
                    comment::End::Closed(close) if close - at <= self.limits.comment => {
                        visitor.comment(Comment::new(&bytes[at + 1..close]));
                        at = close + 1;
                    }
                    _ => return at,
                }
            } else {
                if first[0].is_ascii_digit() {
                    at += number_length(first);
                }
                let Some(first) = bytes.get(at..).and_then(<[u8]>::first_chunk::<8>) else { return at };
                let length = word_length(first);
                if !(2..8).contains(&length) || !first[0].is_ascii_alphabetic() || first[length] == b'(' {
                    return at;
                }
                let word = Word::short(&bytes[at..at + length], *first);
                if let Err(complaint) = visitor.word(word) {
                    self.tell(bytes, at, *complaint, visitor);
                }
                at += length;
            }
            // A guess that the CPU can make before it knows where the token ends; adding whether it is right to
            // the place would let everything after it wait.
            match bytes.get(at) {
                Some(b' ' | b'\n') => at += 1,
                _ => return at,
            }
        }
        at
    }

    /// Reads the comments behind a result: they belong to the game that has just ended.
    pub(crate) fn afterword(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        loop {
            let step = match bytes.get(at) {
                _ if self.skip.is_some() => self.pass_over(window, at),
                Some(byte) if byte.is_ascii_whitespace() => Step::Done(at + 1),
                Some(b'{') => self.braces(window, at, visitor),
                Some(b';') => self.semicolon(window, at, visitor),
                None if !ended => return Step::More(at),
                _ => return Step::Done(at),
            };
            match step {
                Step::Done(end) => at = end,
                more => return more,
            }
        }
    }

    /// Whether the variation that is being read is nested too deep to be told of.
    #[inline(always)]
    pub(super) const fn is_hidden(&self) -> bool {
        self.depth > self.limits.nesting
    }

    #[inline(always)]
    fn word(&mut self, bytes: &[u8], start: usize, word: Word<'_>, visitor: &mut impl TokenVisitor) {
        if !self.is_hidden()
            && let Err(complaint) = visitor.word(word)
        {
            self.tell(bytes, start, *complaint, visitor);
        }
    }

    #[cold]
    fn long_word(
        &mut self,
        window: Window<'_>,
        start: usize,
        end: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let limit = self.limits.word;
        if end == window.bytes.len() && !window.ended {
            return self.unfinished(window.bytes, start, (Part::Word, limit, Skip::Word), visitor);
        }
        self.tell(window.bytes, start, FaultKind::TooLong { what: Part::Word, limit }, visitor);
        Step::Done(end)
    }

    /// A word that is a sign, or a move with a promotion in parentheses; `Err` where the game ends.
    #[cold]
    fn sign(
        &mut self,
        window: Window<'_>,
        start: usize,
        end: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Result<Step, Step> {
        const ELLIPSIS: &[u8] = "…".as_bytes();
        let Window { bytes, ended } = window;
        let word = &bytes[start..end];
        if let Some(end) = promotion_end(bytes, start, end) {
            self.word(bytes, start, Word::new(&bytes[start..end]), visitor);
            return Ok(Step::Done(end));
        }
        if bytes.get(end) == Some(&b'(') && bytes.len() < end + 3 && !ended {
            return Ok(Step::More(start));
        }
        if word.starts_with(ELLIPSIS) {
            return Ok(Step::Done(start + ELLIPSIS.len()));
        }
        if let Some(nag) = Nag::from_sign(word) {
            if !self.is_hidden() {
                visitor.nag(nag);
            }
            return Ok(Step::Done(end));
        }
        if let Some(outcome) = Outcome::from_marker(word) {
            return match self.marker(window, start, end, outcome, visitor) {
                Marker::EndsGame => Err(Step::Done(end)),
                Marker::Ignored => Ok(Step::Done(end)),
                Marker::Cut => Ok(Step::More(start)),
            };
        }
        self.word(bytes, start, Word::new(word), visitor);
        Ok(Step::Done(end))
    }

    /// What begins with digits and is not just a move number; `Err` where the game ends.
    #[inline(never)]
    fn number(
        &mut self,
        window: Window<'_>,
        start: usize,
        digits_end: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Result<Step, Step> {
        let Window { bytes, ended } = window;
        let end = word_end(bytes, digits_end);
        if end == bytes.len() && !ended || end - start > self.limits.word {
            return Ok(self.long_word(window, start, end, visitor));
        }
        let word = &bytes[start..end];
        if let Some(outcome) = Outcome::from_marker(word) {
            return match self.marker(window, start, end, outcome, visitor) {
                Marker::EndsGame => Err(Step::Done(end)),
                Marker::Ignored => Ok(Step::Done(end)),
                Marker::Cut => Ok(Step::More(start)),
            };
        }
        if word == b"0-0" && self.both_lose {
            match next_token(window, end) {
                NextToken::Cut => return Ok(Step::More(start)),
                NextToken::Nothing | NextToken::Byte(b'[') => {
                    self.end_with(bytes, start, Outcome::BothLose, visitor);
                    return Err(Step::Done(end));
                }
                NextToken::Byte(_) => {}
            }
        }
        match bytes[digits_end..end].first() {
            None if word == b"0000" => self.word(bytes, start, Word::new(&bytes[start..end]), visitor),
            None => {}
            Some(b'-' | b'/') => self.word(bytes, start, Word::new(&bytes[start..end]), visitor),
            // A move that is glued to its number.
            Some(_) => return Ok(Step::Done(digits_end)),
        }
        Ok(Step::Done(end))
    }

    fn marker(
        &mut self,
        window: Window<'_>,
        start: usize,
        end: usize,
        outcome: Outcome,
        visitor: &mut impl TokenVisitor,
    ) -> Marker {
        if self.depth > 0 {
            match next_token(window, end) {
                NextToken::Cut => return Marker::Cut,
                NextToken::Byte(b')') => return Marker::Ignored,
                _ => {}
            }
        }
        self.end_with(window.bytes, start, outcome, visitor);
        Marker::EndsGame
    }

    fn end_with(&mut self, bytes: &[u8], at: usize, outcome: Outcome, visitor: &mut impl TokenVisitor) {
        if let Err(complaint) = visitor.marker(outcome) {
            self.tell(bytes, at, *complaint, visitor);
        }
    }

    fn open_variation(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        self.depth += 1;
        let limit = self.limits.nesting;
        if self.depth == limit + 1 {
            self.tell(bytes, at, FaultKind::TooDeep { limit }, visitor);
        } else if self.depth <= limit
            && let Err(complaint) = visitor.begin_variation()
        {
            self.tell(bytes, at, *complaint, visitor);
        }
    }

    fn close_variation(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        match self.depth.checked_sub(1) {
            None => self.tell(bytes, at, FaultKind::NoVariationToClose, visitor),
            Some(depth) => {
                if !self.is_hidden() {
                    visitor.end_variation();
                }
                self.depth = depth;
            }
        }
    }

    /// `$12`
    fn dollar(&mut self, window: Window<'_>, start: usize, visitor: &mut impl TokenVisitor) -> Step {
        let Window { bytes, ended } = window;
        let end = digits_end(bytes, start + 1);
        if end == bytes.len() && !ended || end - start > self.limits.word {
            return self.long_word(window, start, end, visitor);
        }
        let number = str::from_utf8(&bytes[start + 1..end]).ok().and_then(|digits| digits.parse().ok());
        match number {
            Some(number) if !self.is_hidden() => visitor.nag(Nag(number)),
            Some(_) => {}
            None => {
                let text = shown(&bytes[start..end]);
                self.tell(bytes, start, FaultKind::UnknownAnnotation { text }, visitor);
            }
        }
        Step::Done(end)
    }

    /// `!?`
    fn marks(&mut self, window: Window<'_>, start: usize, visitor: &mut impl TokenVisitor) -> Step {
        let Window { bytes, ended } = window;
        let length = bytes[start..].iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let end = start + length;
        if end == bytes.len() && !ended || length > self.limits.word {
            return self.long_word(window, start, end, visitor);
        }
        match Nag::from_sign(&bytes[start..end]) {
            Some(nag) if !self.is_hidden() => visitor.nag(nag),
            Some(_) => {}
            None => {
                let text = shown(&bytes[start..end]);
                self.tell(bytes, start, FaultKind::UnknownAnnotation { text }, visitor);
            }
        }
        Step::Done(end)
    }

    /// `[` among the moves; none if it begins the next game.
    fn bracket(&mut self, window: Window<'_>, at: usize, visitor: &mut impl TokenVisitor) -> Option<Step> {
        let bytes = window.bytes;
        if is_line_start(bytes, at) {
            return None;
        }
        match tag::read(window, at) {
            Tag::Pair { .. } => None,
            Tag::Cut => Some(self.unfinished(bytes, at, (Part::Tag, self.limits.tag, Skip::Line), visitor)),
            Tag::Bad { .. } => {
                self.tell(bytes, at, FaultKind::Stray { found: "[".to_string() }, visitor);
                Some(Step::Done(at + 1))
            }
        }
    }
}

#[inline(always)]
fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// Behind `(Q)`, if that is glued to a move to the first or last rank.
fn promotion_end(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let is_promotion = matches!(bytes[start..end].last(), Some(b'1' | b'8' | b'='))
        && matches!(bytes.get(end..end + 3), Some([b'(', letter, b')']) if b"QRBNqrbn".contains(letter));
    is_promotion.then(|| {
        let check = bytes[end + 3..].iter().take_while(|byte| matches!(byte, b'+' | b'#')).count();
        end + 3 + check
    })
}

enum NextToken {
    Byte(u8),
    Nothing,
    Cut,
}

/// Who leaves more space than this ends the game there.
const LONGEST_SPACE: usize = 1000;

fn next_token(window: Window<'_>, at: usize) -> NextToken {
    let rest = &window.bytes[at..];
    match rest.iter().take(LONGEST_SPACE).find(|byte| !byte.is_ascii_whitespace()) {
        Some(byte) => NextToken::Byte(*byte),
        None if window.ended || rest.len() >= LONGEST_SPACE => NextToken::Nothing,
        None => NextToken::Cut,
    }
}
