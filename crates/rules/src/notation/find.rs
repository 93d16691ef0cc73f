//! Matching a written move with the legal moves.

use super::illegal_reason::san_reason;
use super::{Letters, MoveError, San};
use crate::attacks::{PAWN, REACH};
use crate::legal::{forward, is_safe, may_castle, reach};
use crate::moves::MoveKind;
use crate::{Intent, LegalMove, Move, Position, Promotion, Role, Square, SquareSet};
use alloc::string::ToString;

/// Why a written move matches no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotFound {
    /// It means no legal move.
    Illegal,
    /// It can mean a piece on any of these squares.
    Ambiguous(SquareSet),
    /// The promotion piece is missing.
    PromotionMissing,
}

impl San {
    /// The legal move that this text means in a position.
    #[inline]
    pub fn find(self, position: &Position) -> Result<LegalMove<'_>, NotFound> {
        let mv = match self {
            San::Castling { kingside } => castling(position, kingside)?,
            // Without a letter but with the whole origin, as in "g1-f3", any piece may stand there.
            San::Normal { role: Role::Pawn, file: Some(file), rank: Some(rank), to, promotion, .. } => {
                let intent = Intent { from: Square::new(file, rank), to, promotion };
                match position.legal(intent) {
                    Some(legal) => legal.mv(),
                    None => return Err(self.not_found(position, SquareSet::of(intent.from))),
                }
            }
            San::Normal { role, to, promotion, .. } => {
                let among = self.among();
                let (origins, found) = origins(position, role, to, among, promotion);
                match found {
                    Some(_) if origins.has_many() => return Err(NotFound::Ambiguous(origins)),
                    Some(mv) => mv,
                    None => return Err(self.not_found(position, among)),
                }
            }
        };
        Ok(LegalMove { position, mv })
    }

    /// The squares from which the piece may come, by what is written.
    #[inline]
    pub(super) fn among(self) -> SquareSet {
        let San::Normal { role, file, rank, capture, to, .. } = self else { return SquareSet::EMPTY };
        let mut among = file.map_or(SquareSet::ALL, SquareSet::file);
        if role == Role::Pawn && file.is_none() && !capture {
            among = SquareSet::file(to.file()); // "d5" is not a capture
        } else if role == Role::Pawn && capture {
            among -= SquareSet::file(to.file()); // and "dxd5" is not a step
        }
        among & rank.map_or(SquareSet::ALL, SquareSet::rank)
    }

    /// Why no move was found: either the promotion piece is missing, or the move is illegal.
    #[cold]
    fn not_found(self, position: &Position, among: SquareSet) -> NotFound {
        match self {
            San::Normal { role: Role::Pawn, promotion: None, to, .. }
                if origins(position, Role::Pawn, to, among, Some(Promotion::Queen)).1.is_some() =>
            {
                NotFound::PromotionMissing
            }
            _ => NotFound::Illegal,
        }
    }
}

fn castling(position: &Position, kingside: bool) -> Result<Move, NotFound> {
    let king = position.king(position.turn());
    let rooks = position.castling & position.board.by_color(position.turn());
    let rook = rooks.iter().find(|rook| (rook.index() > king.index()) == kingside);
    rook.filter(|rook| may_castle(position, *rook))
        .map(|rook| Move::new(king, rook, Role::King, MoveKind::Castling))
        .ok_or(NotFound::Illegal)
}

/// The squares of `among` from which a piece of that role can legally move to `to` (castling aside), and the last of
/// these moves.
#[inline]
pub(super) fn origins(
    position: &Position,
    role: Role,
    to: Square,
    among: SquareSet,
    promotion: Option<Promotion>,
) -> (SquareSet, Option<Move>) {
    let us = position.turn();
    // Looking back from the target gives candidates; `reach` tests them exactly.
    let nearby = match role {
        Role::Pawn => {
            let one = forward(!us, to.into());
            PAWN[(!us).index()][to.index()] | one | forward(!us, one)
        }
        _ => REACH[role.index()][to.index()],
    };
    let (mut origins, mut found) = (SquareSet::EMPTY, None);
    for from in nearby & among & position.board.pieces(us, role) {
        if let Some(mv) = reach(position, role, from, to, promotion)
            && is_safe(position, mv)
        {
            origins.insert(from);
            found = Some(mv);
        }
    }
    (origins, found)
}

impl Position {
    /// The legal move that a text means, in SAN with English letters; long algebraic notation is accepted too.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let position = Position::start();
    /// assert_eq!(position.parse_san("Ng1-f3!?")?.san(), "Nf3");
    /// let error = position.parse_san("Nf6").unwrap_err().to_string();
    /// assert_eq!(error, "move: \"Nf6\" is not legal here: no such knight can reach f6");
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
    pub fn parse_san(&self, text: &str) -> Result<LegalMove<'_>, MoveError> {
        self.parse_san_with(text, Letters::English)
    }

    /// [`Position::parse_san`] with the piece letters of a language.
    pub fn parse_san_with(&self, text: &str, letters: Letters) -> Result<LegalMove<'_>, MoveError> {
        let san = San::parse_with(text, letters)?;
        san.find(self).map_err(|not_found| match not_found {
            NotFound::Illegal => MoveError::Illegal { text: text.to_string(), reason: san_reason(self, san) },
            NotFound::PromotionMissing => MoveError::PromotionMissing { text: text.to_string() },
            NotFound::Ambiguous(origins) => MoveError::Ambiguous {
                text: text.to_string(),
                candidates: self
                    .legal_moves()
                    .iter()
                    .map(LegalMove::mv)
                    .filter(|mv| {
                        origins.contains(mv.from()) && matches!(san, San::Normal { to, .. } if to == mv.to())
                    })
                    .collect(),
            },
        })
    }
}
