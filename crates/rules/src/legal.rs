//! Tests whether a single move is legal, without generating the others.

use crate::attacked::is_attacked;
use crate::attacks::{self, KING, PAWN, REACH};
use crate::generate::en_passant_takers;
use crate::moves::{Intent, Move, MoveKind, castling_squares};
use crate::side::{Black, Side, White};
use crate::{Color, File, Position, Promotion, Rank, Role, Square, SquareSet};

/// The move that `intent` means, if it is legal.
#[inline]
pub(crate) fn legal(position: &Position, intent: Intent) -> Option<Move> {
    let Intent { from, to, promotion } = intent;
    let board = &position.board;
    let us = board.by_color(position.turn());
    if !us.contains(from) {
        return None;
    }
    let role = board.role_at_occupied(from);
    if role == Role::King && !(KING[from.index()] - us).contains(to) {
        let rook = castling_rook(position, from, to)?;
        let castling = Move::new(from, rook, role, MoveKind::Castling);
        let may = promotion.is_none() && may_castle(position, rook);
        return may.then_some(castling);
    }
    let mv = reach(position, role, from, to, promotion)?;
    is_safe(position, mv).then_some(mv)
}

/// The move by which a piece on `from` reaches `to`, castling excluded. It may leave the own king in check.
#[inline(always)]
pub(crate) fn reach(
    position: &Position,
    role: Role,
    from: Square,
    to: Square,
    promotion: Option<Promotion>,
) -> Option<Move> {
    let board = &position.board;
    if role == Role::Pawn {
        let kind = pawn_reach(position, from, to, promotion)?;
        return Some(Move::new(from, to, role, kind));
    }
    let reaches = promotion.is_none()
        && (REACH[role.index()][from.index()] - board.by_color(position.turn())).contains(to)
        // M04; there is nothing between the squares of a knight's move
        && attacks::between(from, to).is_disjoint(board.occupied());
    reaches.then_some(Move::new(from, to, role, MoveKind::Normal))
}

#[inline(always)]
fn pawn_reach(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<Promotion>,
) -> Option<MoveKind> {
    let board = &position.board;
    let (us, empty) = (position.turn(), !board.occupied());
    let one_step = forward(us, SquareSet::of(from)) & empty;
    let third_rank = SquareSet::rank(Rank::Third.relative_to(us));
    let kind = if PAWN[us.index()][from.index()].contains(to) {
        if position.en_passant() == Some(to) {
            MoveKind::EnPassant
        } else if board.by_color(!us).contains(to) {
            MoveKind::Normal
        } else {
            return None;
        }
    } else if one_step.contains(to) {
        MoveKind::Normal
    } else if (forward(us, one_step & third_rank) & empty).contains(to) {
        MoveKind::DoubleStep
    } else {
        return None;
    };
    // No pawn moves backward, so a back rank that it reaches is its last rank.
    match (promotion, SquareSet::BACK_RANKS.contains(to)) {
        (Some(promotion), true) => Some(MoveKind::Promotion(promotion)),
        (None, false) => Some(kind),
        _ => None, // S10: promotion is compulsory, and only there
    }
}

/// The squares one step ahead of these, from the view of `color`.
#[inline(always)]
pub(crate) fn forward(color: Color, set: SquareSet) -> SquareSet {
    match color {
        Color::White => White::forward(set),
        Color::Black => Black::forward(set),
    }
}

/// M14: whether the own king is out of check after a move found by [`reach`].
#[inline(always)]
pub(crate) fn is_safe(position: &Position, mv: Move) -> bool {
    let (board, us) = (&position.board, position.turn());
    let (from, to) = (SquareSet::of(mv.from()), SquareSet::of(mv.target()));
    let occupied = (board.occupied() - from) | to;
    match mv.kind() {
        MoveKind::EnPassant => en_passant_takers(board, us, mv.target()).contains(mv.from()),
        _ => {
            let king = if mv.role() == Role::King { mv.target() } else { position.king(us) };
            !is_attacked(board, !us, king, occupied, to)
        }
    }
}

/// S06, S07: whether the king may castle now with this rook, which still has the right to.
pub(crate) fn may_castle(position: &Position, rook: Square) -> bool {
    let (board, us) = (&position.board, position.turn());
    let king = position.king(us);
    let (king_to, rook_to) = castling_squares(king, rook);
    let king_path = attacks::between(king, king_to) | SquareSet::of(king_to);
    let rook_path = attacks::between(king, rook) | attacks::between(rook, rook_to) | SquareSet::of(rook_to);
    let others = board.occupied() - SquareSet::of(king) - SquareSet::of(rook);
    let is_safe = |square, occupied| !is_attacked(board, !us, square, occupied, SquareSet::EMPTY);
    others.is_disjoint(king_path | rook_path)
        && (king_path | SquareSet::of(king)).iter().all(|square| is_safe(square, others | SquareSet::of(rook)))
        // Only in Chess960: the castling rook may be what shields the king.
        && is_safe(king_to, others | SquareSet::of(rook_to))
}

/// The rook with which a king's move from `from` to `to` castles: either `to` is that rook's square, or it is the
/// king's castling square, and too far for an ordinary king's move.
fn castling_rook(position: &Position, from: Square, to: Square) -> Option<Square> {
    let rooks = position.castling & position.board.by_color(position.turn());
    if rooks.contains(to) {
        return Some(to);
    }
    if from == to {
        return None; // castling that leaves the king on its square must be given as the king taking its rook
    }
    let (same_rank, goes_kingside) = (from.rank() == to.rank(), to.index() > from.index());
    rooks.iter().find(|rook| {
        let kingside = rook.index() > from.index();
        let file = if kingside { File::G } else { File::C };
        same_rank && kingside == goes_kingside && to.file() == file
    })
}
