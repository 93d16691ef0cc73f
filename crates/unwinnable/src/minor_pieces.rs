//! Distance from a mate with knights and bishops only: the losing king must be shut in by its own pieces, in
//! a corner where the bishop can give check.

use crate::heuristic::{foremost, kings, steps};
use rules::{Board, Color, Role, Square, SquareSet, attacks};

/// The estimated distance from mate.
pub(crate) fn distance(board: &Board, winner: Color) -> usize {
    let (king, winning_king) = kings(board, winner);
    // The winner's bishop has to reach the corner; a bishop of the loser has to stand next to it.
    let mine = one_color(board.pieces(winner, Role::Bishop));
    let theirs = one_color(board.pieces(!winner, Role::Bishop));
    let reached = mine.or(theirs.map(|color| !color)).unwrap_or(SquareSet::ALL);
    let corners = (corners() & reached).iter();
    let (to_corner, corner) =
        corners.map(|corner| (steps(king, corner), corner)).min().unwrap_or((0, Square::A1));
    let others = board.by_color(!winner) - board.by_role(Role::King);
    let pieces = others - board.by_role(Role::Pawn);
    // The pieces that shut the king in must be unable to capture the checking piece or to interpose.
    let helpers = match mine {
        Some(color) => board.by_role(Role::Knight) | (board.by_role(Role::Bishop) - color),
        None => pieces - board.by_role(Role::Queen),
    };
    let blocker = match (pieces & helpers).iter().map(|square| steps(square, corner).saturating_sub(1)).min()
    {
        Some(steps) => steps,
        None if others.is_empty() => 0,
        None => 8 + foremost(board, !winner),
    };
    let minors = board.by_color(winner) - board.by_role(Role::King);
    let checker = minors.iter().map(|square| steps(square, king).saturating_sub(2)).min().unwrap_or(0);
    let flights = (attacks::king(king) - board.by_color(!winner) - attacks::king(winning_king)).len();
    let near = 2 * (to_corner + steps(winning_king, king).saturating_sub(2) + blocker) + checker;
    near + flights + 3 * pieces.len()
}

/// The dark or the light squares, if there are bishops and all of them stand there.
fn one_color(bishops: SquareSet) -> Option<SquareSet> {
    let colors = [SquareSet::DARK, SquareSet::LIGHT];
    colors.into_iter().find(|color| !bishops.is_empty() && bishops.is_subset(*color))
}

fn corners() -> SquareSet {
    [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect()
}
