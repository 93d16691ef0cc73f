//! `{ comments }` and `; comments`.

use super::new_game::new_game_after;
use super::{Scanner, Skip, Step, Window, line_end};
use crate::Comment;
use crate::fault::{Element, FaultKind};
use crate::find::find_either;
use crate::visitor::TokenVisitor;

/// How a comment ends.
pub(super) enum End {
    /// With a brace at this position.
    Closed(usize),
    /// Never: a new game begins at this position.
    NewGame(usize),
    /// Not in this window.
    Open,
}

/// The end of the comment that contains `at`.
#[inline(always)]
pub(super) fn find_end(bytes: &[u8], mut at: usize) -> End {
    loop {
        let Some(found) = find_either(bytes, at, b'}', b'\n') else { return End::Open };
        at = found;
        if bytes[at] == b'}' {
            return End::Closed(at);
        }
        if let Some(start) = new_game_after(bytes, at) {
            return End::NewGame(start);
        }
        at += 1;
    }
}

impl Scanner {
    /// Reads the comment whose opening brace is at `start`.
    #[inline(always)]
    pub(super) fn braces(
        &mut self,
        window: Window<'_>,
        start: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let bytes = window.bytes;
        match find_end(bytes, start + 1) {
            End::Closed(close) if close - start <= self.limits.comment => {
                if !self.is_too_deep() {
                    visitor.comment(Comment::new(&bytes[start + 1..close]));
                }
                Step::Done(close + 1)
            }
            End::Closed(close) => {
                let limit = self.limits.comment;
                self.report(bytes, start, FaultKind::TooLong { what: Element::Comment, limit }, visitor);
                Step::Done(close + 1)
            }
            End::NewGame(next) => {
                self.report(bytes, start, FaultKind::UnclosedComment, visitor);
                Step::Done(next)
            }
            End::Open if window.ended => {
                self.report(bytes, start, FaultKind::UnclosedComment, visitor);
                Step::Done(bytes.len())
            }
            End::Open => {
                self.unfinished(bytes, start, (Element::Comment, self.limits.comment, Skip::Comment), visitor)
            }
        }
    }

    /// Reads the comment whose semicolon is at `start`.
    pub(super) fn semicolon(
        &mut self,
        window: Window<'_>,
        start: usize,
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        let (bytes, limit) = (window.bytes, self.limits.comment);
        match line_end(window, start) {
            Some(end) if end - start <= limit => {
                if !self.is_too_deep() {
                    visitor.comment(Comment::new(&bytes[start + 1..end]));
                }
                Step::Done(end)
            }
            Some(end) => {
                self.report(bytes, start, FaultKind::TooLong { what: Element::Comment, limit }, visitor);
                Step::Done(end)
            }
            None => self.unfinished(bytes, start, (Element::Comment, limit, Skip::Line), visitor),
        }
    }
}
