//! Endgame knowledge by material: drawish endings, and how a bare king is mated.

use super::material::{self, PieceCounts};
use crate::score::Value;
use rules::{Board, Color, Role, Square, SquareSet};

/// The scale of an advantage that wins normally.
pub(super) const FULL: i32 = 64;

/// How much of an endgame advantage counts, from 0 if it cannot win to [`FULL`].
#[inline(always)]
pub(super) fn scale(board: &Board, strong: Color) -> i32 {
    let (own, other) = (material::counts(board, strong), material::counts(board, !strong));
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
fn without_pawns(own: PieceCounts, other: PieceCounts) -> i32 {
    // Two knights cannot force mate, and a single minor piece cannot mate.
    if own.value() < 5 || own == (PieceCounts { knights: 2, ..PieceCounts::default() }) && other.pawns == 0 {
        return 0;
    }
    let ahead = own.value() - other.value();
    if ahead <= 2 {
        4
    } else if ahead <= 3 && other.pieces() > 0 {
        12
    } else {
        FULL
    }
}

#[inline(always)]
fn opposite_bishops(board: &Board, own: PieceCounts, other: PieceCounts) -> bool {
    let bishops = board.by_role(Role::Bishop);
    own.bishops == 1
        && other.bishops == 1
        && !(bishops & SquareSet::LIGHT).is_empty()
        && !(bishops & SquareSet::DARK).is_empty()
}

/// Drives a bare king to the edge, or to the right corner for bishop and knight, and brings the kings together.
pub(super) fn drive_lone_king(board: &Board, kings: [Square; 2]) -> Value {
    for strong in Color::ALL {
        let other = material::counts(board, !strong);
        if other != PieceCounts::default() {
            continue;
        }
        let own = material::counts(board, strong);
        let can_mate = own.value() >= 5 && own != (PieceCounts { knights: 2, ..PieceCounts::default() });
        if !can_mate {
            continue;
        }
        let (strong_king, lone_king) = (kings[strong.index()], kings[1 - strong.index()]);
        let corner = if own == (PieceCounts { bishops: 1, knights: 1, ..PieceCounts::default() }) {
            8 * (7 - corner_distance(board, strong, lone_king))
        } else {
            5 * (6 - edge_distance(lone_king))
        };
        let value = 300 + 10 * corner + 8 * (7 - strong_king.distance_to(lone_king) as Value);
        return if strong == Color::White { value } else { -value };
    }
    0
}

/// The distance to the nearer corner of the bishop's colour.
fn corner_distance(board: &Board, strong: Color, lone_king: Square) -> Value {
    let bishop_is_light = board.pieces(strong, Role::Bishop).first().is_some_and(Square::is_light);
    let corners = if bishop_is_light { [Square::A8, Square::H1] } else { [Square::A1, Square::H8] };
    corners.map(|corner| lone_king.distance_to(corner) as Value).into_iter().min().unwrap_or(0)
}

/// The distance to the edges: 0 in a corner, 6 in the centre.
fn edge_distance(square: Square) -> Value {
    let from_edge = |index: usize| index.min(7 - index) as Value;
    from_edge(square.file().index()) + from_edge(square.rank().index())
}
