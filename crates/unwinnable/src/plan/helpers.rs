//! Pieces that guard the flight squares which the mating piece does not attack.

use super::context::Context;
use super::route::{Route, RouteFinder};
use rules::{Role, Square, SquareSet, attacks};

/// The longest routes of a helper, and of a king that helps.
const MAX_MOVES: usize = 3;
const MAX_KING_MOVES: usize = 6;

/// The routes of at most two helpers.
pub(super) type Help = [Option<Route>; 2];

impl Context<'_> {
    /// Routes for helpers that guard these squares around the mating square, and do not stop on the squares
    /// that have to stay free.
    pub(super) fn help(
        &self,
        place: Square,
        squares: SquareSet,
        helpers: SquareSet,
        free: SquareSet,
    ) -> Option<Help> {
        let Some(one) = squares.first() else { return Some([None; 2]) };
        if let Some(all) = self.helper(place, squares, helpers, free) {
            return Some([Some(all), None]);
        }
        if !squares.has_many() {
            return None;
        }
        let first = self.helper(place, SquareSet::of(one), helpers, free)?;
        let role = self.board.role_at(first.first())?;
        let guarded = attacks::of(self.winner, role, first.last(), self.occupied);
        let others = helpers - SquareSet::of(first.first());
        let second = self.helper(place, squares - guarded, others, free | SquareSet::of(first.last()))?;
        Some([Some(first), Some(second)])
    }

    /// The shortest route of a single piece that then guards all of the squares.
    fn helper(
        &self,
        place: Square,
        squares: SquareSet,
        helpers: SquareSet,
        free: SquareSet,
    ) -> Option<Route> {
        let without_king = self.without_king(place);
        let mut best: Option<Route> = None;
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let movers = helpers & self.board.by_role(role);
            if movers.is_empty() {
                continue;
            }
            let most = if role == Role::King { MAX_KING_MOVES } else { MAX_MOVES };
            // The kings stay apart, and nothing gives check too early.
            let stops = match role {
                Role::King => !self.own - self.feared - attacks::king(place),
                _ => !self.own - self.checks(role, place),
            };
            let guards = |goals, square| goals & attacks::of(self.winner, role, square, without_king);
            let goals = squares.iter().fold(stops - free, guards);
            let finder = RouteFinder { role, stops, occupied: self.occupied };
            if let Some(found) = finder.route(movers, goals, best.map_or(most, |best| best.moves - 1)) {
                if found.moves <= 1 {
                    return Some(found);
                }
                best = Some(found);
            }
        }
        best
    }
}
