//! When an opponent agrees to a draw or claims one.

use crate::Value;
use rules::{Color, Position, Role};

/// Half a pawn behind: a draw is welcome at any time.
const WORSE: Value = -50;
/// A fifth of a pawn ahead is not enough to play on for, late in a game.
const LITTLE: Value = 20;
/// From this move number on an even game is a draw.
const LATE: u16 = 30;
/// With this few pieces it is late as well.
const FEW: usize = 8;

/// Whether an opponent that plays `own` and is at `value` agrees to a draw.
pub fn agrees_to_draw(position: &Position, own: Color, value: Value) -> bool {
    let late = position.fullmoves() >= LATE || position.board().occupied().len() <= FEW;
    value <= WORSE || late && value <= LITTLE || !can_hope_to_win(position, own)
}

/// Whether an opponent at `value` claims a draw that it can have at once.
pub fn claims_draw(value: Value) -> bool {
    value <= LITTLE
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
    fn half_a_point_when_there_is_no_more_to_hope_for() {
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
