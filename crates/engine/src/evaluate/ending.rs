//! What material alone knows: draws that no advantage wins, and how a lone king is mated.

use super::material::{self, Men};
use crate::score::Value;
use rules::{Board, Color, Role, Square, SquareSet};

/// How much of an endgame advantage can be turned into a win, of 64.
pub(super) const FULL: i32 = 64;

#[inline(always)]
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let (own, other) = (material::men(board, strong), material::men(board, !strong));
    if own.pawns == 0 {
        return without_pawns(own, other);
    }
    if opposite_bishops(board, own, other) {
        let only_bishops = own.pieces() == 1 && other.pieces() == 1;
        return if only_bishops { 20 + 4 * own.pawns.min(5) } else { 44 + 2 * own.pawns.min(8) };
    }
    (40 + 6 * own.pawns).min(FULL)
}

#[inline(always)]
fn without_pawns(own: Men, other: Men) -> i32 {
    // Two knights mate nobody who defends, a minor piece nobody at all.
    if own.worth() < 5 || own == (Men { knights: 2, ..Men::default() }) && other.pawns == 0 {
        return 0;
    }
    let ahead = own.worth() - other.worth();
    if ahead <= 2 {
        4
    } else if ahead <= 3 && other.pieces() > 0 {
        12
    } else {
        FULL
    }
}

#[inline(always)]
fn opposite_bishops(board: &Board, own: Men, other: Men) -> bool {
    let bishops = board.by_role(Role::Bishop);
    own.bishops == 1
        && other.bishops == 1
        && !(bishops & SquareSet::LIGHT).is_empty()
        && !(bishops & SquareSet::DARK).is_empty()
}

/// Against a king without men the way to the mate: to the edge, or the right corner, the kings together.
pub(super) fn drive_lone_king(board: &Board, kings: [Square; 2]) -> Value {
    for strong in Color::ALL {
        let other = material::men(board, !strong);
        if other != Men::default() {
            continue;
        }
        let own = material::men(board, strong);
        let can_mate = own.worth() >= 5 && own != (Men { knights: 2, ..Men::default() });
        if !can_mate {
            continue;
        }
        let (hunter, prey) = (kings[strong.index()], kings[1 - strong.index()]);
        let corner = if own == (Men { bishops: 1, knights: 1, ..Men::default() }) {
            8 * (7 - corner_distance(board, strong, prey))
        } else {
            5 * (6 - edge_distance(prey))
        };
        let value = 300 + 10 * corner + 8 * (7 - hunter.distance_to(prey) as Value);
        return if strong == Color::White { value } else { -value };
    }
    0
}

/// From the nearer corner that the bishop covers.
fn corner_distance(board: &Board, strong: Color, prey: Square) -> Value {
    let bishop_is_light = board.pieces(strong, Role::Bishop).first().is_some_and(Square::is_light);
    let corners = if bishop_is_light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    corners.map(|corner| prey.distance_to(corner) as Value).into_iter().min().unwrap_or(0)
}

/// From the edge, by both ways: 0 in a corner, 6 in the centre.
fn edge_distance(square: Square) -> Value {
    let from_edge = |index: usize| index.min(7 - index) as Value;
    from_edge(square.file().index()) + from_edge(square.rank().index())
}
