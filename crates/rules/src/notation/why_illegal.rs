//! Why a move that can be read is not legal; computed only for error messages.

use super::San;
use crate::legal::reach;
use crate::{Intent, Position, Promotion, Role, Square, SquareSet};
use core::fmt;

/// Why a move that can be read is not legal: the first reason that is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WhyIllegal {
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
    /// Nothing promotes with such a move (law S10).
    NoPromotion,
    /// The king is in check and would stay so (law C02).
    InCheck,
    /// The king would be in check (law M14).
    KingExposed,
    /// The king may not castle that way now (laws S05 to S08).
    NoCastling,
}

impl fmt::Display for WhyIllegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WhyIllegal::NothingThere(square) => write!(f, "there is nothing on {square}"),
            WhyIllegal::NotYours(square) => write!(f, "the piece on {square} is the opponent's"),
            WhyIllegal::OwnPiece(square) => write!(f, "an own piece stands on {square}"),
            WhyIllegal::OutOfReach { role, to } => write!(f, "no such {role} gets to {to}"),
            WhyIllegal::NoPromotion => f.write_str("nothing promotes there"),
            WhyIllegal::InCheck => f.write_str("the king is in check"),
            WhyIllegal::KingExposed => f.write_str("the king would be in check"),
            WhyIllegal::NoCastling => f.write_str("castling is not possible now"),
        }
    }
}

/// Of a written move that is not legal.
#[cold]
pub(super) fn why_san(position: &Position, san: San) -> WhyIllegal {
    match san {
        San::Castling { .. } => WhyIllegal::NoCastling,
        San::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), to, promotion, .. } => {
            why_intent(position, Intent { from: Square::new(file, rank), to, promotion })
        }
        San::Normal { role, to, promotion, .. } => why(position, role, san.among(), to, promotion),
    }
}

/// Of squares between which no move is legal.
#[cold]
pub(crate) fn why_intent(position: &Position, intent: Intent) -> WhyIllegal {
    let Intent { from, to, promotion } = intent;
    let board = position.board();
    let Some(role) = board.role_at(from) else { return WhyIllegal::NothingThere(from) };
    if !board.by_color(position.turn()).contains(from) {
        return WhyIllegal::NotYours(from);
    }
    let rook = position.castling().contains(to) && board.by_color(position.turn()).contains(to);
    if role == Role::King && (from.distance_to(to) > 1 || rook) {
        return WhyIllegal::NoCastling;
    }
    why(position, role, SquareSet::of(from), to, promotion)
}

fn why(
    position: &Position,
    role: Role,
    among: SquareSet,
    to: Square,
    promotion: Option<Promotion>,
) -> WhyIllegal {
    let board = position.board();
    if board.by_color(position.turn()).contains(to) {
        return WhyIllegal::OwnPiece(to);
    }
    let movers = board.pieces(position.turn(), role) & among;
    let reaches = |promotion| movers.iter().any(|from| reach(position, role, from, to, promotion).is_some());
    if reaches(promotion) {
        return if position.in_check() { WhyIllegal::InCheck } else { WhyIllegal::KingExposed };
    }
    if promotion.is_some() && reaches(None) {
        return WhyIllegal::NoPromotion;
    }
    WhyIllegal::OutOfReach { role, to }
}
