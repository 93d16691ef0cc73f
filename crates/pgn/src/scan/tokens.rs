//! The tokens of the movetext.

use super::tag::{self, Tag};
use super::{Scanner, Skip, Step, Window, is_line_start};
use crate::class::word_end;
use crate::fault::{Element, FaultKind, excerpt};
use crate::visitor::TokenVisitor;
use crate::{GameResult, Nag, Word};
use rules::Outcome;
use std::ops::Range;

/// What a result among the moves means.
pub(super) enum Marker {
    EndsGame,
    /// It is the result of a variation.
    Ignored,
    Cut,
}

/// What came of reading a token that may be a result.
pub(super) enum Token {
    /// It was read, or cut off by the window; the game continues.
    Read(Step),
    /// It was the result; the game ends here.
    EndsGame(usize),
}

impl Scanner {
    #[inline(always)]
    pub(super) fn word(
        &mut self,
        bytes: &[u8],
        start: usize,
        word: Word<'_>,
        visitor: &mut impl TokenVisitor,
    ) {
        if !self.is_too_deep()
            && let Err(fault) = visitor.word(word)
        {
            self.report(bytes, start, *fault, visitor);
        }
    }

    #[cold]
    pub(super) fn long_word(
        &mut self,
        window: Window<'_>,
        start: usize,
        end: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let limit = self.limits.word;
        if end == window.bytes.len() && !window.ended {
            return self.unfinished(window.bytes, start, (Element::Word, limit, Skip::Word), visitor);
        }
        self.report(window.bytes, start, FaultKind::TooLong { what: Element::Word, limit }, visitor);
        Step::Done(end)
    }

