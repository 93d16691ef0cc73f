//! The position after a legal move.

use crate::attacks::PAWN;
use crate::generate::{en_passant_takers, en_passant_victim};
use crate::moves::{MoveKind, Parts, castling_squares};
use crate::side::Side;
use crate::{Board, Color, Position, Role, Square, SquareSet, key};

/// Plays a move that is legal in `parent`, whose side to move must be `Us`.
#[inline(always)]
pub(crate) fn play<Us: Side>(parent: &Position, mv: Parts) -> Position {
    match mv.kind {
        MoveKind::Normal => normal::<Us>(parent, mv),
        _ => special::<Us>(parent, mv),
    }
}

/// Everything is computed and written once, with hardly a branch: this is what most of the time goes to.
#[inline(always)]
fn normal<Us: Side>(parent: &Position, mv: Parts) -> Position {
    let (us, them) = (Us::COLOR.index(), Us::Other::COLOR.index());
    let (from, to) = (SquareSet::of(mv.from), SquareSet::of(mv.target));
    let both = from | to;
    let board = &parent.board;
    let captures = board.colors[them].contains(mv.target);
    let mut key = parent.key
        ^ key::BLACK_TO_MOVE
        ^ key::piece(Us::COLOR, mv.role, mv.from)
        ^ key::piece(Us::COLOR, mv.role, mv.target);
    if captures {
        key ^= key::piece(Us::Other::COLOR, board.role_at_occupied(mv.target), mv.target);
    }
    if let Some(target) = parent.en_passant {
        key ^= key::en_passant(target.file());
    }
    // S05: not if the king has ever moved, nor that rook
    let king_moves = mv.role == Role::King;
    let lost = parent.castling & (both | if king_moves { board.colors[us] } else { SquareSet::EMPTY });
    if !lost.is_empty() {
        for rook in lost {
            key ^= key::castling(rook);
        }
    }
    let moved = &MOVED[mv.role.index()];
    let role = |index: usize| (board.roles[index] - to) ^ (both & moved[index]);
    let mut colors = board.colors;
    colors[us] ^= both;
    colors[them] -= to;
    Position {
        board: Board { roles: [role(0), role(1), role(2), role(3), role(4), role(5)], colors },
        castling: parent.castling - lost,
        key,
        halfmoves: if captures || mv.role == Role::Pawn { 0 } else { parent.halfmoves.saturating_add(1) },
        fullmoves: next_move_number::<Us>(parent),
        en_passant: None, // S02: only on the very next move
        turn: Us::Other::COLOR,
        variant: parent.variant,
    }
}

#[inline(always)]
fn next_move_number<Us: Side>(parent: &Position) -> u16 {
    match Us::COLOR {
        Color::White => parent.fullmoves,
        Color::Black => parent.fullmoves.saturating_add(1),
    }
}

/// [`Role`]s as masks: all squares for the role itself, none for the others.
static MOVED: [[SquareSet; 6]; 6] = {
    let mut table = [[SquareSet::EMPTY; 6]; 6];
    let mut role = 0;
    while role < 6 {
        table[role][role] = SquareSet::ALL;
        role += 1;
    }
    table
};

#[inline(always)]
fn special<Us: Side>(parent: &Position, mv: Parts) -> Position {
    let mut child = *parent;
    child.turn = Us::Other::COLOR;
    child.key ^= key::BLACK_TO_MOVE;
    child.halfmoves = 0;
    child.fullmoves = next_move_number::<Us>(parent);
    if let Some(target) = parent.en_passant {
        child.en_passant = None;
        child.key ^= key::en_passant(target.file());
    }
    match mv.kind {
        MoveKind::Normal => {}
        MoveKind::DoubleStep => {
            child.toggle::<Us>(Role::Pawn, mv.from);
            child.toggle::<Us>(Role::Pawn, mv.target);
            child.offer_en_passant::<Us>(Square::wrapping(mv.target.index() as u32 ^ 8));
        }
        MoveKind::EnPassant => {
            child.toggle::<Us::Other>(Role::Pawn, en_passant_victim(mv.target).first_or_a1());
            child.toggle::<Us>(Role::Pawn, mv.from);
            child.toggle::<Us>(Role::Pawn, mv.target);
        }
        MoveKind::Castling => {
            let (king_to, rook_to) = castling_squares(mv.from, mv.target);
            child.halfmoves = parent.halfmoves.saturating_add(1);
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

    /// Removes an enemy piece of `Us` from the square, if there is one.
    #[inline(always)]
    fn capture_on<Us: Side>(&mut self, square: Square) {
        if self.board.by_color(Us::Other::COLOR).contains(square) {
            let role = self.board.role_at_occupied(square);
            self.toggle::<Us::Other>(role, square);
            self.lose_castling(SquareSet::of(square));
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
    fn offer_en_passant<Us: Side>(&mut self, passed: Square) {
        let beside = PAWN[Us::COLOR.index()][passed.index()];
        if !beside.is_disjoint(self.board.pieces(Us::Other::COLOR, Role::Pawn))
            && !en_passant_takers(&self.board, Us::Other::COLOR, passed).is_empty()
        {
            self.en_passant = Some(passed);
            self.key ^= key::en_passant(passed.file());
        }
    }
}
