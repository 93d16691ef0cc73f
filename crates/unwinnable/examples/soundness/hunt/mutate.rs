//! Small changes to a position, because that is where arguments break: the same wall with one pawn a step further.

use super::pick;
use super::seeds::{play, put, support};
use fastrand::Rng;
use rules::{Board, Color, Piece, Position, Rank, Role, Setup, Square, SquareSet};

const ROLES: [Role; 7] =
    [Role::Pawn, Role::Pawn, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook, Role::Queen];

/// The position with one or a few changes; `None` if the result is not playable.
pub(crate) fn mutate(position: &Position, random: &mut Rng) -> Option<Position> {
    let mut setup = position.setup();
    let changes = if random.usize(..3) == 0 { 2 + random.usize(..2) } else { 1 };
    for _ in 0..changes {
        change(&mut setup, random);
    }
    setup.castling &= castling_rooks(&setup.board);
    if !passed_squares(&setup).iter().any(|square| Some(square) == setup.en_passant) {
        setup.en_passant = None;
    }
    if random.usize(..4) == 0 {
        setup.en_passant = passed_squares(&setup).first();
    }
    let plain = Setup { castling: SquareSet::EMPTY, en_passant: None, ..setup };
    let position = setup.validate().or_else(|_| plain.validate()).ok()?;
    let plies = if random.usize(..3) == 0 { 1 + random.usize(..6) } else { 0 };
    Some(play(position, plies, random))
}

fn change(setup: &mut Setup, random: &mut Rng) {
    match random.usize(..16) {
        0..=3 => shift(setup, Some(Role::Pawn), random),
        4..=6 => shift(setup, None, random),
        7 => put(setup, &ROLES, random),
        8 => support(setup, random),
        9 | 10 => remove(setup, random),
        11 => recolor(setup, random),
        12 => replace(setup, random),
        13 => setup.turn = !setup.turn,
        14 => mirror(setup, |square| square.offset(7 - 2 * square.file().index() as i32, 0), |color| color),
        _ => {
            mirror(setup, |square| Some(square.mirrored()), |color| !color);
            setup.turn = !setup.turn;
        }
    }
}

/// A random piece and its square.
fn any(board: &Board, role: Option<Role>, random: &mut Rng) -> Option<(Square, Piece)> {
    let wanted = |(_, piece): &(Square, Piece)| role.is_none_or(|role| piece.role == role);
    pick(random, &board.iter().filter(wanted).collect::<Vec<_>>())
}

/// Moves a piece one step in any direction, or anywhere. It replaces the piece that stood there, but never a king.
fn shift(setup: &mut Setup, role: Option<Role>, random: &mut Rng) {
    let Some((from, piece)) = any(&setup.board, role, random) else { return };
    let to = if random.usize(..3) == 0 {
        Square::from_index(random.usize(..64))
    } else {
        from.offset(random.usize(..3) as i32 - 1, random.usize(..3) as i32 - 1)
    };
    let Some(to) = to else { return };
    if setup.board.role_at(to) != Some(Role::King) {
        setup.board.clear(from);
        setup.board.put(to, piece);
    }
}

fn remove(setup: &mut Setup, random: &mut Rng) {
    if let Some((square, piece)) = any(&setup.board, None, random)
        && piece.role != Role::King
    {
        setup.board.clear(square);
    }
}

fn recolor(setup: &mut Setup, random: &mut Rng) {
    if let Some((square, piece)) = any(&setup.board, None, random)
        && piece.role != Role::King
    {
        setup.board.put(square, Piece { color: !piece.color, ..piece });
    }
}

fn replace(setup: &mut Setup, random: &mut Rng) {
    if let (Some((square, piece)), Some(role)) = (any(&setup.board, None, random), pick(random, &ROLES))
        && piece.role != Role::King
    {
        setup.board.put(square, Piece { role, ..piece });
    }
}

fn mirror(setup: &mut Setup, place: impl Fn(Square) -> Option<Square>, side: impl Fn(Color) -> Color) {
    let mut board = Board::default();
    for (square, piece) in setup.board.iter() {
        let square = place(square).expect("a mirror has a place for every square");
        board.put(square, Piece { color: side(piece.color), ..piece });
    }
    setup.board = board;
    setup.castling = setup.castling.iter().filter_map(&place).collect();
    setup.en_passant = setup.en_passant.and_then(place);
}

/// The rooks in the corners, for each king on its home square.
fn castling_rooks(board: &Board) -> SquareSet {
    let corners = [(Color::White, Square::E1, Rank::First), (Color::Black, Square::E8, Rank::Eighth)];
    let at_home = corners.into_iter().filter(|(color, home, _)| board.king(*color) == Some(*home));
    at_home.fold(SquareSet::EMPTY, |set, (color, _, rank)| {
        set | (board.pieces(color, Role::Rook) & SquareSet::rank(rank))
    })
}

/// The squares that a pawn of the side not to move may have skipped in its last move.
fn passed_squares(setup: &Setup) -> SquareSet {
    let back = if setup.turn == Color::White { 1 } else { -1 };
    let fourth = SquareSet::rank(Rank::Fourth.relative_to(!setup.turn));
    let behind = |pawn: Square| {
        let (passed, origin) = (pawn.offset(0, back)?, pawn.offset(0, 2 * back)?);
        let empty = |square| setup.board.piece_at(square).is_none();
        (empty(passed) && empty(origin)).then_some(passed)
    };
    (setup.board.pieces(!setup.turn, Role::Pawn) & fourth).iter().filter_map(behind).collect()
}
