//! Those who guard what the piece that mates does not.

use super::route::{Route, Ways};
use super::view::View;
use rules::{Role, Square, SquareSet, attacks};

/// Moves of one who helps, and of a king.
const MOST_MOVES: usize = 3;
const MOST_KING_MOVES: usize = 6;

/// The ways of at most two helpers.
pub(super) type Help = [Option<Route>; 2];

impl View<'_> {
    /// Who of the helpers could come to guard these squares around the place of the mate, without standing on
    /// those that are to be kept free.
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

    /// The shortest way of somebody who then guards all of the squares.
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
            let most = if role == Role::King { MOST_KING_MOVES } else { MOST_MOVES };
            // Kings keep apart; nobody else gives check before the time.
            let stops = match role {
                Role::King => !self.own - self.feared - attacks::king(place),
                _ => !self.own - self.checks(role, place),
            };
            let guards = |goals, square| goals & attacks::of(self.winner, role, square, without_king);
            let goals = squares.iter().fold(stops - free, guards);
            let ways = Ways { role, stops, occupied: self.occupied };
            if let Some(found) = ways.route(movers, goals, best.map_or(most, |best| best.moves - 1)) {
                if found.moves <= 1 {
                    return Some(found);
                }
                best = Some(found);
            }
        }
        best
    }
}
