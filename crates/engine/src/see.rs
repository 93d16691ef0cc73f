//! Static exchange evaluation (SEE): what a move gains when both sides go on capturing on its target square.

use rules::cpu::{self, Sliders};
use rules::{Color, LegalMove, MoveKind, Position, Role, Square, SquareSet, attacks};

/// Rough piece values for exchanges and move ordering.
pub(crate) const fn piece_value(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
    }
}

/// Whether the move gains at least `threshold` when both sides then make their best captures on its target square.
pub(crate) fn see_at_least(legal: LegalMove<'_>, threshold: i32) -> bool {
    let position = legal.position();
    let (from, to) = (legal.from(), legal.to());
    let (mut occupied, next_victim) = match legal.mv().kind() {
        MoveKind::Castling => return threshold <= 0,
        MoveKind::EnPassant => {
            let taken = Square::new(to.file(), from.rank());
            (position.board().occupied() - SquareSet::of(taken), piece_value(Role::Pawn))
        }
        MoveKind::Promotion(promotion) => (position.board().occupied(), piece_value(promotion.role())),
        MoveKind::Normal | MoveKind::DoubleStep => (position.board().occupied(), piece_value(legal.role())),
    };
    let promoted =
        legal.promotion().map_or(0, |promotion| piece_value(promotion.role()) - piece_value(Role::Pawn));

    // The gain must reach the threshold without a recapture. If it still does after the piece is lost, that is enough.
    let mut balance = legal.captured().map_or(0, piece_value) + promoted - threshold;
    if balance < 0 {
        return false;
    }
    balance -= next_victim;
    if balance >= 0 {
        return true;
    }
    occupied.remove(from);
    occupied.insert(to);
    cpu::run(Recaptures { position, to, occupied, balance })
}

/// Both sides recapture on `to` with their least valuable piece, the opponent first. The output says whether the side
/// to move, which is at `balance` after losing its piece, still comes out ahead.
struct Recaptures<'p> {
    position: &'p Position,
    to: Square,
    occupied: SquareSet,
    balance: i32,
}

impl cpu::Work for Recaptures<'_> {
    type Output = bool;

    #[inline(always)]
    fn run(self, sliders: impl Sliders) -> bool {
        let Recaptures { position, to, occupied, balance } = self;
        recaptures_fall_short(position, to, occupied, balance, sliders)
    }
}

#[inline(always)]
fn recaptures_fall_short(
    position: &Position,
    to: Square,
    mut occupied: SquareSet,
    mut balance: i32,
    sliders: impl Sliders,
) -> bool {
    let board = position.board();
    let diagonal = board.by_role(Role::Bishop) | board.by_role(Role::Queen);
    let straight = board.by_role(Role::Rook) | board.by_role(Role::Queen);
    let mut attackers = attackers(position, to, occupied, sliders);
    let us = position.turn();
    let mut side = !us;
    loop {
        attackers &= occupied;
        let own = attackers & board.by_color(side);
        if own.is_empty() {
            break; // this side cannot recapture: the other stays ahead
        }
        let (role, from) = least_valuable(position, own);
        if role == Role::King && !(attackers & board.by_color(!side)).is_empty() {
            break; // M14: the king may not step into check
        }
        occupied.remove(from);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= sliders.bishop(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= sliders.rook(to, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - piece_value(role);
        if balance >= 0 {
            break; // the side that has just captured stays ahead even if it loses this piece too
        }
    }
    side != us
}

#[inline(always)]
fn least_valuable(position: &Position, own: SquareSet) -> (Role, Square) {
    for role in Role::ALL {
        if let Some(square) = (own & position.board().by_role(role)).first() {
            return (role, square);
        }
    }
    unreachable!("an attacker has a role")
}

/// The pieces of both sides that attack a square.
#[inline(always)]
fn attackers(position: &Position, square: Square, occupied: SquareSet, sliders: impl Sliders) -> SquareSet {
    let board = position.board();
    let queens = board.by_role(Role::Queen);
    attacks::pawn(Color::Black, square) & board.pieces(Color::White, Role::Pawn)
        | attacks::pawn(Color::White, square) & board.pieces(Color::Black, Role::Pawn)
        | attacks::knight(square) & board.by_role(Role::Knight)
        | attacks::king(square) & board.by_role(Role::King)
        | sliders.bishop(square, occupied) & (board.by_role(Role::Bishop) | queens)
        | sliders.rook(square, occupied) & (board.by_role(Role::Rook) | queens)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact gain is the greatest threshold that `see_at_least` accepts.
    #[track_caller]
    fn check(fen: &str, mv: &str, expected: i32) {
        let position: Position = fen.parse().unwrap();
        let legal = position.parse_uci(mv).unwrap();
        assert!(see_at_least(legal, expected), "{fen} {mv}: less than {expected}");
        assert!(!see_at_least(legal, expected + 1), "{fen} {mv}: more than {expected}");
    }

    #[test]
    fn exchanges() {
        check("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100); // free
        check("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500); // protected
        check("4k3/8/4p3/3p4/4P3/8/3R4/4K3 w - - 0 1", "e4d5", 100); // pawn takes pawn, rook behind
        check("4k3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", 100); // two against one: Black will not recapture
        check("3rk3/3r4/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", 100 - 500); // two against two
        check("5k2/8/8/8/8/8/8/4K1R1 w - - 0 1", "g1g8", -500); // en prise to the king
        check("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", 0);
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100);
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 850);
        check("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -100);
        check("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n", 500 + 210);
        // x-rays: a queen behind a bishop
        check("4k3/8/4p3/3p4/8/1B6/Q7/4K3 w - - 0 1", "b3d5", 100 + 100 - 330);
        // the king may not take what is still protected
        check("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100);
    }
}
