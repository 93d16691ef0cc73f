//! The theorem about pieces that never give mate, told once more in other words than where it is used.

use rules::{Board, Color, Piece, Role, Square};

/// Whether `color` never gives mate with what is on the board, because it has
///
/// - nothing but its king;
/// - beside it only one knight, against a king with nothing but queens;
/// - beside it only bishops, where every man other than kings, rooks and queens is a bishop of their square
///   colour.
pub(super) fn never_mates(board: &Board, color: Color) -> bool {
    let men = |wanted: &dyn Fn(Square, Piece) -> bool| {
        board.iter().filter(|(square, piece)| piece.role != Role::King && wanted(*square, *piece)).count()
    };
    let own = men(&|_, piece| piece.color == color);
    let own_knights = men(&|_, piece| piece.color == color && piece.role == Role::Knight);
    let own_bishops = men(&|_, piece| piece.color == color && piece.role == Role::Bishop);
    let others_but_queens = men(&|_, piece| piece.color != color && piece.role != Role::Queen);
    let with_bishops = |light: bool| {
        own_bishops == own
            && men(&|square, piece| match piece.role {
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
