//! Shortest routes of a piece over several moves, ignoring the opponent's moves.

use super::fill::attacked_from;
use rules::{Color, Role, Square, SquareSet, attacks};

/// The longest route that is considered.
const MAX_MOVES: usize = 12;

/// The squares on which a piece stops, in order.
#[derive(Clone, Copy)]
pub(super) struct Route {
    squares: [Square; MAX_MOVES + 1],
    pub(super) moves: usize,
}

impl Route {
    /// Along a file, square by square.
    pub(super) fn straight(from: Square, to: Square) -> Route {
        let mut route = Route { squares: [from; MAX_MOVES + 1], moves: 0 };
        while route.last() != to {
            let up = if to.rank() > from.rank() { 1 } else { -1 };
            let Some(next) = route.last().offset(0, up) else { break };
            route.push(next);
        }
        route
    }

    /// This route followed by one that starts where it ends.
    pub(super) fn then(&self, other: &Route) -> Route {
        let mut route = *self;
        for square in &other.squares[1..=other.moves] {
            route.push(*square);
        }
        route
    }

    fn push(&mut self, square: Square) {
        if self.moves < MAX_MOVES {
            self.moves += 1;
            self.squares[self.moves] = square;
        }
    }

    pub(super) fn first(&self) -> Square {
        self.squares[0]
    }

    pub(super) fn last(&self) -> Square {
        self.squares[self.moves]
    }

    /// The origin and target of a move of the route.
    pub(super) fn step(&self, number: usize) -> Option<(Square, Square)> {
        (number < self.moves).then(|| (self.squares[number], self.squares[number + 1]))
    }

    /// Every square it stops on or passes over.
    pub(super) fn path(&self) -> SquareSet {
        let steps = self.squares[..=self.moves].windows(2);
        steps.fold(SquareSet::of(self.first()), |path, step| {
            path | attacks::between(step[0], step[1]) | SquareSet::of(step[1])
        })
    }
}

/// Where a piece may move.
#[derive(Clone, Copy)]
pub(super) struct RouteFinder {
    pub(super) role: Role,
    /// The squares it may stop on.
    pub(super) stops: SquareSet,
    pub(super) occupied: SquareSet,
}

impl RouteFinder {
    /// The shortest route from one of the movers to a goal, within a number of moves.
    pub(super) fn route(&self, movers: SquareSet, goals: SquareSet, most: usize) -> Option<Route> {
        if let Some(from) = (goals & movers).first() {
            return Some(Route { squares: [from; MAX_MOVES + 1], moves: 0 });
        }
        // A breadth-first search backward from the goals, then forward through its layers.
        let mut layers = [goals; MAX_MOVES];
        let mut seen = goals;
        for moves in 1..=most.min(MAX_MOVES) {
            let reach = attacked_from(self.role, layers[moves - 1], self.occupied);
            if let Some(from) = (reach & movers).first() {
                return self.forward(from, &layers[..moves]);
            }
            let layer = (reach & self.stops) - seen;
            if layer.is_empty() || moves == MAX_MOVES {
                return None;
            }
            layers[moves] = layer;
            seen |= layer;
        }
        None
    }

    fn forward(&self, from: Square, layers: &[SquareSet]) -> Option<Route> {
        let mut route = Route { squares: [from; MAX_MOVES + 1], moves: 0 };
        for layer in layers.iter().rev() {
            let reach = attacks::of(Color::White, self.role, route.last(), self.occupied);
            route.push((reach & *layer).first()?);
        }
        Some(route)
    }
}
