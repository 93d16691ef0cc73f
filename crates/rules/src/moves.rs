//! What a player asks for, a move that is stored, and a move tied to the position it is legal in.

use crate::{File, Position, Promotion, Role, Square, cpu};
use core::fmt;

/// From, to, promotion: what a player asks for. Castling may be asked for as the king's move of two squares
/// or as the king taking its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Intent {
    /// The square of the piece that is to move.
    pub from: Square,
    /// The square it is to go to.
    pub to: Square,
    /// What a pawn on the last rank is to become.
    pub promotion: Option<Promotion>,
}

impl Intent {
    /// An intent without promotion.
    pub const fn new(from: Square, to: Square) -> Intent {
        Intent { from, to, promotion: None }
    }
}

/// What is special about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MoveKind {
    /// Nothing: a piece goes from here to there, capturing what stands there.
    Normal,
    /// A pawn's first step over two squares (law M11).
    DoubleStep,
    /// A pawn takes one that has just passed it (law S01).
    EnPassant,
    /// King and rook move together (law S04).
    Castling,
    /// A pawn reaches the last rank and becomes this (law S10).
    Promotion(Promotion),
}

/// A move that was legal in some position: four bytes, to be stored.
///
/// To play it again, ask [`Position::legal`] first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(crate) from: Square,
    /// For castling the rook's square, so that the move says which rook.
    pub(crate) target: Square,
    pub(crate) role: Role,
    pub(crate) kind: MoveKind,
}

impl Move {
    /// The square the piece leaves; for castling the king's.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square the piece reaches; for castling the king's.
    #[inline]
    pub const fn to(self) -> Square {
        match self.kind {
            MoveKind::Castling => self.castling_squares().0,
            _ => self.target,
        }
    }

    /// What moves; a promoting pawn is still a pawn here.
    #[inline]
    pub const fn role(self) -> Role {
        self.role
    }

    /// What is special about it.
    #[inline]
    pub const fn kind(self) -> MoveKind {
        self.kind
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Promotion> {
        match self.kind {
            MoveKind::Promotion(promotion) => Some(promotion),
            _ => None,
        }
    }

    /// Whether king and rook move together.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind, MoveKind::Castling)
    }

    /// The square of the rook that castles.
    #[inline]
    pub const fn castling_rook(self) -> Option<Square> {
        if self.is_castling() { Some(self.target) } else { None }
    }

    /// What a player would ask for to get this move. Castling is the king taking its rook, which is right
    /// in orthodox chess and in Chess960.
    #[inline]
    pub const fn intent(self) -> Intent {
        Intent { from: self.from, to: self.target, promotion: self.promotion() }
    }

    /// Where king and rook land: on the g- and f-file or on the c- and d-file, wherever they start.
    #[inline(always)]
    pub(crate) const fn castling_squares(self) -> (Square, Square) {
        let rank = self.from.rank();
        if self.is_kingside() {
            (Square::new(File::G, rank), Square::new(File::F, rank))
        } else {
            (Square::new(File::C, rank), Square::new(File::D, rank))
        }
    }

    /// Of a castling move: whether the rook stands on the side of the h-file.
    #[inline(always)]
    pub(crate) const fn is_kingside(self) -> bool {
        self.target.index() > self.from.index()
    }
}

impl From<Move> for Intent {
    #[inline]
    fn from(mv: Move) -> Intent {
        mv.intent()
    }
}

/// A move tied to the position in which it is legal: nothing is left to refuse.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LegalMove<'p> {
    pub(crate) position: &'p Position,
    pub(crate) mv: Move,
}

impl<'p> LegalMove<'p> {
    /// The position after this move.
    #[inline]
    pub fn play(self) -> Position {
        cpu::play(self.position, self.mv)
    }

    /// The move alone, to be stored.
    #[inline]
    pub const fn mv(self) -> Move {
        self.mv
    }

    /// The position in which it is legal.
    #[inline]
    pub const fn position(self) -> &'p Position {
        self.position
    }

    /// The square the piece leaves; for castling the king's.
    #[inline]
    pub const fn from(self) -> Square {
        self.mv.from()
    }

    /// The square the piece reaches; for castling the king's.
    #[inline]
    pub const fn to(self) -> Square {
        self.mv.to()
    }

    /// What moves.
    #[inline]
    pub const fn role(self) -> Role {
        self.mv.role
    }

    /// What the pawn becomes.
    #[inline]
    pub const fn promotion(self) -> Option<Promotion> {
        self.mv.promotion()
    }

    /// What is captured.
    #[inline]
    pub fn captured(self) -> Option<Role> {
        match self.mv.kind {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castling | MoveKind::DoubleStep => None,
            MoveKind::Normal | MoveKind::Promotion(_) => self.position.board().role_at(self.mv.target),
        }
    }
}

impl From<LegalMove<'_>> for Intent {
    #[inline]
    fn from(legal: LegalMove<'_>) -> Intent {
        legal.mv.intent()
    }
}

impl fmt::Debug for LegalMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LegalMove").field(&self.mv).finish()
    }
}
