//! An estimate of how far a position is from mate. Positions with small estimates are searched first. A bad estimate
//! can delay an answer, but never make it wrong.

use crate::major_pieces::{self, MajorPieces};
use crate::minor_pieces;
use rules::{Board, Color, LegalMove, Position, Promotion, Role, Square, SquareSet, attacks};

/// More than any estimate with a queen, rook or pawn, so that these are not given up for nothing.
const WITHOUT_FORCE: usize = 120;

/// The estimated distance from mating `winner`'s opponent.
pub(crate) fn distance(board: &Board, winner: Color) -> usize {
    if has_force(board, winner) {
        major_pieces::distance(board, winner)
    } else {
        WITHOUT_FORCE + minor_pieces::distance(board, winner)
    }
}

/// Whether the winner has a queen, a rook, or a pawn that may promote.
fn has_force(board: &Board, winner: Color) -> bool {
    let force = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    !board.by_color(winner).is_disjoint(force)
}

/// What all moves of a position share, computed once, so that they can be scored without being played.
pub(crate) struct Heuristic {
    winner: Color,
    /// The estimate of the position itself.
    pub(crate) here: usize,
    /// The squares from which a piece of each role gives check, when the winner is to move.
    checks: [SquareSet; 6],
    major_pieces: Option<MajorPieces>,
}

impl Heuristic {
    pub(crate) fn new(position: &Position, winner: Color, weights: &'static Weights) -> Heuristic {
        let board = position.board();
        let checks = if position.turn() == winner { checks(position, winner) } else { [SquareSet::EMPTY; 6] };
        let major_pieces = has_force(board, winner).then(|| MajorPieces::new(position, winner, weights));
        let here = match &major_pieces {
            Some(major_pieces) => major_pieces.here,
            None => WITHOUT_FORCE + minor_pieces::distance(board, winner),
        };
        Heuristic { winner, here, checks, major_pieces }
    }

    /// The squares a piece of each role has to reach to give check or, as far as can be told, to make
    /// progress.
    pub(crate) fn goals(&self) -> [SquareSet; 6] {
        let mut goals =
            self.major_pieces.as_ref().map_or([SquareSet::ALL; 6], |major_pieces| major_pieces.goals);
        // A promoting pawn may give check as another piece.
        let promoted = self.checks[Role::Knight.index()] | self.checks[Role::Queen.index()];
        goals[Role::Pawn.index()] |= promoted & SquareSet::BACK_RANKS;
        for (goals, checks) in goals.iter_mut().zip(self.checks) {
            *goals |= checks;
        }
        goals
    }

    /// Whether the winner's move attacks the king from its target square. Discovered checks are found later,
    /// by playing the move.
    #[inline]
    pub(crate) fn gives_check(&self, legal: LegalMove<'_>) -> bool {
        let role = legal.promotion().map_or(legal.role(), Promotion::role);
        self.checks[role.index()].contains(legal.to())
    }

    /// The estimate after a move, if it is lower than before.
    #[inline]
    pub(crate) fn progress(&self, legal: LegalMove<'_>) -> Option<usize> {
        if let Some(major_pieces) = &self.major_pieces
            && !major_pieces.goals[legal.role().index()].contains(legal.to())
        {
            return None;
        }
        Some(self.after(legal)).filter(|distance| *distance < self.here)
    }

    /// The estimate after a move.
    pub(crate) fn after(&self, legal: LegalMove<'_>) -> usize {
        match &self.major_pieces {
            Some(major_pieces) => major_pieces.after(legal),
            None => WITHOUT_FORCE + minor_pieces::distance(legal.play().board(), self.winner),
        }
    }
}

/// The squares from which a piece of each role would attack the king of the winner's opponent.
fn checks(position: &Position, winner: Color) -> [SquareSet; 6] {
    let king = position.king(!winner);
    let occupied = position.board().occupied();
    let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
    [attacks::pawn(!winner, king), attacks::knight(king), bishop, rook, bishop | rook, SquareSet::EMPTY]
}

/// The weights of the estimate. No weights suit every position, so a search that makes no headway is
/// restarted with others.
pub(crate) struct Weights {
    /// For each step of the losing king to its corner.
    pub(crate) corner: usize,
    /// For each step between the kings.
    pub(crate) kings: usize,
    /// For each flight square of the losing king.
    pub(crate) flight: usize,
    /// For each piece of the loser that is still to be captured.
    pub(crate) victim: usize,
    /// For each piece the winner loses.
    pub(crate) loss: usize,
    /// For each step of a pawn to promotion.
    pub(crate) promotion: usize,
    /// How many moves that are not progress are tried at a time.
    pub(crate) batch: usize,
}

/// The losing king and the winning king.
pub(crate) fn kings(board: &Board, winner: Color) -> (Square, Square) {
    let king = |color| board.king(color).expect("a position has one king a side");
    (king(!winner), king(winner))
}

/// The distance between two squares in king moves.
pub(crate) fn steps(one: Square, other: Square) -> usize {
    let files = one.file().index().abs_diff(other.file().index());
    let ranks = one.rank().index().abs_diff(other.rank().index());
    files.max(ranks)
}

/// The steps of a side's most advanced pawn to the last rank; 8 if it has no pawn.
pub(crate) fn foremost(board: &Board, color: Color) -> usize {
    let pawns = board.pieces(color, Role::Pawn);
    let foremost = if color == Color::White { pawns.last() } else { pawns.first() };
    foremost.map_or(8, |pawn| 7 - pawn.rank().relative_to(color).index())
}
