//! The 960 starting positions by their standard numbers.

use crate::{Position, Role, Setup, Variant};

impl Position {
    /// The Chess960 start of a number from 0 to 959, in the standard numbering (518 is the orthodox start, with
    /// Chess960's castling); `None` for other numbers.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// let position = Position::chess960(0).expect("a number below 960");
    /// assert_eq!(position.fen(), "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1");
    /// ```
    pub fn chess960(number: u16) -> Option<Position> {
        let setup = Setup::with_back_rank(back_rank(number)?, Variant::Chess960);
        Some(setup.validate().expect("every Chess960 start is playable"))
    }
}

/// The digits of the number place the bishops, then the queen, then the knights; rook, king and rook take the remaining
/// squares in this order, so the king is between the rooks.
fn back_rank(number: u16) -> Option<[Role; 8]> {
    const KNIGHTS: [(usize, usize); 10] =
        [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let number = usize::from(number);
    let mut rank = [None; 8];
    rank[2 * (number % 4) + 1] = Some(Role::Bishop);
    rank[2 * (number / 4 % 4)] = Some(Role::Bishop);
    put(&mut rank, number / 16 % 6, Role::Queen);
    let (first, second) = *KNIGHTS.get(number / 96)?;
    // The second knight first: placing the first would shift the numbering of the empty squares.
    put(&mut rank, second, Role::Knight);
    put(&mut rank, first, Role::Knight);
    for role in [Role::Rook, Role::King, Role::Rook] {
        put(&mut rank, 0, role);
    }
    Some(rank.map(|role| role.expect("eight pieces were put on eight squares")))
}

/// Puts a piece on the `n`-th square that is still empty.
fn put(rank: &mut [Option<Role>; 8], n: usize, role: Role) {
    if let Some(square) = rank.iter_mut().filter(|square| square.is_none()).nth(n) {
        *square = Some(role);
    }
}
