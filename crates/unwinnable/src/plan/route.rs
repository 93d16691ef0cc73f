//! How a piece gets somewhere in a few moves, the opponent not asked.

use super::fill::attacked_from;
use rules::{Color, Role, Square, SquareSet, attacks};

/// More moves than that are no quick way.
const LONGEST: usize = 12;

/// The squares a piece stands on one after the other.
#[derive(Clone, Copy)]
pub(super) struct Route {
    squares: [Square; LONGEST + 1],
    pub(super) moves: usize,
}

impl Route {
    /// Along a file, square by square.
    pub(super) fn straight(from: Square, to: Square) -> Route {
        let mut route = Route { squares: [from; LONGEST + 1], moves: 0 };
        while route.last() != to {
            let up = if to.rank() > from.rank() { 1 } else { -1 };
            let Some(next) = route.last().offset(0, up) else { break };
            route.push(next);
        }
        route
    }

    /// This way, and another that begins where it ends.
    pub(super) fn then(&self, other: &Route) -> Route {
        let mut route = *self;
        for square in &other.squares[1..=other.moves] {
            route.push(*square);
        }
        route
    }

    fn push(&mut self, square: Square) {
        if self.moves < LONGEST {
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

    /// From where to where, if it has so many moves.
    pub(super) fn step(&self, number: usize) -> Option<(Square, Square)> {
        (number < self.moves).then(|| (self.squares[number], self.squares[number + 1]))
    }

    /// All squares it stands on or passes.
    pub(super) fn path(&self) -> SquareSet {
        let steps = self.squares[..=self.moves].windows(2);
        steps.fold(SquareSet::of(self.first()), |path, step| {
            path | attacks::between(step[0], step[1]) | SquareSet::of(step[1])
        })
    }
}

/// Where a piece may go.
#[derive(Clone, Copy)]
pub(super) struct Ways {
    pub(super) role: Role,
    /// Where it may stop on its way.
    pub(super) stops: SquareSet,
    pub(super) occupied: SquareSet,
}

impl Ways {
    /// The shortest way of one of the movers to a goal, with at most so many moves.
    pub(super) fn route(&self, movers: SquareSet, goals: SquareSet, most: usize) -> Option<Route> {
        if let Some(from) = (goals & movers).first() {
            return Some(Route { squares: [from; LONGEST + 1], moves: 0 });
        }
        // Layer by layer backward from the goals, then forward through the layers.
        let mut layers = [goals; LONGEST];
        let mut seen = goals;
        for moves in 1..=most.min(LONGEST) {
            let reach = attacked_from(self.role, layers[moves - 1], self.occupied);
            if let Some(from) = (reach & movers).first() {
                return self.forward(from, &layers[..moves]);
            }
            let layer = (reach & self.stops) - seen;
            if layer.is_empty() || moves == LONGEST {
                return None;
            }
            layers[moves] = layer;
            seen |= layer;
        }
        None
    }

    fn forward(&self, from: Square, layers: &[SquareSet]) -> Option<Route> {
        let mut route = Route { squares: [from; LONGEST + 1], moves: 0 };
        for layer in layers.iter().rev() {
            let reach = attacks::of(Color::White, self.role, route.last(), self.occupied);
            route.push((reach & *layer).first()?);
        }
        Some(route)
    }
}
