//! Why a move that can be parsed is not legal; computed only for error messages.

use super::San;
use crate::legal::reach;
use crate::{Intent, Position, Promotion, Role, Square, SquareSet};
use core::fmt;

/// Why a move that can be parsed is not legal: the first reason found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalReason {
    /// The origin square is empty.
    NothingThere(Square),
    /// The piece on the origin square belongs to the opponent.
    NotYours(Square),
    /// The target square is occupied by a piece of the same side (law M02).
    OwnPiece(Square),
    /// No piece of this kind can move like that.
    OutOfReach {
        /// The role of the piece that would have to move.
        role: Role,
        /// The target square of the move.
        to: Square,
    },
    /// A promotion piece is given, but the move is not a promotion (law S10).
    NoPromotion,
    /// The king is in check and would remain in check (law C02).
    InCheck,
    /// The king would be in check (law M14).
    KingExposed,
    /// The king may not castle that way now (laws S05 to S08).
    NoCastling,
}

impl fmt::Display for IllegalReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalReason::NothingThere(square) => write!(f, "there is nothing on {square}"),
            IllegalReason::NotYours(square) => write!(f, "the piece on {square} is the opponent's"),
            IllegalReason::OwnPiece(square) => write!(f, "your own piece is on {square}"),
            IllegalReason::OutOfReach { role, to } => write!(f, "no such {role} can reach {to}"),
            IllegalReason::NoPromotion => f.write_str("nothing promotes there"),
            IllegalReason::InCheck => f.write_str("the king is in check"),
            IllegalReason::KingExposed => f.write_str("the king would be in check"),
            IllegalReason::NoCastling => f.write_str("castling is not possible now"),
        }
    }
}

/// The reason why a parsed move is not legal.
#[cold]
pub(super) fn san_reason(position: &Position, san: San) -> IllegalReason {
    match san {
        San::Castling { .. } => IllegalReason::NoCastling,
        San::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), to, promotion, .. } => {
            intent_reason(position, Intent { from: Square::new(file, rank), to, promotion })
        }
        San::Normal { role, to, promotion, .. } => reason(position, role, san.among(), to, promotion),
    }
}

/// The reason why an intent is not legal.
#[cold]
pub(crate) fn intent_reason(position: &Position, intent: Intent) -> IllegalReason {
    let Intent { from, to, promotion } = intent;
    let board = position.board();
    let Some(role) = board.role_at(from) else { return IllegalReason::NothingThere(from) };
    if !board.by_color(position.turn()).contains(from) {
        return IllegalReason::NotYours(from);
    }
    let rook = position.castling().contains(to) && board.by_color(position.turn()).contains(to);
    if role == Role::King && (from.distance_to(to) > 1 || rook) {
        return IllegalReason::NoCastling;
    }
    reason(position, role, SquareSet::of(from), to, promotion)
}

fn reason(
    position: &Position,
    role: Role,
    among: SquareSet,
    to: Square,
    promotion: Option<Promotion>,
) -> IllegalReason {
    let board = position.board();
    if board.by_color(position.turn()).contains(to) {
        return IllegalReason::OwnPiece(to);
    }
    let movers = board.pieces(position.turn(), role) & among;
    let reaches = |promotion| movers.iter().any(|from| reach(position, role, from, to, promotion).is_some());
    if reaches(promotion) {
        return if position.in_check() { IllegalReason::InCheck } else { IllegalReason::KingExposed };
    }
    if promotion.is_some() && reaches(None) {
        return IllegalReason::NoPromotion;
    }
    IllegalReason::OutOfReach { role, to }
}
