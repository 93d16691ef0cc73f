//! Cutting bytes into the parts of a game.
//!
//! Everything here works on a window of the input and either finishes or says from where it wants to see
//! more. Nothing is remembered about a token that was cut off by the window: it is read again.

mod comment;
mod moves;
mod new_game;
mod tag;
mod tags;
mod tokens;

pub(crate) use new_game::find_new_game;

use crate::fault::{Element, Fault, FaultKind};
use crate::place::Counter;
use crate::visitor::TokenVisitor;
use crate::{Limits, Place};
use tags::Names;

/// How far a part of the work got.
pub(crate) enum Step {
    /// It is done; what follows begins here.
    Done(usize),
    /// More must be seen to go on from here; the window does not reach the end of the input.
    More(usize),
}

/// A window of the input.
#[derive(Clone, Copy)]
pub(crate) struct Window<'a> {
    pub(crate) bytes: &'a [u8],
    /// Whether it reaches the end of the input.
    pub(crate) ended: bool,
}

/// Something too long, of which the rest is passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skip {
    Comment,
    Line,
    Word,
}

/// What is known about the game that is being read.
#[derive(Debug)]
pub(crate) struct Scanner {
    pub(crate) limits: Limits,
    counter: Counter,
    game: u64,
    /// Bytes of the input before this game.
    game_offset: u64,
    is_too_long: bool,
    faults: usize,
    names: Names,
    /// Bytes of the input before the tag that says where the game begins.
    setup_offset: Option<u64>,
    /// Line ends since the last tag.
    line_ends: usize,
    /// Whether the tag `Result` says `0-0`, so that this need not be castling.
    both_lose: bool,
    /// How many variations are open.
    depth: usize,
    skip: Option<Skip>,
}

impl Scanner {
    pub(crate) fn new(limits: Limits) -> Scanner {
        Scanner {
            limits,
            counter: Counter::new(),
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

    /// The window moves on by these bytes.
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

    /// Goes to where the next game begins; to the end of the input if there is none.
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
                Some(_) if self.skip.is_some() => match self.pass_over(window, at) {
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

    /// A game begins here.
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

    /// The tags are over; a fault about where the game begins belongs to the tag that said it.
    pub(crate) fn begin_moves(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        if let Err(fault) = visitor.begin() {
            let setup = self.setup_offset.and_then(|offset| offset.checked_sub(self.counter.window_offset()));
            self.tell(bytes, setup.map_or(at, |setup| setup as usize), *fault, visitor);
        }
    }

    /// The game is over, with whatever is still open.
    pub(crate) fn end_game(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        if self.depth > 0 {
            let open = self.depth;
            self.tell(bytes, at, FaultKind::UnclosedVariation { open }, visitor);
            for _ in 0..open.min(self.limits.nesting) {
                visitor.end_variation();
            }
            self.depth = 0;
        }
        visitor.end();
    }

    #[cold]
    fn tell(&mut self, bytes: &[u8], at: usize, kind: FaultKind, visitor: &mut impl TokenVisitor) {
        self.faults += 1;
        let limit = self.limits.faults;
        if self.faults > limit + 1 {
            return;
        }
        let kind = if self.faults > limit { FaultKind::TooManyFaults { limit } } else { kind };
        let place = self.counter.place(bytes, at);
        visitor.fault(Fault { game: self.game, place, at_move: None, kind });
    }

    /// Tells once when the game has become too long.
    #[inline(always)]
    fn measure(&mut self, bytes: &[u8], at: usize, visitor: &mut impl TokenVisitor) {
        if self.offset(at) - self.game_offset > self.limits.game as u64 && !self.is_too_long {
            self.is_too_long = true;
            self.tell(
                bytes,
                at,
                FaultKind::TooLong { what: Element::Game, limit: self.limits.game },
                visitor,
            );
        }
    }

    /// A thing that begins at `start` does not end in this window: see more of it, unless it is too long
    /// already and the rest of it is to be passed over.
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
        self.tell(bytes, start, FaultKind::TooLong { what, limit }, visitor);
        self.skip = Some(skip);
        Step::More((start + 1).max(bytes.len().saturating_sub(new_game::MAX_LENGTH)))
    }

    /// Passes over the rest of what was too long.
    #[cold]
    fn pass_over(&mut self, window: Window<'_>, at: usize) -> Step {
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
            // A new game inside a comment is recognised by more than one byte.
            None => Step::More(at.max(bytes.len().saturating_sub(new_game::MAX_LENGTH))),
        }
    }

    /// Passes over a line that does not end in this window.
    #[cold]
    fn skip_line(&mut self, window: Window<'_>, at: usize) -> Step {
        self.skip = Some(Skip::Line);
        self.pass_over(window, at)
    }
}

/// The window begins with the input or after a byte that is still there.
#[inline]
fn is_line_start(bytes: &[u8], at: usize) -> bool {
    at == 0 || bytes[at - 1] == b'\n'
}

/// Where the line ends, its end not included; none if that cannot be seen.
#[inline]
fn line_end(window: Window<'_>, at: usize) -> Option<usize> {
    let Window { bytes, ended } = window;
    match memchr::memchr(b'\n', &bytes[at..]) {
        Some(length) => Some(at + length),
        None if ended => Some(bytes.len()),
        None => None,
    }
}
