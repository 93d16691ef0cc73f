//! Obligations of the player to move: touched pieces (laws K01, K02) and a move written down with a claim (law E16).

use crate::decide::Decision;
use crate::settings::Conduct;
use crate::{EventKind, Game, Refusal};
use alloc::vec::Vec;
use rules::{Color, Intent, LegalMove, Move, Position, Role, Square};

/// What restricts the moves of the player to move in this turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Obligations {
    /// The pieces touched, in order.
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
        self.require_turn(by)?;
        if !self.position().board().occupied().contains(square) {
            return Err(Refusal::NothingTouched(square));
        }
        let mut kinds = Vec::from([EventKind::Touched { by, square }]);
        // E09: touching a piece to move or capture it rejects an open offer (FIDE 9.1.2.1).
        if self.offer == Some(!by) && !self.obligations.adjusting {
            kinds.push(EventKind::DrawOfferLapsed { by: !by });
        }
        Ok(kinds)
    }

    /// K02: only the player to move may adjust, and must say so before touching.
    pub(crate) fn decide_adjust(&self, by: Color) -> Decision {
        if self.settings.conduct == Conduct::Online {
            return Err(Refusal::TouchIsFree);
        }
        self.require_turn(by)?;
        Ok(Vec::from([EventKind::Adjusting { by }]))
    }
}

impl Obligations {
    /// E10: a player who has touched a piece cannot claim on this move.
    pub(crate) fn may_claim(&self) -> bool {
        self.touched.is_empty()
    }

    /// Refuses a legal move that the player may no longer choose.
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

/// What the next move must do.
#[derive(Clone, Copy)]
enum Duty {
    /// It moves this piece, but does not castle with a rook that was touched first.
    Move { from: Square, not_castling_with: Option<Square> },
    /// It captures this piece.
    Capture(Square),
    /// It captures the second piece with the first.
    Both(Square, Square),
    /// It castles with this rook.
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

/// The square of the captured piece, which for en passant is not the target square.
fn captured_on(legal: LegalMove<'_>) -> Option<Square> {
    legal.captured()?;
    let Intent { from, to, .. } = legal.mv().intent();
    let passed =
        legal.role() == Role::Pawn && legal.position().en_passant() == Some(to) && from.file() != to.file();
    Some(if passed { Square::new(to.file(), from.rank()) } else { to })
}

/// K01: what the touched pieces require, and the square of the piece that decides. `None` if none of them can be moved
/// or captured.
fn duty(position: &Position, touched: &[Square]) -> Option<(Square, Duty)> {
    let own = position.board().by_color(position.turn());
    let king = position.king(position.turn());
    let is_rook = |square: &Square| position.board().pieces(position.turn(), Role::Rook).contains(*square);
    let mut duties = Vec::new();
    match touched {
        // King, then rook: castle with that rook; if that is not legal, make another king move.
        [first, second, ..] if *first == king && is_rook(second) => {
            duties.push((*first, Duty::Castle(*second)));
        }
        // One's own piece and one of the opponent's: capture the one with the other.
        [first, second] if own.contains(*first) != own.contains(*second) => {
            let (ours, theirs) = if own.contains(*first) { (*first, *second) } else { (*second, *first) };
            duties.push((*first, Duty::Both(ours, theirs)));
        }
        _ => {}
    }
    for (index, square) in touched.iter().enumerate() {
        // Rook, then king: no castling with that rook.
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
