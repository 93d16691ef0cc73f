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
        MoveKind::Normal => step::<Us>(parent, mv, mv.role),
        MoveKind::DoubleStep => {
            let mut child = step::<Us>(parent, mv, Role::Pawn);
            child.offer_en_passant::<Us>(Square::wrapping(mv.target.index() as u32 ^ 8));
            child
        }
        MoveKind::Promotion(promotion) => step::<Us>(parent, mv, promotion.role()),
        MoveKind::EnPassant => en_passant::<Us>(parent, mv),
        MoveKind::Castling => castling::<Us>(parent, mv),
    }
}

/// [`play`] for a move of whose kind nothing is known beforehand: most are normal.
#[inline(always)]
pub(crate) fn play_any<Us: Side>(parent: &Position, mv: Parts) -> Position {
    #[inline(never)]
    fn special<Us: Side>(parent: &Position, mv: Parts) -> Position {
        play::<Us>(parent, mv)
    }
    if mv.kind == MoveKind::Normal { step::<Us>(parent, mv, mv.role) } else { special::<Us>(parent, mv) }
}

/// One piece goes from here to there, captures what stands there, and `becomes` something else if it
/// promotes. Everything is computed and written once, with hardly a branch: most of the time goes here.
#[inline(always)]
fn step<Us: Side>(parent: &Position, mv: Parts, becomes: Role) -> Position {
    let (us, them) = (Us::COLOR.index(), Us::Other::COLOR.index());
    let (from, to) = (SquareSet::of(mv.from), SquareSet::of(mv.target));
    let board = &parent.board;
    let captures = board.colors[them].contains(mv.target);
    let mut key = key_of_next_turn(parent)
        ^ key::piece(Us::COLOR, mv.role, mv.from)
        ^ key::piece(Us::COLOR, becomes, mv.target);
    if captures {
        key ^= key::piece(Us::Other::COLOR, board.role_at_occupied(mv.target), mv.target);
    }
    // S05: not if the king has ever moved, nor that rook
    let home = if mv.role == Role::King { board.colors[us] } else { SquareSet::EMPTY };
    let lost = parent.castling & (from | to | home);
    for rook in lost {
        key ^= key::castling(rook);
    }
    let (leaves, arrives) = (&ONLY[mv.role.index()], &ONLY[becomes.index()]);
    let role = |index: usize| (board.roles[index] - to) ^ (from & leaves[index]) ^ (to & arrives[index]);
    let mut colors = board.colors;
    colors[us] ^= from | to;
    colors[them] -= to;
    Position {
        board: Board { roles: [role(0), role(1), role(2), role(3), role(4), role(5)], colors },
        castling: parent.castling - lost,
        key,
        halfmoves: if captures || mv.role == Role::Pawn { 0 } else { parent.halfmoves.saturating_add(1) },
        fullmoves: next_move_number::<Us>(parent),
        en_passant: None,
        turn: Us::Other::COLOR,
        variant: parent.variant,
    }
}

fn en_passant<Us: Side>(parent: &Position, mv: Parts) -> Position {
    let mut child = step::<Us>(parent, mv, Role::Pawn);
    child.toggle::<Us::Other>(Role::Pawn, en_passant_victim(mv.target).first_or_a1());
    child
}

fn castling<Us: Side>(parent: &Position, mv: Parts) -> Position {
    let (king_to, rook_to) = castling_squares(mv.from, mv.target);
    let mut child = Position {
        key: key_of_next_turn(parent),
        halfmoves: parent.halfmoves.saturating_add(1),
        fullmoves: next_move_number::<Us>(parent),
        en_passant: None,
        turn: Us::Other::COLOR,
        ..*parent
    };
    for rook in parent.castling & parent.board.by_color(Us::COLOR) {
        child.castling.remove(rook);
        child.key ^= key::castling(rook);
    }
    // In Chess960 the two may cross or stand on each other's target: both leave, then both arrive.
    child.toggle::<Us>(Role::King, mv.from);
    child.toggle::<Us>(Role::Rook, mv.target);
    child.toggle::<Us>(Role::King, king_to);
    child.toggle::<Us>(Role::Rook, rook_to);
    child
}

/// The key after the turn has passed and with it the chance to take en passant (law S02).
#[inline(always)]
fn key_of_next_turn(parent: &Position) -> u64 {
    let en_passant = parent.en_passant.map_or(0, |target| key::en_passant(target.file()));
    parent.key ^ key::BLACK_TO_MOVE ^ en_passant
}

#[inline(always)]
fn next_move_number<Us: Side>(parent: &Position) -> u16 {
    match Us::COLOR {
        Color::White => parent.fullmoves,
        Color::Black => parent.fullmoves.saturating_add(1),
    }
}

/// Roles as masks: all squares for the role itself, none for the others.
static ONLY: [[SquareSet; 6]; 6] = {
    let mut table = [[SquareSet::EMPTY; 6]; 6];
    let mut role = 0;
    while role < 6 {
        table[role][role] = SquareSet::ALL;
        role += 1;
    }
    table
};

impl Position {
    /// Puts a piece on an empty square, or takes it off the square it stands on.
    #[inline(always)]
    fn toggle<Of: Side>(&mut self, role: Role, square: Square) {
        self.board.roles[role.index()] ^= SquareSet::of(square);
        self.board.colors[Of::COLOR.index()] ^= SquareSet::of(square);
        self.key ^= key::piece(Of::COLOR, role, square);
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
