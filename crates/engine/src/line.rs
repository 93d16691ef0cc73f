//! The game so far, for repetitions and the fifty-move rule.

use rules::{LegalMove, Position};

/// A starting position and the positions since: never empty.
#[derive(Clone, Debug)]
pub struct Line {
    positions: Vec<Position>,
}

impl Line {
    /// A game that has just begun.
    pub fn new(start: Position) -> Line {
        Line { positions: vec![start] }
    }

    /// Appends a move. It should be legal in [`Line::last`]; a move of another position starts a new line there.
    pub fn play(&mut self, legal: LegalMove<'_>) {
        let next = legal.play();
        if legal.position() != self.last() {
            self.positions = vec![*legal.position()];
        }
        self.positions.push(next);
    }

    pub fn last(&self) -> &Position {
        self.positions.last().expect("a line has a position from its start on")
    }

    /// Every position from the first to the last.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }
}

impl From<Position> for Line {
    fn from(start: Position) -> Line {
        Line::new(start)
    }
}
