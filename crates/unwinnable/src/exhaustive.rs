//! Exhaustive search, the most promising position first. Positions behind a wall are not expanded.

use crate::heuristic::distance;
use crate::invariant::{self, PieceRange};
use crate::material::cannot_mate;
use crate::queue::Queue;
use crate::verdict::{Limits, Proof, Verdict, Wall};
use crate::visited::Visited;
use alloc::vec::Vec;
use rules::{Color, Move, Position, Role};

/// Visits every reachable position, until it finds the mate or reaches the limits.
pub(crate) fn exhaustive(position: &Position, winner: Color, limits: Limits) -> Verdict {
    let mut visited = Visited::new(*position);
    let mut open = Queue::new();
    let mut walls = Walls::new(winner);
    open.push(0, 0);
    while let Some(state) = open.pop() {
        if visited.len() > limits.states || visited.memory() + open.memory() + walls.memory > limits.memory {
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
                return;
            }
            let changes = mv.role() == Role::Pawn || parent.board().occupied().contains(mv.to());
            if changes && walls.stops(child) {
                return;
            }
            if let Some(new) = visited.insert(*child, state, Some(mv)) {
                open.push(distance(child.board(), winner), new);
            }
        });
        if let Some(mv) = mate {
            let mut line = visited.line(state);
            line.push(mv);
            return Verdict::Winnable(line);
        }
    }
    Verdict::Unwinnable(Proof::Closed { positions: visited.len(), walls: walls.found })
}

/// The walls found so far.
struct Walls {
    winner: Color,
    found: Vec<Wall>,
    tried: usize,
    /// The bytes that the search has in use.
    memory: usize,
}

impl Walls {
    fn new(winner: Color) -> Walls {
        Walls { winner, found: Vec::new(), tried: 0, memory: 0 }
    }

    /// Whether a wall proves that the winner cannot mate from here.
    fn stops(&mut self, position: &Position) -> bool {
        // Where walls are rare, looking for more would cost more than it saves.
        if self.tried > 30 && self.found.len() * 2 < self.tried {
            return false;
        }
        if !invariant::is_worth_trying(position) {
            return false;
        }
        self.tried += 1;
        match invariant::prove(position, self.winner) {
            Some(invariant) => {
                self.memory += size_of::<Wall>() + invariant.ranges.len() * size_of::<PieceRange>();
                self.found.push(Wall { position: *position, invariant });
                true
            }
            None => false,
        }
    }
}