    /// A word that is a sign, a result, or a move with a promotion in parentheses.
    #[cold]
    pub(super) fn sign(
        &mut self,
        window: Window<'_>,
        start: usize,
        end: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Token {
        const ELLIPSIS: &[u8] = "…".as_bytes();
        let Window { bytes, ended } = window;
        let word = &bytes[start..end];
        if let Some(end) = promotion_end(bytes, start, end) {
            self.word(bytes, start, Word::new(&bytes[start..end]), visitor);
            return Token::Read(Step::Done(end));
        }
        if bytes.get(end) == Some(&b'(') && bytes.len() < end + 3 && !ended {
            return Token::Read(Step::More(start));
        }
        if word.starts_with(ELLIPSIS) {
            return Token::Read(Step::Done(start + ELLIPSIS.len()));
        }
        if let Some(nag) = Nag::from_sign(word) {
            if !self.is_too_deep() {
                visitor.nag(nag);
            }
            return Token::Read(Step::Done(end));
        }
        if let Some(result) = GameResult::from_marker(word) {
            return match self.marker(window, start, end, result, visitor) {
                Marker::EndsGame => Token::EndsGame(end),
                Marker::Ignored => Token::Read(Step::Done(end)),
                Marker::Cut => Token::Read(Step::More(start)),
            };
        }
        self.word(bytes, start, Word::new(word), visitor);
        Token::Read(Step::Done(end))
    }

    /// A word that begins with digits and is not just a move number.
    #[inline(never)]
    pub(super) fn number(
        &mut self,
        window: Window<'_>,
        start: usize,
        digits_end: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Token {
        let Window { bytes, ended } = window;
        let end = word_end(bytes, digits_end);
        if end == bytes.len() && !ended || end - start > self.limits.word {
            return Token::Read(self.long_word(window, start, end, visitor));
        }
        let word = &bytes[start..end];
        if let Some(result) = GameResult::from_marker(word) {
            return match self.marker(window, start, end, result, visitor) {
                Marker::EndsGame => Token::EndsGame(end),
                Marker::Ignored => Token::Read(Step::Done(end)),
                Marker::Cut => Token::Read(Step::More(start)),
            };
        }
        if word == b"0-0" && self.both_lose {
            match next_token(window, end) {
                NextToken::Cut => return Token::Read(Step::More(start)),
                NextToken::Nothing | NextToken::Byte(b'[') => {
                    self.end_with(bytes, start, GameResult::Known(Outcome::BothLose), visitor);
                    return Token::EndsGame(end);
                }
                NextToken::Byte(_) => {}
            }
        }
        match bytes[digits_end..end].first() {
            None if word == b"0000" => self.word(bytes, start, Word::new(&bytes[start..end]), visitor),
            None => {}
            Some(b'-' | b'/') => self.word(bytes, start, Word::new(&bytes[start..end]), visitor),
            // A move follows its number without a space.
            Some(_) => return Token::Read(Step::Done(digits_end)),
        }
        Token::Read(Step::Done(end))
    }

    pub(super) fn marker(
        &mut self,
        window: Window<'_>,
        start: usize,
        end: usize,
        result: GameResult,
        visitor: &mut impl TokenVisitor,
    ) -> Marker {
        if self.depth > 0 {
            match next_token(window, end) {
                NextToken::Cut => return Marker::Cut,
                NextToken::Byte(b')') => return Marker::Ignored,
                _ => {}
            }
        }
        self.end_with(window.bytes, start, result, visitor);
        Marker::EndsGame
    }

    fn end_with(&mut self, bytes: &[u8], at: usize, result: GameResult, visitor: &mut impl TokenVisitor) {
        if let Err(fault) = visitor.marker(result) {
            self.report(bytes, at, *fault, visitor);
        }
    }

    pub(super) fn open_variation(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        self.depth += 1;
        let limit = self.limits.nesting;
        if self.depth == limit + 1 {
            self.report(bytes, at, FaultKind::TooDeep { limit }, visitor);
        } else if self.depth <= limit
            && let Err(fault) = visitor.begin_variation()
        {
            self.report(bytes, at, *fault, visitor);
        }
    }

    pub(super) fn close_variation(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        match self.depth.checked_sub(1) {
            None => self.report(bytes, at, FaultKind::NoVariationToClose, visitor),
            Some(depth) => {
                if !self.is_too_deep() {
                    visitor.end_variation();
                }
                self.depth = depth;
            }
        }
    }

    /// `$12`
    pub(super) fn dollar(
        &mut self,
        window: Window<'_>,
        start: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        let end = digits_end(bytes, start + 1);
        if end == bytes.len() && !ended || end - start > self.limits.word {
            return self.long_word(window, start, end, visitor);
        }
        let number = str::from_utf8(&bytes[start + 1..end]).ok().and_then(|digits| digits.parse().ok());
        self.annotation(bytes, start..end, number.map(Nag), visitor);
        Step::Done(end)
    }

    /// `!?`
    pub(super) fn marks(
        &mut self,
        window: Window<'_>,
        start: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let Window { bytes, ended } = window;
        let length = bytes[start..].iter().take_while(|byte| matches!(byte, b'!' | b'?')).count();
        let end = start + length;
        if end == bytes.len() && !ended || length > self.limits.word {
            return self.long_word(window, start, end, visitor);
        }
        self.annotation(bytes, start..end, Nag::from_sign(&bytes[start..end]), visitor);
        Step::Done(end)
    }

    /// Reports the annotation in this range, or a fault if it is unknown.
    fn annotation(
        &mut self,
        bytes: &[u8],
        place: Range<usize>,
        nag: Option<Nag>,
        visitor: &mut impl TokenVisitor,
    ) {
        match nag {
            Some(nag) if !self.is_too_deep() => visitor.nag(nag),
            Some(_) => {}
            None => {
                let (start, text) = (place.start, excerpt(&bytes[place]));
                self.report(bytes, start, FaultKind::UnknownAnnotation { text }, visitor);
            }
        }
    }

    /// `[` among the moves; `None` if it begins the next game.
    pub(super) fn bracket(
        &mut self,
        window: Window<'_>,
        at: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Option<Step> {
        let bytes = window.bytes;
        if is_line_start(bytes, at) {
            return None;
        }
        match tag::read(window, at) {
            Tag::Pair { .. } => None,
            Tag::Cut => {
                Some(self.unfinished(bytes, at, (Element::Tag, self.limits.tag, Skip::Line), visitor))
            }
            Tag::Bad { .. } => {
                self.report(bytes, at, FaultKind::Stray { found: "[".to_string() }, visitor);
                Some(Step::Done(at + 1))
            }
        }
    }
}

#[inline(always)]
pub(super) fn digits_end(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_digit) {
        at += 1;
    }
    at
}

/// The end of a promotion in parentheses such as `(Q)`, if it directly follows a move to the first or last rank.
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

/// How far to look for the next token. If there is only white space up to here, the game ends.
const MAX_SPACE: usize = 1000;

fn next_token(window: Window<'_>, at: usize) -> NextToken {
    let rest = &window.bytes[at..];
    match rest.iter().take(MAX_SPACE).find(|byte| !byte.is_ascii_whitespace()) {
        Some(byte) => NextToken::Byte(*byte),
        None if window.ended || rest.len() >= MAX_SPACE => NextToken::Nothing,
        None => NextToken::Cut,
    }
}
