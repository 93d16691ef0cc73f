//! Reading games one after the other.

use crate::replay::Replay;
use crate::scan::{Scanner, Step, Window};
use crate::source::{Source, Stream};
use crate::tree::{GameTree, TreeBuilder};
use crate::visitor::{TokenVisitor, Visitor};
use crate::{Limits, Place};
use std::io::{self, Read};

/// Reads the games of a slice or of anything that can be read, in memory that [`Limits`] bound.
///
/// The only errors are those of the input itself; what is wrong in a game is told to the visitor as a
/// [`Fault`](crate::Fault), and reading goes on.
#[derive(Debug)]
pub struct Reader<S> {
    cursor: Cursor<S>,
    /// Kept from game to game, so that it is made once.
    replay: Replay,
}

impl<'a> Reader<&'a [u8]> {
    /// A reader of the games in `bytes`.
    pub fn from_slice(bytes: &'a [u8]) -> Reader<&'a [u8]> {
        Reader::with_source(bytes)
    }
}

impl<R: Read> Reader<Stream<R>> {
    /// A reader of the games in whatever can be read. It buffers by itself.
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

    /// Where reading goes on.
    pub fn place(&mut self) -> Place {
        self.cursor.scanner.place(self.cursor.source.window(), self.cursor.at)
    }

    /// Plays the next game for the visitor; whether there was one.
    pub fn read_game(&mut self, visitor: &mut impl Visitor) -> io::Result<bool> {
        self.cursor.game(&mut self.replay.for_visitor(visitor))
    }

    /// Plays all games for the visitor.
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

    /// Cuts the next game into tokens, without looking at its moves; whether there was one.
    pub fn tokenize_game(&mut self, visitor: &mut impl TokenVisitor) -> io::Result<bool> {
        self.cursor.game(visitor)
    }

    /// Cuts all games into tokens.
    pub fn tokenize_all(&mut self, visitor: &mut impl TokenVisitor) -> io::Result<()> {
        while self.tokenize_game(visitor)? {}
        Ok(())
    }
}

/// A scanner and what it looks at.
#[derive(Debug)]
struct Cursor<S> {
    source: S,
    scanner: Scanner,
    /// Where in the window reading goes on.
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
        self.drive(|scanner, window, at| scanner.afterword(window, at, visitor))?;
        self.scanner.end_game(self.source.window(), self.at, visitor);
        Ok(true)
    }

    /// Runs a part of the work to its end, with as much of the input as it wants to see.
    fn drive(&mut self, mut part: impl FnMut(&mut Scanner, Window<'_>, usize) -> Step) -> io::Result<()> {
        loop {
            let window = Window { bytes: self.source.window(), ended: self.source.has_ended() };
            match part(&mut self.scanner, window, self.at) {
                Step::Done(at) => {
                    self.at = at;
                    return Ok(());
                }
                Step::More(at) => {
                    // One byte before stays, to tell whether this is the start of a line.
                    let seen = at.saturating_sub(1);
                    self.scanner.forget(&window.bytes[..seen]);
                    self.at = at - seen;
                    self.source.advance(seen)?;
                }
            }
        }
    }
}
