//! What a player has to do because of what a player has done: touched pieces (laws K01, K02), a move written
//! down (law E16).

use crate::decide::Decision;
use crate::settings::Conduct;
use crate::{EventKind, Game, Refusal};
use alloc::vec::Vec;
use rules::{Color, Intent, LegalMove, Move, Position, Role, Square};

/// What binds the player to move in this turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obligations {
    /// Pieces touched, in their order.
    pub(crate) touched: Vec<Square>,
    /// K02: the next touch does not count.
    pub(crate) adjusting: bool,
    /// E16: the move that was written down with a wrong claim.
    pub(crate) must_play: Option<Move>,
}

impl Game {
    pub(crate) fn decide_touch(&self, by: Color, square: Square) -> Decision {
        if self.settings.conduct == Conduct::Online {
            return Err(Refusal::TouchIsFree);
        }
        self.on_move(by)?;
        if !self.position().board().occupied().contains(square) {
            return Err(Refusal::NothingTouched(square));
        }
        let mut kinds = Vec::from([EventKind::Touched { by, square }]);
        // E09: a piece that is touched to move or take it rejects the offer that stands (FIDE 9.1.2.1).
        if self.offer == Some(!by) && !self.obligations.adjusting {
            kinds.push(EventKind::DrawOfferLapsed { by: !by });
        }
        Ok(kinds)
    }

    /// K02: for the player to move only, and before touching.
    pub(crate) fn decide_adjust(&self, by: Color) -> Decision {
        if self.settings.conduct == Conduct::Online {
            return Err(Refusal::TouchIsFree);
        }
        self.on_move(by)?;
        Ok(Vec::from([EventKind::Adjusting { by }]))
    }
}

impl Obligations {
    /// E10: a player who has touched a piece cannot claim on this move.
    pub(crate) fn allow_claim(&self) -> bool {
        self.touched.is_empty()
    }

    /// Whether a legal move is one that the player may still choose.
    pub(crate) fn permit(&self, legal: LegalMove<'_>) -> Result<(), Refusal> {
        if let Some(promised) = self.must_play
            && promised != legal.mv()
        {
            return Err(Refusal::MustPlay(promised.uci(legal.position().variant())));
        }
        match duty(legal.position(), &self.touched) {
            Some((square, duty)) if !duty.is_done_by(legal) => Err(Refusal::Touched(square)),
            _ => Ok(()),
        }
    }
}

/// What the move has to do.
#[derive(Clone, Copy)]
enum Duty {
    /// The piece here moves, but does not castle with a rook that was touched before it.
    Move { from: Square, not_castling_with: Option<Square> },
    /// The piece here is captured.
    Capture(Square),
    /// This piece captures that one.
    Both(Square, Square),
    /// The king castles with this rook.
    Castle(Square),
}

impl Duty {
    fn is_done_by(self, legal: LegalMove<'_>) -> bool {
        let mv = legal.mv();
        match self {
            Duty::Move { from, not_castling_with } => {
                mv.from() == from && (not_castling_with.is_none() || mv.castling_rook() != not_castling_with)
            }
            Duty::Capture(square) => captured_on(legal) == Some(square),
            Duty::Both(from, square) => mv.from() == from && captured_on(legal) == Some(square),
            Duty::Castle(rook) => mv.castling_rook() == Some(rook),
        }
    }

    fn can_be_done(self, position: &Position) -> bool {
        position.legal_moves().iter().any(|legal| self.is_done_by(legal))
    }
}

/// Where the captured piece stands, which for en passant is not where the capturing pawn goes.
fn captured_on(legal: LegalMove<'_>) -> Option<Square> {
    legal.captured()?;
    let Intent { from, to, .. } = legal.mv().intent();
    let passed =
        legal.role() == Role::Pawn && legal.position().en_passant() == Some(to) && from.file() != to.file();
    Some(if passed { Square::new(to.file(), from.rank()) } else { to })
}

/// K01: what the touched pieces demand, and the piece that decides. Nothing if none of them can be moved or
/// captured.
fn duty(position: &Position, touched: &[Square]) -> Option<(Square, Duty)> {
    let own = position.board().by_color(position.turn());
    let king = position.king(position.turn());
    let is_rook = |square: &Square| position.board().pieces(position.turn(), Role::Rook).contains(*square);
    let mut duties = Vec::new();
    match touched {
        // King, then rook: castle there; if that is not legal, another move of the king.
        [first, second, ..] if *first == king && is_rook(second) => {
            duties.push((*first, Duty::Castle(*second)));
        }
        // One own piece and one of the opponent's: the one takes the other.
        [first, second] if own.contains(*first) != own.contains(*second) => {
            let (ours, theirs) = if own.contains(*first) { (*first, *second) } else { (*second, *first) };
            duties.push((*first, Duty::Both(ours, theirs)));
        }
        _ => {}
    }
    for (index, square) in touched.iter().enumerate() {
        // Rook, then king: no castling there.
        let rook_before = touched[..index].iter().find(|before| is_rook(before)).copied();
        let not_castling_with = rook_before.filter(|_| *square == king);
        let duty = match own.contains(*square) {
            true => Duty::Move { from: *square, not_castling_with },
            false => Duty::Capture(*square),
        };
        duties.push((*square, duty));
    }
    duties.into_iter().find(|(_, duty)| duty.can_be_done(position))
}
