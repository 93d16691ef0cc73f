//! The position after a legal move.

use crate::attacks::PAWN;
use crate::generate::{en_passant_takers, en_passant_victim};
use crate::moves::{MoveKind, Parts, castling_squares};
use crate::{Board, Color, Position, Role, Square, SquareSet, key};

/// Plays a move that is legal in `parent`. `us` must be the side to move; it is an argument so that the generator can
/// pass a constant.
#[inline(always)]
pub(crate) fn play(parent: &Position, us: Color, mv: Parts) -> Position {
    match mv.kind {
        MoveKind::Normal => step(parent, us, mv, mv.role),
        MoveKind::DoubleStep => {
            let mut child = step(parent, us, mv, Role::Pawn);
            child.offer_en_passant(us, Square::wrapping(mv.target.index() as u32 ^ 8));
            child
        }
        MoveKind::Promotion(promotion) => step(parent, us, mv, promotion.role()),
        MoveKind::EnPassant => en_passant(parent, us, mv),
        MoveKind::Castling => castling(parent, us, mv),
    }
}

/// [`play`] for a move of unknown kind; most are normal.
#[inline(always)]
pub(crate) fn play_any(parent: &Position, mv: Parts) -> Position {
    if mv.kind == MoveKind::Normal {
        step(parent, parent.turn(), mv, mv.role)
    } else {
        play_special(parent, mv)
    }
}

/// [`play_any`] in place. There are two assignments instead of one so that both positions are built in place, without a
/// copy.
#[inline(always)]
pub(crate) fn play_any_into(parent: &Position, mv: Parts, child: &mut Position) {
    if mv.kind == MoveKind::Normal {
        *child = step(parent, parent.turn(), mv, mv.role);
    } else {
        *child = play_special(parent, mv);
    }
}

#[inline(never)]
fn play_special(parent: &Position, mv: Parts) -> Position {
    play(parent, parent.turn(), mv)
}

/// The key of [`play_any`] alone: the compiler leaves out the rest of the step.
#[inline(always)]
pub(crate) fn key_after(parent: &Position, mv: Parts) -> u64 {
    if mv.kind == MoveKind::Normal {
        step(parent, parent.turn(), mv, mv.role).key
    } else {
        play_special(parent, mv).key
    }
}

/// Moves one piece, which captures any piece on its target and turns into `becomes` if it promotes. Everything is
/// computed and written once, almost without branches, because most of the time is spent here.
#[inline(always)]
fn step(parent: &Position, us: Color, mv: Parts, becomes: Role) -> Position {
    let (from, to) = (SquareSet::of(mv.from), SquareSet::of(mv.target));
    let board = &parent.board;
    let captures = board.by_color(!us).contains(mv.target);
    let mut key =
        key_of_next_turn(parent) ^ key::piece(us, mv.role, mv.from) ^ key::piece(us, becomes, mv.target);
    if captures {
        key ^= key::piece(!us, board.role_at_occupied(mv.target), mv.target);
    }
    // S05: a right is lost when the king or that rook moves; a captured rook loses it too
    let home = if mv.role == Role::King { board.by_color(us) } else { SquareSet::EMPTY };
    let lost = parent.castling & (from | to | home);
    for rook in lost {
        key ^= key::castling(rook);
    }
    let (leaves, arrives) = (&ROLE_MASKS[mv.role.index()], &ROLE_MASKS[becomes.index()]);
    let role = |index: usize| (board.roles[index] - to) ^ (from & leaves[index]) ^ (to & arrives[index]);
    let color = |color: Color| {
        let both = if color == us { from | to } else { SquareSet::EMPTY };
        (board.by_color(color) - to) ^ both
    };
    Position {
        board: Board {
            roles: [role(0), role(1), role(2), role(3), role(4), role(5)],
            colors: [color(Color::White), color(Color::Black)],
        },
        castling: parent.castling - lost,
        key,
        state: parent.state.next(us, captures || mv.role == Role::Pawn),
    }
}

fn en_passant(parent: &Position, us: Color, mv: Parts) -> Position {
    let mut child = step(parent, us, mv, Role::Pawn);
    child.toggle(!us, Role::Pawn, en_passant_victim(mv.target).first_or_a1());
    child
}

fn castling(parent: &Position, us: Color, mv: Parts) -> Position {
    let (king_to, rook_to) = castling_squares(mv.from, mv.target);
    let mut child =
        Position { key: key_of_next_turn(parent), state: parent.state.next(us, false), ..*parent };
    for rook in parent.castling & parent.board.by_color(us) {
        child.castling.remove(rook);
        child.key ^= key::castling(rook);
    }
    // In Chess960 king and rook may cross or stand on each other's target, so both leave before either arrives.
    child.toggle(us, Role::King, mv.from);
    child.toggle(us, Role::Rook, mv.target);
    child.toggle(us, Role::King, king_to);
    child.toggle(us, Role::Rook, rook_to);
    child
}

/// The key with the other side to move and without the right to capture en passant (law S02).
#[inline(always)]
fn key_of_next_turn(parent: &Position) -> u64 {
    let en_passant = parent.en_passant().map_or(0, |target| key::en_passant(target.file()));
    parent.key ^ key::BLACK_TO_MOVE ^ en_passant
}

/// Roles as masks: all squares for the role itself, none for the others.
static ROLE_MASKS: [[SquareSet; 6]; 6] = {
    let mut table = [[SquareSet::EMPTY; 6]; 6];
    let mut role = 0;
    while role < 6 {
        table[role][role] = SquareSet::ALL;
        role += 1;
    }
    table
};

impl Position {
    /// Puts a piece on an empty square, or removes it from its square.
    #[inline(always)]
    fn toggle(&mut self, color: Color, role: Role, square: Square) {
        self.board.roles[role.index()] ^= SquareSet::of(square);
        self.board.colors[color.index()] ^= SquareSet::of(square);
        self.key ^= key::piece(color, role, square);
    }

    /// E11: the en-passant square is set only if the capture is legal.
    #[inline(always)]
    fn offer_en_passant(&mut self, us: Color, passed: Square) {
        let beside = PAWN[us.index()][passed.index()];
        if !beside.is_disjoint(self.board.pieces(!us, Role::Pawn))
            && !en_passant_takers(&self.board, !us, passed).is_empty()
        {
            self.state = self.state.with_en_passant(passed);
            self.key ^= key::en_passant(passed.file());
        }
    }
}
