//! Moves from a position, and where they lead.

use alloc::vec::Vec;
use rules::{LegalMove, Move, Position};

/// Usual lines fit in without growing.
const USUAL: usize = 28;

pub(super) struct Line {
    pub(super) moves: Vec<Move>,
    pub(super) here: Position,
}

impl Line {
    pub(super) fn new(start: Position) -> Line {
        Line { moves: Vec::with_capacity(USUAL), here: start }
    }

    /// This line and one more move, which is legal where it ends.
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

    /// Keeps the room that there is.
    fn clone_from(&mut self, other: &Line) {
        self.moves.clone_from(&other.moves);
        self.here = other.here;
    }
}
