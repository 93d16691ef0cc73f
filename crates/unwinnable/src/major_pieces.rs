//! Distance from a mate with a queen, a rook or a promoting pawn: capture what is in the way, drive the
//! losing king into a corner with few flight squares, and bring the winning king near.

use crate::heuristic::{Weights, foremost, kings, steps};
use crate::invariant::ahead;
use rules::{Board, Color, LegalMove, Position, Role, Square, SquareSet, attacks};

/// A cheap estimate of the distance from mate.
pub(crate) fn distance(board: &Board, winner: Color) -> usize {
    let (king, winning_king) = kings(board, winner);
    let victims = board.by_color(!winner).len();
    let majors = board.by_role(Role::Queen) | board.by_role(Role::Rook);
    let to_promotion = if board.by_color(winner).is_disjoint(majors) { foremost(board, winner) } else { 0 };
    to_corner(king) + steps(winning_king, king).saturating_sub(2) + 3 * to_promotion + 5 * victims
}

/// How far the winner's king is from where it is needed: next to the other king, or first at an enemy pawn
/// that blocks the promotion.
#[inline]
fn approach(king: Square, winning_king: Square, blocker: Option<Square>) -> usize {
    match blocker {
        Some(blocker) => 8 + steps(winning_king, blocker),
        None => steps(winning_king, king).saturating_sub(2),
    }
}

/// What the scores of all moves of a position share.
pub(crate) struct MajorPieces {
    weights: &'static Weights,
    winner: Color,
    king: Square,
    winning_king: Square,
    promotion: Promotion,
    /// The pieces of either side.
    victims: SquareSet,
    own: SquareSet,
    /// The squares the winner attacks, seen through the losing king.
    attacked: SquareSet,
    /// The squares a piece of each role has to reach to make progress.
    pub(crate) goals: [SquareSet; 6],
    /// The estimate of the position itself.
    pub(crate) here: usize,
}

impl MajorPieces {
    pub(crate) fn new(position: &Position, winner: Color, weights: &'static Weights) -> MajorPieces {
        let board = position.board();
        let (king, winning_king) = kings(board, winner);
        let (victims, own) = (board.by_color(!winner), board.by_color(winner));
        let attacked = attacked(board, winner, SquareSet::of(king));
        let promotion = Promotion::of(board, winner);
        let mut goals = if position.turn() == winner {
            [victims; 6]
        } else {
            [attacks::king(king) - victims - attacked; 6]
        };
        goals[Role::King.index()] = SquareSet::ALL;
        if position.turn() == winner && promotion.steps > 0 {
            goals[Role::Pawn.index()] = SquareSet::ALL;
        }
        let mut major_pieces = MajorPieces {
            weights,
            winner,
            king,
            winning_king,
            promotion,
            victims,
            own,
            attacked,
            goals,
            here: 0,
        };
        major_pieces.here = major_pieces.distance(king, winning_king, victims, promotion);
        major_pieces
    }

    #[inline]
    pub(crate) fn after(&self, legal: LegalMove<'_>) -> usize {
        if legal.position().turn() == self.winner { self.after_own(legal) } else { self.after_other(legal) }
    }

    fn after_own(&self, legal: LegalMove<'_>) -> usize {
        let to = legal.to();
        let steps = match legal.promotion() {
            Some(rules::Promotion::Queen | rules::Promotion::Rook) => 0,
            None if legal.role() == Role::Pawn => {
                self.promotion.steps.min(7 - to.rank().relative_to(self.winner).index())
            }
            _ => self.promotion.steps,
        };
        let blocker = self.promotion.blocker.filter(|blocker| *blocker != to && steps > 0);
        let winning_king = if legal.role() == Role::King { to } else { self.winning_king };
        self.distance(self.king, winning_king, self.victims - SquareSet::of(to), Promotion { steps, blocker })
    }

    fn after_other(&self, legal: LegalMove<'_>) -> usize {
        let (from, to) = (legal.from(), legal.to());
        let king = if legal.role() == Role::King { to } else { self.king };
        let victims = (self.victims - SquareSet::of(from)) | SquareSet::of(to);
        let loss = if self.own.contains(to) { self.weights.loss } else { 0 };
        self.distance(king, self.winning_king, victims, self.promotion) + loss
    }

    #[inline]
    fn distance(
        &self,
        king: Square,
        winning_king: Square,
        victims: SquareSet,
        promotion: Promotion,
    ) -> usize {
        let flights = attacks::king(king) - victims - self.attacked;
        self.weights.corner * to_corner(king)
            + self.weights.kings * approach(king, winning_king, promotion.blocker)
            + self.weights.flight * flights.len()
            + self.weights.victim * victims.len()
            + self.weights.promotion * promotion.steps
    }
}

/// The squares a side attacks, seen through the `absent` pieces.
fn attacked(board: &Board, color: Color, absent: SquareSet) -> SquareSet {
    let occupied = board.occupied() - absent;
    let own = board.by_color(color);
    let queens = board.by_role(Role::Queen);
    let mut attacked = SquareSet::EMPTY;
    for square in own & board.by_role(Role::Pawn) {
        attacked |= attacks::pawn(color, square);
    }
    for square in own & board.by_role(Role::Knight) {
        attacked |= attacks::knight(square);
    }
    for square in own & (board.by_role(Role::Bishop) | queens) {
        attacked |= attacks::bishop(square, occupied);
    }
    for square in own & (board.by_role(Role::Rook) | queens) {
        attacked |= attacks::rook(square, occupied);
    }
    for square in own & board.by_role(Role::King) {
        attacked |= attacks::king(square);
    }
    attacked
}

/// What is left to do for a pawn to promote, when there is neither a queen nor a rook.
#[derive(Clone, Copy)]
struct Promotion {
    /// The pawn's steps to the last rank.
    steps: usize,
    /// The enemy pawn in its way.
    blocker: Option<Square>,
}

impl Promotion {
    /// The pawn that needs the least.
    fn of(board: &Board, winner: Color) -> Promotion {
        let majors = board.by_role(Role::Queen) | board.by_role(Role::Rook);
        if !board.by_color(winner).is_disjoint(majors) {
            return Promotion { steps: 0, blocker: None };
        }
        let (_, winning_king) = kings(board, winner);
        let all = board.pieces(winner, Role::Pawn).iter().map(|pawn| {
            let enemy_pawns = ahead(winner, pawn) & board.pieces(!winner, Role::Pawn);
            let blocker = if winner == Color::White { enemy_pawns.first() } else { enemy_pawns.last() };
            Promotion { steps: 7 - pawn.rank().relative_to(winner).index(), blocker }
        });
        let effort = |promotion: &Promotion| {
            3 * promotion.steps + promotion.blocker.map_or(0, |blocker| 8 + steps(winning_king, blocker))
        };
        all.min_by_key(effort).unwrap_or(Promotion { steps: 8, blocker: None })
    }
}

/// King moves to the nearest corner.
#[inline]
fn to_corner(square: Square) -> usize {
    let to_edge = |index: usize| index.min(7 - index);
    to_edge(square.file().index()).max(to_edge(square.rank().index()))
}
