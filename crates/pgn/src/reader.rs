//! Reads games one after another.

use crate::replay::Replay;
use crate::scan::{Scanner, Step, Window};
use crate::source::{Source, Stream};
use crate::tree::{GameTree, TreeBuilder};
use crate::visitor::{TokenVisitor, Visitor};
use crate::{Limits, Place};
use std::io::{self, Read};

/// Reads games from a slice or from any [`Read`], in memory bounded by [`Limits`].
///
/// The only errors are I/O errors. What is wrong in a game is reported to the visitor as a
/// [`Fault`](crate::Fault), and reading continues.
#[derive(Debug)]
pub struct Reader<S> {
    cursor: Cursor<S>,
    /// Reused for every game.
    replay: Replay,
}

impl<'a> Reader<&'a [u8]> {
    /// A reader of the games in `bytes`.
    pub fn from_slice(bytes: &'a [u8]) -> Reader<&'a [u8]> {
        Reader::with_source(bytes)
    }
}

impl<R: Read> Reader<Stream<R>> {
    /// A reader of the games in a stream. It has its own buffer.
    pub fn new(read: R) -> Reader<Stream<R>> {
        Reader::with_source(Stream::new(read))
    }
}

impl<S: Source> Reader<S> {
    fn with_source(source: S) -> Reader<S> {
        let scanner = Scanner::new(Limits::default());
        Reader { cursor: Cursor { source, scanner, at: 0 }, replay: Replay::default() }
    }

    /// The same reader with other limits.
    pub fn with_limits(mut self, limits: Limits) -> Reader<S> {
        self.cursor.scanner.limits = limits;
        self
    }

    /// How many games have begun so far.
    pub fn games(&self) -> u64 {
        self.cursor.scanner.games()
    }

    /// The place where reading continues.
    pub fn place(&mut self) -> Place {
        self.cursor.scanner.place(self.cursor.source.window(), self.cursor.at)
    }

    /// Replays the next game for the visitor. Returns whether there was one.
    pub fn read_game(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        self.cursor.game(&mut self.replay.for_visitor(visitor))
    }

    /// Replays all remaining games for the visitor.
    pub fn read_all(&mut self, visitor: &mut impl Visitor) -> io::Result<()> {
        while self.read_game(visitor)? {}
        Ok(())
    }

    /// The next game as a tree, with the faults that were found in it.
    pub fn read_tree(&mut self) -> io::Result<Option<GameTree>> {
        let mut builder = TreeBuilder::default();
        Ok(self.read_game(&mut builder)?.then(|| builder.finish()))
    }

    /// All games as trees.
    pub fn trees(mut self) -> impl Iterator<Item = io::Result<GameTree>> {
        std::iter::from_fn(move || self.read_tree().transpose())
    }

    /// Cuts the next game into tokens without interpreting its moves. Returns whether there was one.
    pub fn tokenize_game(&mut self, visitor: &mut impl TokenVisitor) -> io::Result<bool> {
        self.cursor.game(visitor)
    }

    /// Cuts all remaining games into tokens.
    pub fn tokenize_all(&mut self, visitor: &mut impl TokenVisitor) -> io::Result<()> {
        while self.tokenize_game(visitor)? {}
        Ok(())
    }
}

/// A scanner and its input.
#[derive(Debug)]
struct Cursor<S> {
    source: S,
    scanner: Scanner,
    /// Where reading continues in the window.
    at: usize,
}

impl<S: Source> Cursor<S> {
    fn game(&mut self, visitor: &mut impl TokenVisitor) -> io::Result<bool> {
        self.drive(Scanner::seek_game)?;
        if self.at == self.source.window().len() {
            return Ok(false);
        }
        self.scanner.begin_game(self.at);
        self.drive(|scanner, window, at| scanner.tags(window, at, visitor))?;
        self.scanner.begin_moves(self.source.window(), self.at, visitor);
        self.drive(|scanner, window, at| scanner.moves(window, at, visitor))?;
        self.drive(|scanner, window, at| scanner.trailing_comments(window, at, visitor))?;
        self.scanner.end_game(self.source.window(), self.at, visitor);
        Ok(true)
    }

    /// Runs one stage of scanning to its end, and reads more of the input as often as it asks.
    fn drive(&mut self, mut part: impl FnMut(&mut Scanner, Window<'_>, usize) -> Step) -> io::Result<()> {
        loop {
            let window = Window { bytes: self.source.window(), ended: self.source.has_ended() };
            match part(&mut self.scanner, window, self.at) {
                Step::Done(at) => {
                    self.at = at;
                    return Ok(());
                }
                Step::More(at) => {
                    // The byte before `at` is kept: it tells whether a line starts here.
                    let seen = at.saturating_sub(1);
                    self.scanner.forget(&window.bytes[..seen]);
                    self.at = at - seen;
                    self.source.advance(seen)?;
                }
            }
        }
    }
}
