//! Generated positions, which are the same in every run.

use fastrand::Rng;
use tabiya_rules::{Color, LegalMove, Piece, Position, Rank, Role, Setup, Square, SquareSet};

const PLAYOUTS: usize = 2_000;
const ENDGAMES: usize = 2_000;
const WALLS: usize = 400;

pub(super) fn positions() -> [(&'static str, Vec<Position>); 3] {
    let mut random = Rng::with_seed(20);
    [
        ("own playouts", (0..PLAYOUTS).map(|_| playout(&mut random)).collect()),
        ("own endgames", (0..ENDGAMES).map(|_| playable(&mut random, endgame)).collect()),
        ("own walls", (0..WALLS).map(|_| playable(&mut random, wall)).collect()),
    ]
}

/// Up to 300 random plies from the standard starting position.
fn playout(random: &mut Rng) -> Position {
    let mut position = Position::start();
    for _ in 0..random.usize(..300) {
        let count = position.count_legal_moves();
        if count == 0 {
            break;
        }
        let next = position.legal_moves().iter().nth(random.usize(..count)).map(LegalMove::play);
        position = next.expect("the number is below the count of moves");
    }
    position
}

/// Tries setups until one is a valid position with a legal move.
fn playable(random: &mut Rng, setup: fn(&mut Rng) -> Setup) -> Position {
    loop {
        if let Ok(position) = setup(random).validate()
            && position.count_legal_moves() > 0
        {
            return position;
        }
    }
}

/// The kings and up to four other pieces.
fn endgame(random: &mut Rng) -> Setup {
    let mut setup = Setup { turn: Color::ALL[random.usize(..2)], ..Setup::EMPTY };
    for _ in 0..=random.usize(..4) {
        let roles = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
        let (color, role) = (Color::ALL[random.usize(..2)], roles[random.usize(..roles.len())]);
        put(&mut setup, random, color, role);
    }
    for color in Color::ALL {
        put(&mut setup, random, color, Role::King);
    }
    setup
}

/// Blocked pawn pairs on most files, never side by side on one rank, with kings and up to three bishops.
fn wall(random: &mut Rng) -> Setup {
    let mut setup = Setup { turn: Color::ALL[random.usize(..2)], ..Setup::EMPTY };
    let mut before = None;
    for file in SquareSet::rank(Rank::Third) {
        let rank = random.usize(..4);
        if rank == 3 || before == Some(rank) {
            before = None;
            continue;
        }
        before = Some(rank);
        for (color, above) in [(Color::White, rank), (Color::Black, rank + 1)] {
            let square = file.offset(0, above as i32).expect("at most four ranks above the third");
            setup.board.put(square, Piece { color, role: Role::Pawn });
        }
    }
    for _ in 0..random.usize(..4) {
        let color = Color::ALL[random.usize(..2)];
        put(&mut setup, random, color, Role::Bishop);
    }
    for color in Color::ALL {
        put(&mut setup, random, color, Role::King);
    }
    setup
}

/// Puts a piece on a random empty square, a pawn not on the first or last rank.
fn put(setup: &mut Setup, random: &mut Rng, color: Color, role: Role) {
    let ends = SquareSet::rank(Rank::First) | SquareSet::rank(Rank::Eighth);
    let forbidden = if role == Role::Pawn { ends } else { SquareSet::EMPTY };
    let free = SquareSet::ALL - setup.board.occupied() - forbidden;
    let square: Option<Square> = free.iter().nth(random.usize(..free.len()));
    setup.board.put(square.expect("the number is below the length"), Piece { color, role });
}
