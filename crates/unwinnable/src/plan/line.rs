//! A line of moves and the position it leads to.

use alloc::vec::Vec;
use rules::{LegalMove, Move, Position};

/// Enough for most lines without reallocating.
const DEFAULT_CAPACITY: usize = 28;

pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) here: Position,
}

impl Line {
    pub(super) fn new(start: Position) -> Line {
        Line { moves: Vec::with_capacity(DEFAULT_CAPACITY), here: start }
    }

    /// This line with one more move, which must be legal in its last position.
    pub(super) fn after(&self, legal: LegalMove<'_>) -> Line {
        let mut line = self.clone();
        line.push(legal.mv(), legal.play());
        line
    }

    pub(super) fn push(&mut self, mv: Move, next: Position) {
        self.moves.push(mv);
        self.here = next;
    }
}

impl Clone for Line {
    fn clone(&self) -> Line {
        let mut line = Line::new(self.here);
        line.moves.extend_from_slice(&self.moves);
        line
    }

    /// Reuses the allocation.
    fn clone_from(&mut self, other: &Line) {
        self.moves.clone_from(&other.moves);
        self.here = other.here;
    }
}
