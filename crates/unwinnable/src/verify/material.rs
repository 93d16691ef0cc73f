//! The theorem about material that can never give mate, stated a second time, independently of `material`.

use rules::{Board, Color, Piece, Role, Square};

/// Whether `color` can never give mate with the material on the board, because it has
///
/// - nothing but its king;
/// - beside it only one knight, against a king with nothing but queens;
/// - beside it only bishops, where every piece other than kings, rooks and queens is a bishop on squares of
///   the same colour.
pub(super) fn never_mates(board: &Board, color: Color) -> bool {
    let count = |wanted: &dyn Fn(Square, Piece) -> bool| {
        board.iter().filter(|(square, piece)| piece.role != Role::King && wanted(*square, *piece)).count()
    };
    let own = count(&|_, piece| piece.color == color);
    let own_knights = count(&|_, piece| piece.color == color && piece.role == Role::Knight);
    let own_bishops = count(&|_, piece| piece.color == color && piece.role == Role::Bishop);
    let others_but_queens = count(&|_, piece| piece.color != color && piece.role != Role::Queen);
    let with_bishops = |light: bool| {
        own_bishops == own
            && count(&|square, piece| match piece.role {
                Role::Pawn | Role::Knight => true,
                Role::Bishop => square.is_light() != light,
                _ => false,
            }) == 0
    };
    own == 0
        || own == 1 && own_knights == 1 && others_but_queens == 0
        || with_bishops(true)
        || with_bishops(false)
}
