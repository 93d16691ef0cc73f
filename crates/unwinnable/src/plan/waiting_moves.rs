//! Waiting moves, for a side that has to let the other one catch up.

use rules::{Color, Intent, LegalMove, Position, Role, Square, SquareSet, attacks};

/// A move to an empty square that `suits`: of a piece, which can go back later, or else of a pawn. If there
/// is none, the king steps aside.
pub(super) fn waiting<'p>(
    here: &'p Position,
    movers: SquareSet,
    avoided: SquareSet,
    suits: impl Fn(LegalMove<'_>) -> bool,
) -> Option<LegalMove<'p>> {
    let (board, us) = (here.board(), here.turn());
    let free = !(board.occupied() | avoided);
    let legal = |from: Square, to: Square| here.legal(Intent::new(from, to)).filter(|legal| is_quiet(*legal));
    let find = |from: Square, targets: SquareSet| {
        let mut moves = targets.iter().filter_map(|to| legal(from, to));
        moves.find(|legal| suits(*legal))
    };
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        for from in movers & board.pieces(us, role) {
            let found = find(from, attacks::of(us, role, from, board.occupied()) & free);
            if found.is_some() {
                return found;
            }
        }
    }
    let forward = if us == Color::White { 1 } else { -1 };
    for from in movers & board.pieces(us, Role::Pawn) {
        let ahead = from.offset(0, forward).map_or(SquareSet::EMPTY, SquareSet::of);
        let found = find(from, (ahead & free) - SquareSet::BACK_RANKS);
        if found.is_some() {
            return found;
        }
    }
    let king = here.king(us);
    (attacks::king(king) - board.occupied()).iter().find_map(|to| legal(king, to))
}

pub(super) fn anything_quiet(here: &Position) -> Option<LegalMove<'_>> {
    waiting(here, SquareSet::ALL, SquareSet::EMPTY, |_| true)
}

/// Whether the move neither captures nor gives check.
pub(super) fn is_quiet(legal: LegalMove<'_>) -> bool {
    !legal.position().board().occupied().contains(legal.to()) && !legal.play().in_check()
}
