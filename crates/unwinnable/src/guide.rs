//! How far a position looks from the mate: small numbers are tried first. Nothing here can make an answer
//! wrong, only late.

use crate::hunt::{self, Hunt};
use crate::smother;
use rules::{Board, Color, LegalMove, Position, Promotion, Role, Square, SquareSet, attacks};

/// More than a hunt is ever away: a queen or a rook is not given up for nothing.
const WITHOUT_FORCE: usize = 120;

/// The farther the mate of `winner`'s opponent looks, the greater.
pub(crate) fn distance(board: &Board, winner: Color) -> usize {
    if has_force(board, winner) {
        hunt::distance(board, winner)
    } else {
        WITHOUT_FORCE + smother::distance(board, winner)
    }
}

/// Whether the winner has a queen, a rook, or a pawn to become one.
fn has_force(board: &Board, winner: Color) -> bool {
    let force = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    !board.by_color(winner).is_disjoint(force)
}

/// What is worth knowing of a position before its moves are judged one by one, none of them played.
pub(crate) struct Guide {
    winner: Color,
    /// How far the mate looks from here.
    pub(crate) here: usize,
    /// From where a piece of each role gives check, when the winner is to move.
    checks: [SquareSet; 6],
    hunt: Option<Hunt>,
}

impl Guide {
    pub(crate) fn new(position: &Position, winner: Color, manner: &'static Manner) -> Guide {
        let board = position.board();
        let checks = if position.turn() == winner { checks(position, winner) } else { [SquareSet::EMPTY; 6] };
        let hunt = has_force(board, winner).then(|| Hunt::new(position, winner, manner));
        let here = match &hunt {
            Some(hunt) => hunt.here,
            None => WITHOUT_FORCE + smother::distance(board, winner),
        };
        Guide { winner, here, checks, hunt }
    }

    /// Where a piece of each role has to go to give check or, as far as can be told, to make progress.
    pub(crate) fn goals(&self) -> [SquareSet; 6] {
        let mut goals = self.hunt.as_ref().map_or([SquareSet::ALL; 6], |hunt| hunt.goals);
        // A pawn that promotes may give check as another piece.
        let promoted = self.checks[Role::Knight.index()] | self.checks[Role::Queen.index()];
        goals[Role::Pawn.index()] |= promoted & SquareSet::BACK_RANKS;
        for (goals, checks) in goals.iter_mut().zip(self.checks) {
            *goals |= checks;
        }
        goals
    }

    /// Whether the winner's move attacks the king from its target. A discovered check is left to be met.
    #[inline]
    pub(crate) fn gives_check(&self, legal: LegalMove<'_>) -> bool {
        let role = legal.promotion().map_or(legal.role(), Promotion::role);
        self.checks[role.index()].contains(legal.to())
    }

    /// How far the mate looks after a move, if nearer than from here.
    #[inline]
    pub(crate) fn progress(&self, legal: LegalMove<'_>) -> Option<usize> {
        if let Some(hunt) = &self.hunt
            && !hunt.goals[legal.role().index()].contains(legal.to())
        {
            return None;
        }
        Some(self.after(legal)).filter(|distance| *distance < self.here)
    }

    /// How far the mate looks after a move.
    pub(crate) fn after(&self, legal: LegalMove<'_>) -> usize {
        match &self.hunt {
            Some(hunt) => hunt.after(legal),
            None => WITHOUT_FORCE + smother::distance(legal.play().board(), self.winner),
        }
    }
}

/// From where a piece of each role would attack the king of the winner's opponent.
fn checks(position: &Position, winner: Color) -> [SquareSet; 6] {
    let king = position.king(!winner);
    let occupied = position.board().occupied();
    let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
    [attacks::pawn(!winner, king), attacks::knight(king), bishop, rook, bishop | rook, SquareSet::EMPTY]
}

/// What counts how much. No weights suit every position, so that a search which does not get on begins anew
/// with others.
pub(crate) struct Manner {
    /// A step of the king to be mated to its corner.
    pub(crate) corner: usize,
    /// A step between the kings.
    pub(crate) kings: usize,
    /// A square the king can flee to.
    pub(crate) flight: usize,
    /// A man that is still to be taken.
    pub(crate) victim: usize,
    /// An own man that is lost.
    pub(crate) loss: usize,
    /// A pawn's step to promotion.
    pub(crate) promotion: usize,
    /// How many moves that are no progress are tried before others.
    pub(crate) lot: usize,
}

/// The king to be mated, and the other.
pub(crate) fn kings(board: &Board, winner: Color) -> (Square, Square) {
    let king = |color| board.king(color).expect("a position has one king a side");
    (king(!winner), king(winner))
}

/// King's steps from one square to another.
pub(crate) fn steps(one: Square, other: Square) -> usize {
    let files = one.file().index().abs_diff(other.file().index());
    let ranks = one.rank().index().abs_diff(other.rank().index());
    files.max(ranks)
}

/// How many steps a side's foremost pawn still has to the last rank; more than that if there is none.
pub(crate) fn foremost(board: &Board, color: Color) -> usize {
    let pawns = board.pieces(color, Role::Pawn);
    let foremost = if color == Color::White { pawns.last() } else { pawns.first() };
    foremost.map_or(8, |pawn| 7 - pawn.rank().relative_to(color).index())
}
