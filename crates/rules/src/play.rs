//! The position after a legal move.

use crate::attacks::PAWN;
use crate::attacks::sliders::Sliders;
use crate::generate::{en_passant_takers, en_passant_victim};
use crate::moves::{Move, MoveKind};
use crate::side::Side;
use crate::{Color, Position, Role, Square, SquareSet, key};

/// Plays a move that is legal in `parent`, whose side to move must be `Us`.
#[inline(always)]
pub(crate) fn play<Us: Side, S: Sliders>(parent: &Position, mv: Move, sliders: S) -> Position {
    let mut child = *parent;
    child.turn = Us::Other::COLOR;
    child.key ^= key::BLACK_TO_MOVE;
    child.halfmoves = parent.halfmoves.saturating_add(1);
    if Us::COLOR == Color::Black {
        child.fullmoves = parent.fullmoves.saturating_add(1);
    }
    if let Some(target) = parent.en_passant {
        child.en_passant = None; // S02: only on the very next move
        child.key ^= key::en_passant(target.file());
    }

    match mv.kind {
        MoveKind::Normal => {
            child.capture_on::<Us>(mv.target);
            child.carry::<Us>(mv.role, mv.from, mv.target);
            match mv.role {
                Role::Pawn => child.halfmoves = 0,
                // S05: not if the king has ever moved, nor that rook
                Role::King => child.lose_castling(parent.board.by_color(Us::COLOR)),
                Role::Rook => child.lose_castling(SquareSet::of(mv.from)),
                Role::Knight | Role::Bishop | Role::Queen => {}
            }
        }
        MoveKind::DoubleStep => {
            child.carry::<Us>(Role::Pawn, mv.from, mv.target);
            child.halfmoves = 0;
            let passed = Square::wrapping(mv.target.index() as u32 ^ 8);
            child.offer_en_passant::<Us, S>(passed, sliders);
        }
        MoveKind::EnPassant => {
            let victim = en_passant_victim(mv.target);
            child.toggle::<Us::Other>(Role::Pawn, victim.first_or_a1());
            child.carry::<Us>(Role::Pawn, mv.from, mv.target);
            child.halfmoves = 0;
        }
        MoveKind::Castling => {
            let (king_to, rook_to) = mv.castling_squares();
            child.lose_castling(parent.board.by_color(Us::COLOR));
            // In Chess960 the two may cross or stand on each other's target: both leave, then both arrive.
            child.toggle::<Us>(Role::King, mv.from);
            child.toggle::<Us>(Role::Rook, mv.target);
            child.toggle::<Us>(Role::King, king_to);
            child.toggle::<Us>(Role::Rook, rook_to);
        }
        MoveKind::Promotion(promotion) => {
            child.capture_on::<Us>(mv.target);
            child.toggle::<Us>(Role::Pawn, mv.from);
            child.toggle::<Us>(promotion.role(), mv.target);
            child.halfmoves = 0;
        }
    }
    child
}

impl Position {
    /// Puts a piece on an empty square, or takes it off the square it stands on.
    #[inline(always)]
    fn toggle<Of: Side>(&mut self, role: Role, square: Square) {
        self.board.roles[role.index()] ^= SquareSet::of(square);
        self.board.colors[Of::COLOR.index()] ^= SquareSet::of(square);
        self.key ^= key::piece(Of::COLOR, role, square);
    }

    #[inline(always)]
    fn carry<Of: Side>(&mut self, role: Role, from: Square, to: Square) {
        let both = SquareSet::of(from) | SquareSet::of(to);
        self.board.roles[role.index()] ^= both;
        self.board.colors[Of::COLOR.index()] ^= both;
        self.key ^= key::piece(Of::COLOR, role, from) ^ key::piece(Of::COLOR, role, to);
    }

    /// Removes an enemy piece of `Us` from the square, if there is one.
    #[inline(always)]
    fn capture_on<Us: Side>(&mut self, square: Square) {
        if self.board.by_color(Us::Other::COLOR).contains(square) {
            let role = self.board.role_at_occupied(square);
            self.toggle::<Us::Other>(role, square);
            self.lose_castling(SquareSet::of(square));
            self.halfmoves = 0;
        }
    }

    /// The rooks among `squares` may castle no more.
    #[inline(always)]
    fn lose_castling(&mut self, squares: SquareSet) {
        let lost = self.castling & squares;
        if !lost.is_empty() {
            self.castling -= lost;
            for rook in lost {
                self.key ^= key::castling(rook);
            }
        }
    }

    /// E11: the possibility counts only where the capture is really legal.
    #[inline(always)]
    fn offer_en_passant<Us: Side, S: Sliders>(&mut self, passed: Square, sliders: S) {
        let beside = PAWN[Us::COLOR.index()][passed.index()];
        if !beside.is_disjoint(self.board.pieces(Us::Other::COLOR, Role::Pawn))
            && !en_passant_takers(&self.board, Us::Other::COLOR, passed, sliders).is_empty()
        {
            self.en_passant = Some(passed);
            self.key ^= key::en_passant(passed.file());
        }
    }
}
