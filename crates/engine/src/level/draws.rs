//! When an opponent agrees to a draw or claims one.

use crate::Value;
use rules::{Color, Position, Role};

/// A side that is at least half a pawn behind accepts a draw at any time.
const DRAW_THRESHOLD: Value = -50;
/// Late in a game a side accepts a draw unless it is more than a fifth of a pawn ahead.
const LATE_DRAW_THRESHOLD: Value = 20;
/// From this move number on it is late.
const LATE_MOVE_NUMBER: u16 = 30;
/// With this few pieces on the board it is late as well.
const LATE_PIECES: usize = 8;

/// Whether an opponent that plays `own` and is at `value` agrees to a draw.
pub fn agrees_to_draw(position: &Position, own: Color, value: Value) -> bool {
    let late = position.fullmoves() >= LATE_MOVE_NUMBER || position.board().occupied().len() <= LATE_PIECES;
    value <= DRAW_THRESHOLD || late && value <= LATE_DRAW_THRESHOLD || !can_hope_to_win(position, own)
}

/// Whether an opponent at `value` claims a draw that it is entitled to.
pub fn claims_draw(value: Value) -> bool {
    value <= LATE_DRAW_THRESHOLD
}

/// With a king and at most one minor piece a win is only theoretical.
fn can_hope_to_win(position: &Position, own: Color) -> bool {
    let count = |role| position.board().pieces(own, role).len();
    let minor = count(Role::Knight) + count(Role::Bishop);
    minor > 1 || [Role::Pawn, Role::Rook, Role::Queen].into_iter().any(|role| count(role) > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_accepted_when_there_is_little_hope_of_more() {
        let agrees = |fen: &str, value| agrees_to_draw(&fen.parse().expect("a FEN"), Color::White, value);
        let early = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 5";
        let late = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 30";
        for (fen, value, expected) in [
            (early, 0, false),
            (early, -49, false),
            (early, -50, true),
            (late, 21, false),
            (late, 20, true),
            ("8/5k2/4p3/8/8/3RK3/8/5r2 w - - 0 5", 0, true),
            ("8/5k2/4p3/8/8/3RK3/8/5r2 w - - 0 5", 90, false),
            ("4k3/ppp5/8/8/8/8/8/4KB2 w - - 0 5", 90, true),
        ] {
            assert_eq!(agrees(fen, value), expected, "{fen} {value}");
        }
        assert!(claims_draw(0) && !claims_draw(100));
    }
}
