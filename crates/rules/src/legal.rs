//! Is this one move legal? Answered without listing the others.

use crate::attacks::sliders::Sliders;
use crate::attacks::{KING, KNIGHT, PAWN};
use crate::generate::{attackers, en_passant_takers};
use crate::moves::{Intent, Move, MoveKind};
use crate::side::Side;
use crate::{File, Position, Role, Square, SquareSet, cpu};

/// The move that `intent` means, if it is legal for `Us`, the side to move.
#[inline(always)]
pub(crate) fn legal<Us: Side, S: Sliders>(position: &Position, intent: Intent, sliders: S) -> Option<Move> {
    let Intent { from, to, promotion } = intent;
    let board = &position.board;
    let us = board.by_color(Us::COLOR);
    if !us.contains(from) {
        return None;
    }
    let role = board.role_at_occupied(from);
    let occupied = board.occupied();
    if promotion.is_some() && (role != Role::Pawn || !Us::LAST_RANK.contains(to)) {
        return None;
    }
    let targets = match role {
        Role::Pawn => return pawn::<Us, S>(position, intent, sliders),
        Role::Knight => KNIGHT[from.index()],
        Role::Bishop => sliders.bishop(from, occupied),
        Role::Rook => sliders.rook(from, occupied),
        Role::Queen => sliders.queen(from, occupied),
        Role::King if (KING[from.index()] - us).contains(to) => {
            let without_king = occupied - SquareSet::of(from);
            let attacked = !attackers(board, Us::Other::COLOR, to, without_king, sliders).is_empty();
            return (!attacked).then_some(Move::new(from, to, role, MoveKind::Normal));
        }
        Role::King => {
            let rook = castling_rook(position, from, to)?;
            let castling = Move::new(from, rook, role, MoveKind::Castling);
            return cpu::legal_moves(position).castling_rooks().contains(rook).then_some(castling);
        }
    };
    let mv = Move::new(from, to, role, MoveKind::Normal);
    ((targets - us).contains(to) && is_safe::<Us, S>(position, from, to, sliders)).then_some(mv)
}

/// The rook with which the king on `from` would castle if it were asked to go to `to`: by taking that rook,
/// or by going to its castling square, which no ordinary king's move reaches.
#[inline]
fn castling_rook(position: &Position, from: Square, to: Square) -> Option<Square> {
    let rooks = position.castling & position.board.by_color(position.turn);
    if rooks.contains(to) {
        return Some(to);
    }
    let (back_rank, goes_kingside) = (from.rank() == to.rank(), to.index() > from.index());
    rooks.iter().find(|rook| {
        let kingside = rook.index() > from.index();
        let file = if kingside { File::G } else { File::C };
        back_rank && kingside == goes_kingside && to.file() == file
    })
}

#[inline(always)]
fn pawn<Us: Side, S: Sliders>(position: &Position, intent: Intent, sliders: S) -> Option<Move> {
    let Intent { from, to, promotion } = intent;
    let board = &position.board;
    let (origin, target) = (SquareSet::of(from), SquareSet::of(to));
    let them = board.by_color(Us::Other::COLOR);
    let empty = !board.occupied();
    let one_step = Us::forward(origin) & empty;
    let kind = if PAWN[Us::COLOR.index()][from.index()].contains(to) {
        if position.en_passant == Some(to) {
            let takers = en_passant_takers(board, Us::COLOR, to);
            let mv = Move::new(from, to, Role::Pawn, MoveKind::EnPassant);
            return takers.contains(from).then_some(mv);
        }
        if (them & target).is_empty() {
            return None;
        }
        MoveKind::Normal
    } else if one_step == target {
        MoveKind::Normal
    } else if Us::forward(one_step & Us::THIRD_RANK) & empty == target {
        MoveKind::DoubleStep
    } else {
        return None;
    };
    let kind = match (promotion, Us::LAST_RANK.contains(to)) {
        (Some(promotion), true) => MoveKind::Promotion(promotion),
        (None, false) => kind,
        _ => return None, // S10: promotion is compulsory, and only there
    };
    let mv = Move::new(from, to, Role::Pawn, kind);
    is_safe::<Us, S>(position, from, to, sliders).then_some(mv)
}

/// M14: whether the own king, which does not move itself, is out of check after a piece went `from`-`to`.
#[inline(always)]
pub(crate) fn is_safe<Us: Side, S: Sliders>(
    position: &Position,
    from: Square,
    to: Square,
    sliders: S,
) -> bool {
    let board = &position.board;
    let king = position.king(Us::COLOR);
    let occupied = (board.occupied() - SquareSet::of(from)) | SquareSet::of(to);
    (attackers(board, Us::Other::COLOR, king, occupied, sliders) - SquareSet::of(to)).is_empty()
}
