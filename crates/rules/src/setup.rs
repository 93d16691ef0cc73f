//! A set-up that may or may not be playable, and its validation.

use crate::attacked::is_attacked;
use crate::generate::en_passant_victim;
use crate::{Board, Color, File, Piece, Position, Rank, Role, Square, SquareSet, Variant};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// Anything that can be set up, playable or not: the state of a board editor, or a FEN before validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces on their squares.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: SquareSet,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Moves by either side since the last pawn move or capture.
    pub halfmoves: u16,
    /// The number of the next move, starting with 1.
    pub fullmoves: u16,
    /// Orthodox chess or Chess960.
    pub variant: Variant,
}

impl Setup {
    /// An empty board, White to move.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        turn: Color::White,
        castling: SquareSet::EMPTY,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
        variant: Variant::Standard,
    };

    /// The start of an orthodox game (laws B04, B05).
    pub const fn start() -> Setup {
        use Role::{Bishop, King, Knight, Queen, Rook};
        Setup::with_back_rank([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook], Variant::Standard)
    }

    /// A start with these pieces on both back ranks, from the a- to the h-file, pawns in front of them, and all
    /// castling rights.
    pub(crate) const fn with_back_rank(roles: [Role; 8], variant: Variant) -> Setup {
        let mut setup = Setup { variant, ..Setup::EMPTY };
        let mut file = 0;
        while file < 8 {
            let role = roles[file];
            let file_name = File::ALL[file];
            let (first, eighth) = (Square::new(file_name, Rank::First), Square::new(file_name, Rank::Eighth));
            setup.board.put(first, Piece { color: Color::White, role });
            setup.board.put(eighth, Piece { color: Color::Black, role });
            let (second, seventh) =
                (Square::new(file_name, Rank::Second), Square::new(file_name, Rank::Seventh));
            setup.board.put(second, Piece { color: Color::White, role: Role::Pawn });
            setup.board.put(seventh, Piece { color: Color::Black, role: Role::Pawn });
            if matches!(role, Role::Rook) {
                setup.castling.insert(first);
                setup.castling.insert(eighth);
            }
            file += 1;
        }
        setup
    }

    /// The playable position, or every reason why the set-up cannot be played.
    ///
    /// An en-passant square that is possible but useless, because no pawn can capture there, is dropped.
    ///
    /// Whether a game could have led here is *not* checked: problems with nine pawns are playable.
    ///
    /// ```
    /// use tabiya_rules::{Color, Reason, Setup, Square};
    /// let mut setup = Setup::start();
    /// setup.board.clear(Square::E1);
    /// setup.castling = Default::default();
    /// let error = setup.validate().expect_err("White has no king");
    /// assert_eq!(error.reasons, [Reason::Kings { color: Color::White, count: 0 }]);
    /// ```
    pub fn validate(self) -> Result<Position, IllegalSetup> {
        let mut reasons = Vec::new();
        for color in Color::ALL {
            self.check_king(color, &mut reasons);
        }
        for square in self.board.by_role(Role::Pawn) & SquareSet::BACK_RANKS {
            reasons.push(Reason::PawnOnBackRank(square));
        }
        self.check_opponent_safe(&mut reasons);
        for color in Color::ALL {
            self.check_castling(color, &mut reasons);
        }
        if let Some(target) = self.en_passant {
            self.check_en_passant(target, &mut reasons);
        }
        if self.fullmoves == 0 {
            reasons.push(Reason::MoveNumberZero);
        }
        if reasons.is_empty() { Ok(Position::from_playable(self)) } else { Err(IllegalSetup { reasons }) }
    }

    fn check_king(&self, color: Color, reasons: &mut Vec<Reason>) {
        let kings = self.board.pieces(color, Role::King).len();
        if kings != 1 {
            reasons.push(Reason::Kings { color, count: kings });
        }
    }

    fn check_opponent_safe(&self, reasons: &mut Vec<Reason>) {
        let Some(king) = self.board.king(!self.turn) else { return };
        if is_attacked(&self.board, self.turn, king, self.board.occupied(), SquareSet::EMPTY) {
            reasons.push(Reason::OpponentInCheck);
        }
    }

    fn check_castling(&self, color: Color, reasons: &mut Vec<Reason>) {
        let back_rank = SquareSet::rank(Rank::First.relative_to(color));
        // A right outside both back ranks belongs to neither side; it is reported once, with White's.
        let stray =
            if color == Color::White { self.castling - SquareSet::BACK_RANKS } else { SquareSet::EMPTY };
        let rights = self.castling & back_rank;
        for square in (rights | stray) - (self.board.pieces(color, Role::Rook) & back_rank) {
            reasons.push(Reason::CastlingWithoutRook(square));
        }
        if rights.is_empty() {
            return;
        }
        let Some(king) = self.board.king(color) else { return };
        if !back_rank.contains(king) {
            reasons.push(Reason::CastlingKingAway { color, king });
            return;
        }
        let west: SquareSet = rights.iter().filter(|rook| rook.index() < king.index()).collect();
        if west.has_many() || (rights - west).has_many() {
            reasons.push(Reason::CastlingTwiceOnOneSide(color));
        }
        if self.variant == Variant::Standard {
            let corners = SquareSet::file(File::A) | SquareSet::file(File::H);
            if king.file() != File::E || !rights.is_subset(corners) {
                reasons.push(Reason::CastlingOnlyInChess960(color));
            }
        }
    }

    fn check_en_passant(&self, target: Square, reasons: &mut Vec<Reason>) {
        let board = &self.board;
        let victim = en_passant_victim(target);
        let origin = Square::wrapping(target.index() as u32 ^ 24);
        let possible = target.rank() == Rank::Sixth.relative_to(self.turn)
            && board.piece_at(target).is_none()
            && victim.is_subset(board.pieces(!self.turn, Role::Pawn))
            && board.piece_at(origin).is_none();
        if !possible {
            reasons.push(Reason::EnPassantImpossible(target));
        }
    }
}

