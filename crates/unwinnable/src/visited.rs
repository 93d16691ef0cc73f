//! Every position met so far, each once, and how it was reached.

use alloc::vec;
use alloc::vec::Vec;
use rules::{Move, Position};

/// A set of positions that are the same under law E11, exactly: the key only says where to look.
pub(crate) struct Visited {
    states: Vec<State>,
    /// Numbers of states plus one, at the place of their key or after it; 0 is empty.
    places: Vec<u32>,
}

struct State {
    position: Position,
    parent: u32,
    /// The move that led here; none for the first.
    mv: Option<Move>,
}

impl Visited {
    pub(crate) fn new(root: Position) -> Visited {
        let mut visited = Visited { states: Vec::with_capacity(64), places: vec![0; 128] };
        visited.insert(root, 0, None);
        visited
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    pub(crate) fn position(&self, state: u32) -> &Position {
        &self.states[state as usize].position
    }

    /// The number of a position that is new; none if it is known.
    pub(crate) fn insert(&mut self, position: Position, parent: u32, mv: Option<Move>) -> Option<u32> {
        if 2 * self.states.len() >= self.places.len() {
            self.grow();
        }
        let mut place = self.place(position.key());
        while self.places[place] != 0 {
            if self.position(self.places[place] - 1).is_same_as(&position) {
                return None;
            }
            place = (place + 1) % self.places.len();
        }
        let number = u32::try_from(self.states.len()).ok()?;
        self.places[place] = number + 1;
        self.states.push(State { position, parent, mv });
        Some(number)
    }

    fn place(&self, key: u64) -> usize {
        key as usize % self.places.len()
    }

    fn grow(&mut self) {
        self.places = vec![0; 4 * self.places.len()];
        for (number, state) in (1u32..).zip(&self.states) {
            let mut place = state.position.key() as usize % self.places.len();
            while self.places[place] != 0 {
                place = (place + 1) % self.places.len();
            }
            self.places[place] = number;
        }
    }

    /// The moves from the first position to this one.
    pub(crate) fn line(&self, mut state: u32) -> Vec<Move> {
        let mut line = Vec::new();
        while let State { parent, mv: Some(mv), .. } = self.states[state as usize] {
            line.push(mv);
            state = parent;
        }
        line.reverse();
        line
    }
}
