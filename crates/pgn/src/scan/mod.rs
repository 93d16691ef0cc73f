//! Cuts bytes into the parts of a game.
//!
//! Everything here works on a window of the input and either finishes or says from which byte it needs to see more.
//! Nothing is remembered about a token that the window cut off: it is read again.

mod comment;
mod moves;
mod new_game;
mod tag;
mod tags;
mod tokens;

pub(crate) use new_game::find_new_game;

use crate::fault::{Element, Fault, FaultKind};
use crate::place::PlaceCounter;
use crate::visitor::TokenVisitor;
use crate::{Limits, Place};
use tags::Names;

/// How far a stage of scanning got.
pub(crate) enum Step {
    /// It is done; the next stage begins here.
    Done(usize),
    /// It continues here, but needs more input; the window does not reach the end of the input.
    More(usize),
}

/// A window of the input.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    /// Whether it reaches the end of the input.
    pub(crate) ended: bool,
}

/// An element that is too long, the rest of which is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skip {
    Comment,
    Line,
    Word,
}

/// The state of scanning the current game.
#[derive(Debug)]
pub(crate) struct Scanner {
    pub(crate) limits: Limits,
    counter: PlaceCounter,
    game: u64,
    /// Bytes of the input before this game.
    game_offset: u64,
    is_too_long: bool,
    faults: usize,
    names: Names,
    /// Bytes of the input before the tag that gives the starting position.
    setup_offset: Option<u64>,
    /// Line ends since the last tag.
    line_ends: usize,
    /// Whether the tag `Result` is `0-0`, so that `0-0` among the moves may be the result instead of castling.
    both_lose: bool,
    /// How many variations are open.
    depth: usize,
    skip: Option<Skip>,
}

impl Scanner {
    pub(crate) fn new(limits: Limits) -> Scanner {
        Scanner {
            limits,
            counter: PlaceCounter::new(),
            game: 0,
            game_offset: 0,
            is_too_long: false,
            faults: 0,
            names: Names::default(),
            setup_offset: None,
            line_ends: 0,
            both_lose: false,
            depth: 0,
            skip: None,
        }
    }

    /// How many games have begun.
    pub(crate) const fn games(&self) -> u64 {
        self.game
    }

    /// Moves the window past these bytes.
    pub(crate) fn forget(&mut self, seen: &[u8]) {
        self.counter.forget(seen);
    }

    /// The place of a byte of the window.
    pub(crate) fn place(&mut self, window: &[u8], at: usize) -> Place {
        self.counter.place(window, at)
    }

    fn offset(&self, at: usize) -> u64 {
        self.counter.window_offset() + at as u64
    }

    /// Goes to the start of the next game, or to the end of the input if there is none.
    pub(crate) fn seek_game(&mut self, window: Window<'_>, mut at: usize) -> Step {
        let Window { bytes, ended } = window;
        if self.offset(at) == 0 {
            if bytes.len() < 3 && !ended {
                return Step::More(at);
            }
            if bytes.starts_with(b"\xef\xbb\xbf") {
                at = 3; // the byte-order mark
            }
        }
        loop {
            match bytes.get(at) {
                Some(_) if self.skip.is_some() => match self.skip_rest(window, at) {
                    Step::Done(end) => at = end,
                    more => return more,
                },
                Some(byte) if byte.is_ascii_whitespace() || *byte == 0x0b => at += 1,
                Some(b'%') if is_line_start(bytes, at) => match line_end(window, at) {
                    Some(end) => at = end,
                    None => return self.skip_line(window, at),
                },
                None if !ended => return Step::More(at),
                _ => return Step::Done(at),
            }
        }
    }

    /// Starts a game at this position.
    pub(crate) fn begin_game(&mut self, at: usize) {
        self.game += 1;
        self.game_offset = self.offset(at);
        self.is_too_long = false;
        self.faults = 0;
        self.names.clear();
        self.setup_offset = None;
        self.line_ends = 0;
        self.both_lose = false;
        self.depth = 0;
        self.skip = None;
    }

