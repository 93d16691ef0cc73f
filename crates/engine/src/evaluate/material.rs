//! Piece counts, game phase, and insufficient material.

use rules::{Board, Color, Role, SquareSet};

/// The pieces and pawns of one side, without the king.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceCounts {
    pub(crate) pawns: i32,
    pub(crate) knights: i32,
    pub(crate) bishops: i32,
    pub(crate) rooks: i32,
    pub(crate) queens: i32,
}

impl PieceCounts {
    /// The number of pieces, without pawns.
    pub(crate) const fn pieces(self) -> i32 {
        self.knights + self.bishops + self.rooks + self.queens
    }

    /// The value of the pieces, in units of a pawn and without the pawns.
    pub(crate) const fn value(self) -> i32 {
        3 * (self.knights + self.bishops) + 5 * self.rooks + 9 * self.queens
    }
}

#[inline(always)]
pub(crate) fn counts(board: &Board, color: Color) -> PieceCounts {
    let count = |role| board.pieces(color, role).len() as i32;
    PieceCounts {
        pawns: count(Role::Pawn),
        knights: count(Role::Knight),
        bishops: count(Role::Bishop),
        rooks: count(Role::Rook),
        queens: count(Role::Queen),
    }
}

/// The phase of the starting position.
pub(crate) const FULL_PHASE: i32 = 24;

/// How far the game is from the endgame: [`FULL_PHASE`] with all pieces, 0 with none.
#[inline(always)]
pub(crate) fn phase(board: &Board) -> i32 {
    let minors = board.by_role(Role::Knight) | board.by_role(Role::Bishop);
    let phase = minors.len() + 2 * board.by_role(Role::Rook).len() + 4 * board.by_role(Role::Queen).len();
    (phase as i32).min(FULL_PHASE)
}

/// Whether material alone rules out a mate by any series of moves (law E04): a minor piece against a bare king, or
/// bishops of one colour of square only.
pub(crate) fn is_dead(board: &Board) -> bool {
    let able = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    if !able.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.by_role(Role::Knight), board.by_role(Role::Bishop));
    match (knights.len(), bishops.len()) {
        (0 | 1, 0) | (0, 1) => true,
        (0, _) => (bishops & SquareSet::LIGHT).is_empty() || (bishops & SquareSet::DARK).is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Position;

    #[test]
    fn dead_by_material() {
        let check = |fen: &str, dead: bool| {
            assert_eq!(is_dead(fen.parse::<Position>().unwrap().board()), dead, "{fen}");
        };
        check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true);
        check("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", true);
        check("4k3/8/8/8/8/8/8/3BK3 w - - 0 1", true);
        check("2b1k3/8/8/8/8/8/8/3BK3 w - - 0 1", true); // c8 and d1: both light
        check("3bk3/8/8/8/8/8/8/3BK3 w - - 0 1", false);
        check("3nk3/8/8/8/8/8/8/3BK3 w - - 0 1", false);
        check("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", false); // a helpmate exists
        check("4k3/p7/8/8/8/8/8/4K3 w - - 0 1", false);
    }
}
