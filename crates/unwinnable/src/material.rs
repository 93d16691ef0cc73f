//! Material that can never give mate.

use rules::{Board, Color, Role, SquareSet};

/// Whether the winner's pieces can never give mate, whatever both sides do. There are three such cases:
///
/// - a bare king;
/// - king and knight, where the loser has nothing but king and queens: no piece can block the king's flight
///   without being able to take the knight or to interpose;
/// - king and bishops of one square colour, with no bishop of the other colour, no knight and no pawn on the
///   board: the squares of the other colour around the king cannot all be taken away.
///
/// Each is closed under every legal move: captures only take pieces away, and promotion needs a pawn, which
/// in the second case only the loser could have (but does not) and in the third nobody has.
pub(crate) fn cannot_mate(board: &Board, winner: Color) -> bool {
    let mine = board.by_color(winner);
    let strong = board.by_role(Role::Pawn) | board.by_role(Role::Rook) | board.by_role(Role::Queen);
    if !mine.is_disjoint(strong) {
        return false;
    }
    let knights = board.pieces(winner, Role::Knight);
    let bishops = board.pieces(winner, Role::Bishop);
    if knights.is_empty() && bishops.is_empty() {
        return true;
    }
    if bishops.is_empty() {
        let harmless = board.by_role(Role::King) | board.by_role(Role::Queen);
        return knights.len() == 1 && board.by_color(!winner).is_subset(harmless);
    }
    let helpers = board.by_role(Role::Pawn) | board.by_role(Role::Knight);
    let all_bishops = board.by_role(Role::Bishop);
    helpers.is_empty()
        && (all_bishops.is_disjoint(SquareSet::LIGHT) || all_bishops.is_disjoint(SquareSet::DARK))
}
