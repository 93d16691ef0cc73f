//! How far a position looks from the mate: small numbers are tried first. Nothing here can make an answer
//! wrong, only late.

use rules::{Board, Color, Position, Role, Square, SquareSet, attacks};

/// Numbers are below this.
pub(crate) const FARTHEST: usize = 256;

/// More than a hunt is ever away: a queen or a rook is not given up for nothing.
const WITHOUT_FORCE: usize = 120;

/// The farther the mate of `winner`'s opponent looks, the greater.
pub(crate) fn distance(position: &Position, winner: Color) -> usize {
    let board = position.board();
    let strong = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    let sum = if board.by_color(winner).is_disjoint(strong) {
        WITHOUT_FORCE + smother(board, winner)
    } else {
        hunt(board, winner)
    };
    sum.min(FARTHEST - 1)
}

/// With a queen, a rook or a pawn to become one: take what is in the way, drive the king into a corner, and
/// bring the own king near.
fn hunt(board: &Board, winner: Color) -> usize {
    let (king, hunter) = kings(board, winner);
    let majors = board.by_role(Role::Queen) | board.by_role(Role::Rook);
    let to_promotion = if board.by_color(winner).is_disjoint(majors) { foremost(board, winner) } else { 0 };
    let to_corner = corners().iter().map(|corner| steps(king, corner)).min().unwrap_or(0);
    to_corner + steps(hunter, king).saturating_sub(2) + 3 * to_promotion + 5 * board.by_color(!winner).len()
}

/// With knights and bishops alone the king must be shut in by its own men, in a corner where the bishop can
/// give check.
fn smother(board: &Board, winner: Color) -> usize {
    let (king, hunter) = kings(board, winner);
    // The own bishop has to reach the corner; a bishop of the loser has to stand beside it.
    let mine = one_color(board.pieces(winner, Role::Bishop));
    let theirs = one_color(board.pieces(!winner, Role::Bishop));
    let reached = mine.or(theirs.map(|color| !color)).unwrap_or(SquareSet::ALL);
    let corners = (corners() & reached).iter();
    let (to_corner, corner) =
        corners.map(|corner| (steps(king, corner), corner)).min().unwrap_or((0, Square::A1));
    let men = board.by_color(!winner) - board.by_role(Role::King);
    let pieces = men - board.by_role(Role::Pawn);
    // What shuts the king in must be unable to take the checker or to step between.
    let helpers = match mine {
        Some(color) => board.by_role(Role::Knight) | (board.by_role(Role::Bishop) - color),
        None => pieces - board.by_role(Role::Queen),
    };
    let blocker = match (pieces & helpers).iter().map(|man| steps(man, corner).saturating_sub(1)).min() {
        Some(steps) => steps,
        None if men.is_empty() => 0,
        None => 8 + foremost(board, !winner),
    };
    let minors = board.by_color(winner) - board.by_role(Role::King);
    let checker = minors.iter().map(|man| steps(man, king).saturating_sub(2)).min().unwrap_or(0);
    let flights = (attacks::king(king) - board.by_color(!winner) - attacks::king(hunter)).len();
    let near = 4 * to_corner + 3 * steps(hunter, king).saturating_sub(2) + 3 * blocker + checker;
    near + flights + 2 * pieces.len()
}

/// The dark or the light squares, if there are bishops and all stand on those.
fn one_color(bishops: SquareSet) -> Option<SquareSet> {
    let colors = [SquareSet::DARK, SquareSet::LIGHT];
    colors.into_iter().find(|color| !bishops.is_empty() && bishops.is_subset(*color))
}

/// The king to be mated, and the other.
fn kings(board: &Board, winner: Color) -> (Square, Square) {
    let king = |color| board.king(color).expect("a position has one king a side");
    (king(!winner), king(winner))
}

fn corners() -> SquareSet {
    [Square::A1, Square::H1, Square::A8, Square::H8].into_iter().collect()
}

/// King's steps from one square to another.
fn steps(one: Square, other: Square) -> usize {
    let files = one.file().index().abs_diff(other.file().index());
    let ranks = one.rank().index().abs_diff(other.rank().index());
    files.max(ranks)
}

/// How many steps a side's foremost pawn still has to the last rank; more than that if there is none.
fn foremost(board: &Board, color: Color) -> usize {
    let pawns = board.pieces(color, Role::Pawn);
    pawns.iter().map(|pawn| 7 - pawn.rank().relative_to(color).index()).min().unwrap_or(8)
}
