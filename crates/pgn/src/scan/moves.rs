//! The movetext of a game: dispatches to the tokens, and finds where it ends.

use super::comment;
use super::tokens::{Marker, Token, digits_end};
use super::{Scanner, Step, Window, is_line_start, line_end};
use crate::class::{CLASS, Class, number_length, word_end, word_length};
use crate::fault::{FaultKind, excerpt};
use crate::visitor::TokenVisitor;
use crate::{Comment, GameResult, Word};

impl Scanner {
    /// Reads moves until the game ends: after its result, before the next tag, or at the end of the input.
    pub(crate) fn moves(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        loop {
            if self.skip.is_some() {
                match self.skip_rest(window, at) {
                    Step::Done(end) => at = end,
                    more => return more,
                }
            }
            at = self.common_tokens(window, at, visitor);
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
                    // The byte after the word must be visible to know that the word ends.
                    if end == bytes.len() && !ended || end - at > self.limits.word {
                        self.long_word(window, at, end, visitor)
                    } else if byte.is_ascii_alphabetic() && end - at > 1 && bytes.get(end) != Some(&b'(') {
                        self.word(bytes, at, Word::new(&bytes[at..end]), visitor);
                        Step::Done(end)
                    } else {
                        match self.sign(window, at, end, visitor) {
                            Token::Read(step) => step,
                            Token::EndsGame(at) => return Step::Done(at),
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
                        Token::Read(step) => step,
                        Token::EndsGame(at) => return Step::Done(at),
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
                Class::Star => match self.marker(window, at, at + 1, GameResult::Unknown, visitor) {
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
                    self.report(bytes, at, FaultKind::Stray { found: excerpt(&bytes[at..=at]) }, visitor);
                    Step::Done(at + 1)
                }
            };
            match step {
                Step::Done(end) => at = end,
                more => return more,
            }
        }
    }

    /// Reads the tokens that make up nearly all of a file: numbers, short moves, short comments and single spaces.
    /// Stops at anything else.
    #[inline(always)]
    fn common_tokens(&mut self, window: Window<'_>, mut at: usize, visitor: &mut impl TokenVisitor) -> usize {
        let bytes = window.bytes;
        if self.is_too_deep() {
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
                if let Err(fault) = visitor.word(word) {
                    self.report(bytes, at, *fault, visitor);
                }
                at += length;
            }
            // A branch that the CPU can predict before it knows where the token ends. Computing `at` from the byte
            // without a branch would make everything after it wait.
            match bytes.get(at) {
                Some(b' ' | b'\n') => at += 1,
                _ => return at,
            }
        }
        at
    }

    /// Reads the comments after a result, which belong to the game that has just ended.
    pub(crate) fn trailing_comments(
        &mut self,
        window: Window<'_>,
        mut at: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        loop {
            let step = match bytes.get(at) {
                _ if self.skip.is_some() => self.skip_rest(window, at),
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

    /// Whether the current variation is nested too deep to be reported.
    #[inline(always)]
    pub(super) const fn is_too_deep(&self) -> bool {
        self.depth > self.limits.nesting
    }
}
