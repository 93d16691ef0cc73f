//! Initial positions: from games, endings, and pawn walls with kings and pieces on both sides of them.

use super::pick;
use fastrand::Rng;
use rules::{Color, File, LegalMove, Piece, Position, Rank, Role, Setup, Square, SquareSet};

/// A position of a random kind. Walls are the most frequent, because they are what the solver reasons about.
pub(crate) fn seed(random: &mut Rng) -> Position {
    if random.usize(..12) == 0 {
        return playout(random);
    }
    loop {
        let setup = if random.usize(..6) == 0 { ending(random) } else { wall(random) };
        if let Ok(position) = setup.validate() {
            return position;
        }
    }
}

/// Up to 300 random plies from the starting position.
fn playout(random: &mut Rng) -> Position {
    let plies = random.usize(..300);
    play(Position::start(), plies, random)
}

/// This many random moves, or fewer if the game ends.
pub(crate) fn play(mut position: Position, plies: usize, random: &mut Rng) -> Position {
    for _ in 0..plies {
        let moves: Vec<LegalMove<'_>> = position.legal_moves().iter().collect();
        let Some(legal) = pick(random, &moves) else { break };
        position = legal.play();
    }
    position
}

/// The kings and up to four other pieces.
fn ending(random: &mut Rng) -> Setup {
    let mut setup = empty(random);
    for _ in 0..=random.usize(..4) {
        let roles = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        put(&mut setup, &roles, random);
    }
    kings(&mut setup, random);
    setup
}

/// Pawns head to head on most files. Walls in which pawns on adjacent files can capture each other are mostly avoided.
/// Then kings, some free pieces, and sometimes extra pawns.
fn wall(random: &mut Rng) -> Setup {
    let mut setup = empty(random);
    let mut before = None;
    let lowest = 1 + random.usize(..3);
    for file in File::ALL {
        let rank = lowest + random.usize(..3);
        if random.usize(..4) == 0 || (before == Some(rank) && random.usize(..10) != 0) {
            before = None;
            continue;
        }
        before = Some(rank);
        // Sometimes there is a gap between the two pawns.
        let gap = usize::from(random.usize(..12) == 0);
        for (color, rank) in [(Color::White, rank), (Color::Black, rank + 1 + gap)] {
            if let (Some(square), 1..=6) = (Square::from_index(8 * rank + file.index()), rank) {
                setup.board.put(square, Piece { color, role: Role::Pawn });
            }
        }
    }
    for _ in 0..random.usize(..4) {
        put(&mut setup, &[Role::Bishop, Role::Bishop, Role::Bishop, Role::Knight, Role::Rook], random);
    }
    for _ in 0..random.usize(..7).saturating_sub(2) {
        support(&mut setup, random);
    }
    for color in Color::ALL {
        if random.usize(..3) == 0 {
            king_in_wall(&mut setup, color, random);
        }
    }
    kings(&mut setup, random);
    setup
}

/// Puts a pawn behind or beside another of its side.
pub(crate) fn support(setup: &mut Setup, random: &mut Rng) {
    let pawns: Vec<Square> = setup.board.by_role(Role::Pawn).iter().collect();
    let Some(pawn) = pick(random, &pawns) else { return };
    let Some(piece) = setup.board.piece_at(pawn) else { return };
    let back = if piece.color == Color::White { -1 } else { 1 };
    let (files, ranks) = (random.usize(..3) as i32 - 1, back * random.usize(..3) as i32);
    if let Some(square) = pawn.offset(files, ranks)
        && (free(setup) - SquareSet::BACK_RANKS).contains(square)
    {
        setup.board.put(square, piece);
    }
}

/// Replaces a pawn of the wall with the king of its side. A king that cannot move is where a solver most easily
/// overlooks what sets it free.
fn king_in_wall(setup: &mut Setup, color: Color, random: &mut Rng) {
    let pawns: Vec<Square> = setup.board.pieces(color, Role::Pawn).iter().collect();
    if let Some(square) = pick(random, &pawns) {
        setup.board.put(square, Piece { color, role: Role::King });
    }
}

fn empty(random: &mut Rng) -> Setup {
    Setup { turn: Color::ALL[random.usize(..2)], ..Setup::EMPTY }
}

/// Puts the kings that are still missing, mostly on their own half of the board.
fn kings(setup: &mut Setup, random: &mut Rng) {
    for color in Color::ALL {
        if setup.board.king(color).is_some() {
            continue;
        }
        let anywhere = random.usize(..3) == 0;
        let home = |square: &Square| anywhere || square.rank().relative_to(color) <= Rank::Fourth;
        let squares: Vec<Square> = free(setup).iter().filter(home).collect();
        if let Some(square) = pick(random, &squares) {
            setup.board.put(square, Piece { color, role: Role::King });
        }
    }
}

/// Puts a piece of either side on an empty square.
pub(crate) fn put(setup: &mut Setup, roles: &[Role], random: &mut Rng) {
    let color = Color::ALL[random.usize(..2)];
    let Some(role) = pick(random, roles) else { return };
    let forbidden = if role == Role::Pawn { SquareSet::BACK_RANKS } else { SquareSet::EMPTY };
    let squares = free(setup) - forbidden;
    if let Some(square) = pick(random, &squares.iter().collect::<Vec<_>>()) {
        setup.board.put(square, Piece { color, role });
    }
}

fn free(setup: &Setup) -> SquareSet {
    SquareSet::ALL - setup.board.occupied()
}
