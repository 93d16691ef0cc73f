//! A playable position.

use crate::attacks;
use crate::generate::{self, Threats};
use crate::legal::legal;
use crate::legal_moves::LegalMoves;
use crate::moves::{Intent, LegalMove, Move};
use crate::side::for_side;
use crate::state::{State, StateParts};
use crate::{Board, Color, Role, Setup, Square, SquareSet, cpu, key};

/// The variant: which castling rights a set-up may have, and how castling is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Variant {
    /// Kings castle from the e-file with rooks from the corners.
    #[default]
    Standard,
    /// Kings castle from wherever they started, with rooks on either side of them.
    Chess960,
}

/// A position that can be played from; every value of this type can.
///
/// It is small and copied instead of modified: [`LegalMove::play`] gives a new one.
///
/// Invariants, besides those of [`Setup::validate`]: an en-passant square is kept only if the capture is legal
/// (law E11), and the key matches the other fields.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    /// The rooks that may still castle.
    pub(crate) castling: SquareSet,
    pub(crate) key: u64,
    pub(crate) state: State,
}

impl Default for Position {
    /// The start of an orthodox game.
    fn default() -> Position {
        Position::start()
    }
}

impl Position {
    /// The start of an orthodox game (law B05).
    pub fn start() -> Position {
        Setup::start().validate().expect("the starting position is playable")
    }

    /// Trusts that `setup` is playable, so only `validate` may call it. An en-passant square on which no capture is
    /// legal is dropped.
    pub(crate) fn from_playable(setup: Setup) -> Position {
        let Setup { board, turn, castling, en_passant, halfmoves, fullmoves, variant } = setup;
        let en_passant =
            en_passant.filter(|target| !generate::en_passant_takers(&board, turn, *target).is_empty());
        let state = State::new(StateParts { halfmoves, fullmoves, en_passant, turn, variant });
        let mut position = Position { board, castling, key: 0, state };
        position.key = position.fresh_key();
        position
    }

    /// The key computed from scratch; the incremental key must equal it.
    fn fresh_key(&self) -> u64 {
        let mut sum = 0;
        for color in Color::ALL {
            for role in Role::ALL {
                for square in self.board.pieces(color, role) {
                    sum ^= key::piece(color, role, square);
                }
            }
        }
        for rook in self.castling {
            sum ^= key::castling(rook);
        }
        if let Some(target) = self.en_passant() {
            sum ^= key::en_passant(target.file());
        }
        if self.turn() == Color::Black { sum ^ key::BLACK_TO_MOVE } else { sum }
    }

