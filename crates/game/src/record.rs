//! The score sheet (law P02).

use crate::clock::Clocks;
use crate::{Duration, PerColor, Timestamp};
use alloc::string::String;
use alloc::vec::Vec;
use rules::{Move, Position};

/// A move on the score sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub mv: Move,
    /// As it is written.
    pub san: String,
    /// When it was made.
    pub at: Timestamp,
    /// How much time it took.
    pub spent: Duration,
    /// What the clocks showed then.
    pub left: PerColor<Option<Duration>>,
    /// Whether the player had a draw on offer when making it, which a score sheet marks with (=).
    pub draw_offered: bool,
    /// The position it led to.
    pub after: Position,
    /// The clocks when its turn began, for a takeback.
    pub(crate) clocks_before: Clocks,
}

/// The start and the moves since: every claim is verified from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Played>,
}

impl Record {
    pub(crate) fn position(&self) -> &Position {
        self.moves.last().map_or(&self.start, |played| &played.after)
    }

    /// Writes a move down. Room is made for a quarter more at a time: a server keeps thousands of score sheets, and
    /// doubling them would leave half of each empty.
    pub(crate) fn push(&mut self, played: Played) {
        if self.moves.len() == self.moves.capacity() {
            self.moves.reserve_exact(8 + self.moves.len() / 4);
        }
        self.moves.push(played);
    }

    /// The positions so far, the latest first.
    fn backward(&self) -> impl Iterator<Item = &Position> {
        self.moves.iter().rev().map(|played| &played.after).chain([&self.start])
    }

    /// How often the present position has appeared (law E11).
    pub(crate) fn occurrences(&self) -> usize {
        1 + earlier(self.position(), self.backward().skip(1))
    }

    /// How often the position after a move that is not yet played would have appeared.
    pub(crate) fn occurrences_after(&self, next: &Position) -> usize {
        1 + earlier(next, self.backward())
    }
}

/// How often a position appears among those before it, the latest first. Nothing before the last pawn move or
/// capture can be the same, and only every second position has the same side to move.
fn earlier<'r>(position: &Position, before: impl Iterator<Item = &'r Position>) -> usize {
    let reversible = before.take(position.halfmoves().into());
    reversible.skip(1).step_by(2).filter(|earlier| earlier.is_same_as(position)).count()
}
