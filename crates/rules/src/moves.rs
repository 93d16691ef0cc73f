//! A move as a player requests it, as it is stored, and tied to the position it is legal in.

use crate::play::{key_after, play_any, play_any_into};
use crate::{File, Position, Promotion, Role, Square};
use core::fmt;

/// From, to, promotion: what a player asks for. Castling may be given as the king's move of two squares or as
/// the king taking its own rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Intent {
    /// The square of the piece that is to move.
    pub from: Square,
    /// The square it is to go to.
    pub to: Square,
    /// The piece that a pawn on the last rank becomes.
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
    /// An ordinary move or capture.
    Normal,
    /// A pawn's first step over two squares (law M11).
    DoubleStep,
    /// An en passant capture (law S01).
    EnPassant,
    /// Castling (law S04).
    Castling,
    /// A promotion to this piece (law S10).
    Promotion(Promotion),
}

/// A move that was legal in some position, in four bytes, for storage.
///
/// To play it again, ask [`Position::legal`] first.
// One number instead of four fields, so that a move stays in a register: a struct of bytes would be written in
// parts and read as a whole, which stalls the CPU (no store-to-load forwarding).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u32);

/// Bit offsets of the parts of a [`Move`]; the origin is in the lowest six bits.
const TARGET: u32 = 6;
const ROLE: u32 = 12;
const KIND: u32 = 15;

/// A [`Move`] taken apart.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) from: Square,
    /// Where the piece goes; for castling the rook's square, so that the move says which rook.
    pub(crate) target: Square,
    pub(crate) role: Role,
    pub(crate) kind: MoveKind,
}

impl Move {
    #[inline(always)]
    pub(crate) const fn parts(self) -> Parts {
        Parts { from: self.from(), target: self.target(), role: self.role(), kind: self.kind() }
    }

    #[inline(always)]
    pub(crate) const fn new(from: Square, target: Square, role: Role, kind: MoveKind) -> Move {
        let kind = match kind {
            MoveKind::Normal => 0,
            MoveKind::DoubleStep => 1,
            MoveKind::EnPassant => 2,
            MoveKind::Castling => 3,
            MoveKind::Promotion(promotion) => 4 + promotion as u32,
        };
        Move(from.index() as u32 | (target.index() as u32) << TARGET | (role as u32) << ROLE | kind << KIND)
    }

    /// How much [`Move::bits`] grows from one square to the next, as origin and as target.
    pub(crate) const FROM_STRIDE: u32 = 1;
    pub(crate) const TARGET_STRIDE: u32 = 1 << TARGET;

    #[inline(always)]
    pub(crate) const fn bits(self) -> u32 {
        self.0
    }

    #[inline(always)]
    pub(crate) const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }

    /// The square the piece leaves; for castling, the king's.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square::wrapping(self.0)
    }

    /// See [`Parts::target`].
    #[inline(always)]
    pub(crate) const fn target(self) -> Square {
        Square::wrapping(self.0 >> TARGET)
    }

    /// The square the piece reaches; for castling, the king's.
    #[inline]
    pub const fn to(self) -> Square {
        if self.is_castling() { castling_squares(self.from(), self.target()).0 } else { self.target() }
    }

    /// The role of the piece that moves; for a promotion, the pawn.
    #[inline(always)]
    pub const fn role(self) -> Role {
        match self.0 >> ROLE & 7 {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            _ => Role::King,
        }
    }

    /// The kind of move: normal, or one of the special kinds.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> KIND & 7 {
            0 => MoveKind::Normal,
            1 => MoveKind::DoubleStep,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Castling,
            4 => MoveKind::Promotion(Promotion::Knight),
            5 => MoveKind::Promotion(Promotion::Bishop),
            6 => MoveKind::Promotion(Promotion::Rook),
            _ => MoveKind::Promotion(Promotion::Queen),
        }
    }

    /// The piece that the pawn becomes, or `None` if the move is not a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Promotion> {
        match self.kind() {
            MoveKind::Promotion(promotion) => Some(promotion),
            _ => None,
        }
    }

    /// Whether the move is castling.
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castling)
    }

    /// The square of the rook that castles.
    #[inline]
    pub const fn castling_rook(self) -> Option<Square> {
        if self.is_castling() { Some(self.target()) } else { None }
    }

    /// The intent that means this move. Castling is written as the king taking its rook, which is valid both in
    /// orthodox chess and in Chess960.
    #[inline]
    pub const fn intent(self) -> Intent {
        Intent { from: self.from(), to: self.target(), promotion: self.promotion() }
    }

    /// For a castling move: whether the rook is on the h-file's side of the king.
    #[inline]
    pub(crate) const fn is_kingside(self) -> bool {
        self.target().index() > self.from().index()
    }
}

/// Where king and rook land: on the g- and f-files or on the c- and d-files, wherever they start.
#[inline(always)]
pub(crate) const fn castling_squares(king: Square, rook: Square) -> (Square, Square) {
    let rank = king.rank();
    if rook.index() > king.index() {
        (Square::new(File::G, rank), Square::new(File::F, rank))
    } else {
        (Square::new(File::C, rank), Square::new(File::D, rank))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ({:?})", self.role(), self.intent(), self.kind())
    }
}

impl From<Move> for Intent {
    #[inline]
    fn from(mv: Move) -> Intent {
        mv.intent()
    }
}

/// A move tied to the position in which it is legal, so playing it cannot fail.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct LegalMove<'p> {
    pub(crate) position: &'p Position,
    pub(crate) mv: Move,
}

impl<'p> LegalMove<'p> {
    /// The position after this move.
    #[inline]
    #[must_use]
    pub fn play(self) -> Position {
        play_any(self.position, self.mv.parts())
    }

    /// The key of the position after this move; for most moves cheaper than [`LegalMove::play`].
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let start = Position::start();
    /// let legal = start.parse_san("Nf3")?;
    /// assert_eq!(legal.key_after(), legal.play().key());
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(self) -> u64 {
        key_after(self.position, self.mv.parts())
    }

    /// [`LegalMove::play`] into an existing position, which saves a copy.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let start = Position::start();
    /// let mut next = start;
    /// start.parse_san("e4")?.play_into(&mut next);
    /// assert_eq!(next, start.parse_san("e4")?.play());
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
    #[inline(always)]
    pub fn play_into(self, next: &mut Position) {
        play_any_into(self.position, self.mv.parts(), next);
    }

    /// The move alone, for storage.
    #[inline]
    pub const fn mv(self) -> Move {
        self.mv
    }

    /// The position in which the move is legal.
    #[inline]
    pub const fn position(self) -> &'p Position {
        self.position
    }

    /// The square the piece leaves; for castling, the king's.
    #[inline]
    pub const fn from(self) -> Square {
        self.mv.from()
    }

    /// The square the piece reaches; for castling, the king's.
    #[inline]
    pub const fn to(self) -> Square {
        self.mv.to()
    }

    /// The role of the piece that moves; for a promotion, the pawn.
    #[inline]
    pub const fn role(self) -> Role {
        self.mv.role()
    }

    /// The piece that the pawn becomes, or `None` if the move is not a promotion.
    #[inline]
    pub const fn promotion(self) -> Option<Promotion> {
        self.mv.promotion()
    }

    /// The role of the captured piece; a pawn for an en passant capture.
    #[inline]
    pub fn captured(self) -> Option<Role> {
        match self.mv.kind() {
            MoveKind::EnPassant => Some(Role::Pawn),
            MoveKind::Castling | MoveKind::DoubleStep => None,
            MoveKind::Normal | MoveKind::Promotion(_) => self.position.board().role_at(self.mv.target()),
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
