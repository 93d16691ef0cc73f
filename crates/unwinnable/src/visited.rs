//! Every position visited so far, each once, and the move that led to it.

use alloc::vec;
use alloc::vec::Vec;
use rules::{Move, Position};

/// An exact set of positions under law E11: the hash key only selects the slot.
pub(crate) struct Visited {
    states: Vec<State>,
    /// An open-addressing hash table.
    slots: Vec<Slot>,
}

struct State {
    position: Position,
    parent: u32,
    /// The move that led here; `None` for the first position.
    mv: Option<Move>,
}

#[derive(Clone, Copy)]
struct Slot {
    /// The index of a state plus one; 0 is empty.
    number: u32,
    /// The upper half of its key, so that most mismatches are found without comparing positions.
    mark: u32,
}

impl Slot {
    const EMPTY: Slot = Slot { number: 0, mark: 0 };
}

impl Visited {
    pub(crate) fn new(root: Position) -> Visited {
        let mut visited = Visited { states: Vec::with_capacity(256), slots: vec![Slot::EMPTY; 512] };
        visited.insert(root, 0, None);
        visited
    }

    pub(crate) fn len(&self) -> usize {
        self.states.len()
    }

    /// The bytes that the table has in use.
    pub(crate) fn memory(&self) -> usize {
        self.states.capacity() * size_of::<State>() + self.slots.capacity() * size_of::<Slot>()
    }

    #[inline]
    pub(crate) fn position(&self, state: u32) -> &Position {
        &self.states[state as usize].position
    }

    /// Adds a position and returns its index; `None` if it is already known.
    #[inline]
    pub(crate) fn insert(&mut self, position: Position, parent: u32, mv: Option<Move>) -> Option<u32> {
        if 2 * self.states.len() >= self.slots.len() {
            self.grow();
        }
        let mark = mark(position.key());
        let mut index = self.first(position.key());
        loop {
            let slot = self.slots[index];
            if slot.number == 0 {
                break;
            }
            if slot.mark == mark && self.position(slot.number - 1).is_same_as(&position) {
                return None;
            }
            index = (index + 1) & (self.slots.len() - 1);
        }
        let number = u32::try_from(self.states.len()).ok()?;
        self.slots[index] = Slot { number: number + 1, mark };
        self.states.push(State { position, parent, mv });
        Some(number)
    }

    /// The first slot for a key. The number of slots is a power of two.
    #[inline]
    fn first(&self, key: u64) -> usize {
        key as usize & (self.slots.len() - 1)
    }

    #[cold]
    fn grow(&mut self) {
        self.slots = vec![Slot::EMPTY; 4 * self.slots.len()];
        for (number, state) in (1u32..).zip(&self.states) {
            let key = state.position.key();
            let mut index = self.first(key);
            while self.slots[index].number != 0 {
                index = (index + 1) & (self.slots.len() - 1);
            }
            self.slots[index] = Slot { number, mark: mark(key) };
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

/// The part of a key that is not used for the slot.
#[inline]
fn mark(key: u64) -> u32 {
    (key >> 32) as u32
}