/// A set-up that cannot be played from, with every reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalSetup {
    /// The reasons; at least one.
    pub reasons: Vec<Reason>,
}

/// Why a set-up cannot be played from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// A side has no king, or more than one.
    Kings {
        /// The side that the problem concerns.
        color: Color,
        /// How many kings that side has.
        count: usize,
    },
    /// A pawn on the first or the last rank (laws M10, S10).
    PawnOnBackRank(Square),
    /// The side that has just moved left its king in check (law M14).
    OpponentInCheck,
    /// A castling right for a square that has no rook of that side on its back rank.
    CastlingWithoutRook(Square),
    /// A castling right while the king is not on its back rank.
    CastlingKingAway {
        /// The side that the problem concerns.
        color: Color,
        /// Where the king is.
        king: Square,
    },
    /// Two castling rights on the same side of the king.
    CastlingTwiceOnOneSide(Color),
    /// A castling right that needs a king off the e-file or a rook outside the corners.
    CastlingOnlyInChess960(Color),
    /// An en-passant square that no pawn can just have passed over.
    EnPassantImpossible(Square),
    /// Moves are numbered from 1.
    MoveNumberZero,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Kings { color, count: 0 } => write!(f, "placement: {color} has no king"),
            Reason::Kings { color, count } => write!(f, "placement: {color} has {count} kings"),
            Reason::PawnOnBackRank(square) => write!(f, "placement: a pawn on {square}"),
            Reason::OpponentInCheck => f.write_str("turn: the side not to move is in check"),
            Reason::CastlingWithoutRook(square) => {
                write!(f, "castling: a right for {square}, but no rook there can castle")
            }
            Reason::CastlingKingAway { color, king } => {
                write!(f, "castling: {color} has a right, but the king is on {king}")
            }
            Reason::CastlingTwiceOnOneSide(color) => {
                write!(f, "castling: {color} has two rights on the same side of the king")
            }
            Reason::CastlingOnlyInChess960(color) => {
                write!(f, "castling: {color} has a right that exists only in Chess960")
            }
            Reason::EnPassantImpossible(square) => {
                write!(f, "en passant: no pawn can just have passed over {square}")
            }
            Reason::MoveNumberZero => f.write_str("move number: found 0, moves are numbered from 1"),
        }
    }
}

impl fmt::Display for IllegalSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, reason) in self.reasons.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{reason}")?;
        }
        Ok(())
    }
}

impl Error for IllegalSetup {}
