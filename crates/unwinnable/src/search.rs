//! Looks for the mate, the most promising position first, and sees every position at most once: it either
//! meets the mate or has seen all there is, which is the proof that there is none.

use crate::guide::{FARTHEST, distance};
use crate::material::cannot_mate;
use crate::verdict::{Limits, Proof, Verdict};
use crate::visited::Visited;
use alloc::vec::Vec;
use rules::{Color, Move, Position};

/// `position` is not the end of the game, and `winner` has pieces to mate with.
pub(crate) fn search(position: &Position, winner: Color, limits: Limits) -> Verdict {
    let mut visited = Visited::new(*position);
    let mut open = Queue::new();
    open.push(0, 0);
    while let Some(state) = open.pop() {
        if visited.len() > limits.states {
            return Verdict::Undecided;
        }
        let parent = *visited.position(state);
        let mut mate: Option<Move> = None;
        parent.for_each_child(|mv, child| {
            if mate.is_some() || cannot_mate(child.board(), winner) {
                return;
            }
            if child.turn() != winner && child.is_checkmate() {
                mate = Some(mv);
            } else if let Some(state) = visited.insert(*child, state, Some(mv)) {
                open.push(distance(child, winner), state);
            }
        });
        if let Some(mv) = mate {
            let mut line = visited.line(state);
            line.push(mv);
            return Verdict::Winnable(line);
        }
    }
    Verdict::Unwinnable(Proof::Closed { positions: visited.len() })
}

/// States by their distance; of equal ones the newest first, so that a line is followed to its end.
struct Queue {
    buckets: Vec<Vec<u32>>,
    nearest: usize,
}

impl Queue {
    fn new() -> Queue {
        Queue { buckets: alloc::vec![Vec::new(); FARTHEST], nearest: FARTHEST }
    }

    fn push(&mut self, distance: usize, state: u32) {
        self.nearest = self.nearest.min(distance);
        self.buckets[distance].push(state);
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(bucket) = self.buckets.get_mut(self.nearest) {
            if let Some(state) = bucket.pop() {
                return Some(state);
            }
            self.nearest += 1;
        }
        None
    }
}
