//! Tests whether a single square is attacked, along the lines through it and without the tables of slider attacks.

use crate::attacks::{self, BISHOP_RAYS, KING, KNIGHT, PAWN, ROOK_RAYS};
use crate::{Board, Color, Role, Square, SquareSet};

/// Whether a piece of `by` attacks the square on a board with these squares occupied. Pieces on `gone` squares do not
/// count.
#[inline(always)]
pub(crate) fn is_attacked(
    board: &Board,
    by: Color,
    square: Square,
    occupied: SquareSet,
    gone: SquareSet,
) -> bool {
    let by_role = |role| board.by_role(role);
    let enemies = board.by_color(by) - gone;
    let near = PAWN[by.other().index()][square.index()] & by_role(Role::Pawn)
        | KNIGHT[square.index()] & by_role(Role::Knight)
        | KING[square.index()] & by_role(Role::King);
    if !near.is_disjoint(enemies) {
        return true;
    }
    let queens = by_role(Role::Queen);
    let snipers = ROOK_RAYS[square.index()] & (by_role(Role::Rook) | queens)
        | BISHOP_RAYS[square.index()] & (by_role(Role::Bishop) | queens);
    (snipers & enemies).iter().any(|sniper| attacks::between(square, sniper).is_disjoint(occupied))
}