    /// The pieces on their squares.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.state.turn()
    }

    /// The rooks that may still castle because neither they nor their king have moved (law S05).
    #[inline]
    pub const fn castling(&self) -> SquareSet {
        self.castling
    }

    /// The square on which a pawn can be captured en passant now, or `None` if no such capture is legal.
    #[inline]
    pub const fn en_passant(&self) -> Option<Square> {
        self.state.en_passant()
    }

    /// Moves by either side since the last pawn move or capture.
    #[inline]
    pub const fn halfmoves(&self) -> u16 {
        self.state.halfmoves()
    }

    /// The number of the next move, as on a score sheet: it grows after Black's moves.
    #[inline]
    pub const fn fullmoves(&self) -> u16 {
        self.state.fullmoves()
    }

    /// Orthodox chess or Chess960.
    #[inline]
    pub const fn variant(&self) -> Variant {
        self.state.variant()
    }

    /// The Zobrist key of the position. Positions that are the same under law E11 have the same key; others almost
    /// always differ. [`Position::is_same_as`] is exact.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Law E11: same side to move, same pieces on the same squares, same castling rights, same legal
    /// en-passant capture. How the position came about does not matter.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let start = Position::start();
    /// let mut position = start;
    /// for text in ["Nf3", "Nf6", "Ng1", "Ng8"] {
    ///     position = position.parse_san(text)?.play();
    /// }
    /// assert!(position.is_same_as(&start));
    /// assert_ne!(position, start); // the counters differ
    /// # Ok::<(), tabiya_rules::MoveError>(())
    /// ```
    #[inline]
    pub fn is_same_as(&self, other: &Position) -> bool {
        self.key == other.key
            && self.board == other.board
            && self.turn() == other.turn()
            && self.castling == other.castling
            && self.en_passant() == other.en_passant()
    }

    /// The square of a side's king.
    #[inline(always)]
    pub const fn king(&self, color: Color) -> Square {
        self.board.pieces(color, Role::King).first_or_a1()
    }

    /// The pieces of one side that attack a square on a board with these squares occupied. Pass `board().occupied()`,
    /// or a subset of it to look through pieces.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position, Square};
    /// let start = Position::start();
    /// let attackers = start.attackers(Color::White, Square::F3, start.board().occupied());
    /// assert_eq!(attackers.len(), 3); // the knight on g1, the pawns on e2 and g2
    /// ```
    #[inline]
    pub fn attackers(&self, by: Color, square: Square, occupied: SquareSet) -> SquareSet {
        let attacked_from = |role| attacks::of(!by, role, square, occupied);
        let found = Role::ALL.map(|role| attacked_from(role) & self.board.pieces(by, role));
        found.into_iter().fold(SquareSet::EMPTY, |all, some| all | some)
    }

    #[inline]
    fn threats(&self) -> Threats {
        for_side!(self.turn(), generate::threats<Us>(&self.board, self.king(self.turn())))
    }

    /// The pieces that give check (law C01).
    #[inline]
    pub fn checkers(&self) -> SquareSet {
        self.threats().checkers
    }

    /// Whether the side to move is in check (law C01).
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The pinned pieces of the side to move: they may not leave the line between their king and an enemy piece.
    #[inline]
    pub fn pinned(&self) -> SquareSet {
        let Threats { straight_pins, diagonal_pins, .. } = self.threats();
        (straight_pins | diagonal_pins) & self.board.by_color(self.turn())
    }

    /// Every legal move.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let position = Position::start();
    /// let moves = position.legal_moves();
    /// assert_eq!(moves.len(), 20);
    /// assert!(moves.iter().any(|legal| legal.uci() == "e2e4"));
    /// ```
    #[inline]
    #[must_use]
    pub fn legal_moves(&self) -> LegalMoves<'_> {
        cpu::legal_moves(self)
    }

    /// The legal moves that change the material: captures, including en passant, and promotions. Cheaper than filtering
    /// [`Position::legal_moves`].
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let position: Position = "7k/P7/8/3p4/4P3/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.tactical_moves().len(), 5); // exd5 and four promotions
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn tactical_moves(&self) -> LegalMoves<'_> {
        cpu::tactical_moves(self)
    }

    /// The legal moves that [`Position::tactical_moves`] leaves out, including castling.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let position: Position = "7k/P7/8/3p4/4P3/8/8/K7 w - - 0 1".parse()?;
    /// assert_eq!(position.quiet_moves().len(), 4); // e5 and three moves of the king
    /// # Ok::<(), tabiya_rules::FenError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn quiet_moves(&self) -> LegalMoves<'_> {
        cpu::quiet_moves(self)
    }

    /// The number of legal moves; cheaper than `legal_moves().len()`.
    #[inline]
    pub fn count_legal_moves(&self) -> usize {
        cpu::count_legal(self)
    }

    /// The move that the intent means, if it is legal.
    ///
    /// ```
    /// use tabiya_rules::{Intent, Position, Square};
    /// let position = Position::start();
    /// let legal = position.legal(Intent::new(Square::G1, Square::F3)).expect("a legal move");
    /// assert_eq!(legal.san(), "Nf3");
    /// assert!(position.legal(Intent::new(Square::G1, Square::G3)).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn legal(&self, intent: impl Into<Intent>) -> Option<LegalMove<'_>> {
        Some(LegalMove { position: self, mv: legal(self, intent.into())? })
    }

    /// Law C03: in check, and no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.in_check() && self.count_legal_moves() == 0
    }

    /// Law C04: not in check, and no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.in_check() && self.count_legal_moves() == 0
    }

    /// Visits every legal move with the position it leads to. Positions are made while moves are generated, which is
    /// the fastest way to see all of them.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let mut replies = 0;
    /// Position::start().for_each_child(|_, child| replies += child.count_legal_moves());
    /// assert_eq!(replies, 400);
    /// ```
    #[inline]
    pub fn for_each_child(&self, visit: impl FnMut(Move, &Position)) {
        cpu::for_each_child(self, visit);
    }

    /// The same position with the other side to move, for analysis and null moves; the laws of chess do not allow it
    /// (M01). `None` when in check, because the opponent could then capture the king.
    ///
    /// ```
    /// use tabiya_rules::{Color, Position};
    /// let passed = Position::start().pass().expect("nobody is in check");
    /// assert_eq!(passed.turn(), Color::Black);
    /// ```
    #[must_use]
    pub fn pass(&self) -> Option<Position> {
        if self.in_check() {
            return None;
        }
        let en_passant = self.en_passant().map_or(0, |target| key::en_passant(target.file()));
        let key = self.key ^ key::BLACK_TO_MOVE ^ en_passant;
        Some(Position { key, state: self.state.next(self.turn(), false), ..*self })
    }

    /// The position as a set-up, for editing.
    pub fn setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn(),
            castling: self.castling,
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves(),
            fullmoves: self.fullmoves(),
            variant: self.variant(),
        }
    }
}