    /// Ends the tags. A fault in the starting position is reported at the tag that gives it.
    pub(crate) fn begin_moves(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        if let Err(fault) = visitor.begin() {
            let setup = self.setup_offset.and_then(|offset| offset.checked_sub(self.counter.window_offset()));
            self.report(bytes, setup.map_or(at, |setup| setup as usize), *fault, visitor);
        }
    }

    /// Ends the game and closes open variations.
    pub(crate) fn end_game(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        if self.depth > 0 {
            let open = self.depth;
            self.report(bytes, at, FaultKind::UnclosedVariation { open }, visitor);
            for _ in 0..open.min(self.limits.nesting) {
                visitor.end_variation();
            }
            self.depth = 0;
        }
        visitor.end();
    }

    #[cold]
    fn report(&mut self, bytes: &[u8], at: usize, kind: FaultKind, visitor: &mut impl TokenVisitor) {
        self.faults += 1;
        let limit = self.limits.faults;
        if self.faults > limit + 1 {
            return;
        }
        let kind = if self.faults > limit { FaultKind::TooManyFaults { limit } } else { kind };
        let place = self.counter.place(bytes, at);
        visitor.fault(Fault { game: self.game, place, at_move: None, kind });
    }

    /// Reports once that the game has become too long.
    #[inline(always)]
    fn measure(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        if self.offset(at) - self.game_offset > self.limits.game as u64 && !self.is_too_long {
            self.is_too_long = true;
            self.report(
                bytes,
                at,
                FaultKind::TooLong { what: Element::Game, limit: self.limits.game },
                visitor,
            );
        }
    }

    /// An element that begins at `start` does not end in this window. Asks for more input, unless the element is
    /// already too long: then the rest of it is skipped.
    #[cold]
    fn unfinished(
        &mut self,
        bytes: &[u8],
        start: usize,
        (what, limit, skip): (Element, usize, Skip),
        visitor: &mut impl TokenVisitor,
    ) -> Step {
        if bytes.len() - start <= limit {
            return Step::More(start);
        }
        self.report(bytes, start, FaultKind::TooLong { what, limit }, visitor);
        self.skip = Some(skip);
        Step::More((start + 1).max(bytes.len().saturating_sub(new_game::MAX_LENGTH)))
    }

    /// Skips the rest of an element that is too long.
    #[cold]
    fn skip_rest(&mut self, window: Window<'_>, at: usize) -> Step {
        let Window { bytes, ended } = window;
        let rest = &bytes[at..];
        let end = match self.skip {
            None => Some(at),
            Some(Skip::Comment) => match comment::find_end(bytes, at) {
                comment::End::Closed(close) => Some(close + 1),
                comment::End::NewGame(start) => Some(start),
                comment::End::Open => None,
            },
            Some(Skip::Line) => memchr::memchr(b'\n', rest).map(|end| at + end),
            Some(Skip::Word) => {
                rest.iter().position(|byte| b" \t\r\n(){}[];".contains(byte)).map(|end| at + end)
            }
        };
        match end {
            Some(end) => {
                self.skip = None;
                Step::Done(end)
            }
            None if ended => {
                self.skip = None;
                Step::Done(bytes.len())
            }
            // A new game inside a comment is recognised by several bytes, which the window may have cut.
            None => Step::More(at.max(bytes.len().saturating_sub(new_game::MAX_LENGTH))),
        }
    }

    /// Skips a line that does not end in this window.
    #[cold]
    fn skip_line(&mut self, window: Window<'_>, at: usize) -> Step {
        self.skip = Some(Skip::Line);
        self.skip_rest(window, at)
    }
}

/// Whether a line starts at `at`. A window begins at the start of the input or with the byte before `at`.
#[inline]
fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || bytes[at - 1] == b'\n'
}

/// The position of the line end; `None` if it is not in this window.
#[inline]
fn line_end(window: Window<'_>, at: usize) -> Option<usize> {
    let Window { bytes, ended } = window;
    match memchr::memchr(b'\n', &bytes[at..]) {
        Some(length) => Some(at + length),
        None if ended => Some(bytes.len()),
        None => None,
    }
}
