//! The places where move generators typically go wrong, one test each.

use crate::{illegal, legal, only, position, squares};
use tabiya_rules::Square;

#[test]
fn a_rook_captured_in_its_corner_loses_its_right() {
    // The rook captures its counterpart: both have left their corners.
    assert_eq!(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - moves a1a8").castling(), squares("h1 h8"));
    assert_eq!(position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - moves h1h8").castling(), squares("a1 a8"));
    // One is captured by a knight, the other by a rook.
    let again = "r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - moves g3h1 a1a8";
    assert_eq!(position(again).castling(), squares("h8"));
}

#[test]
fn a_promotion_on_a_corner_rook_ends_its_right() {
    let row = "r3k2r/1P6/8/8/8/8/6p1/R3K2R w KQkq -";
    for (moves, left) in [("b7a8q", "a1 h1 h8"), ("b7a8n g2h1q", "a1 h8"), ("b7b8q", "a1 h1 a8 h8")] {
        // b8=Q gives check along the rank; the rights stay all the same.
        assert_eq!(position(&format!("{row} moves {moves}")).castling(), squares(left), "{moves}");
    }
    illegal("r3k2r/1P6/8/8/8/8/8/4K3 w kq - moves b7a8n", "e8c8");
    legal("r3k2r/1P6/8/8/8/8/8/4K3 w kq - moves b7a8n", "e8g8");
}

#[test]
fn en_passant_may_be_pinned() {
    // By rank: both pawns leave it (law S03).
    illegal("4k3/3p4/8/K3P2r/8/8/8/8 b - - moves d7d5", "e5d6");
    // By file: the capturing pawn leaves it.
    illegal("4r2k/3p4/8/4P3/8/8/8/4K3 b - - moves d7d5", "e5d6");
    // By diagonal: the capturing pawn leaves it…
    illegal("7k/3p4/5b2/4P3/8/2K5/8/8 b - - moves d7d5", "e5d6");
    // …or stays on it…
    legal("7k/2bp4/8/4P3/5K2/8/8/8 b - - moves d7d5", "e5d6");
    // …or the captured pawn was the shield.
    illegal("b6k/8/8/3pP3/8/8/6K1/8 w - d6", "e5d6");
}

#[test]
fn en_passant_may_answer_a_check_by_the_pawn_itself() {
    only("7k/3p4/8/4P3/2K5/8/8/8 b - - moves d7d5", "c4b3 c4c3 c4d3 c4b4 c4d4 c4b5 c4c5 c4d5 e5d6");
    // But it does not answer any other check.
    illegal("r6k/8/8/3pP3/8/8/8/K7 w - d6", "e5d6");
}

#[test]
fn a_fen_shows_en_passant_only_where_the_capture_is_legal() {
    for (row, shown) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4", None),
        ("4k3/3p4/8/4P3/8/8/8/4K3 b - - moves d7d5", Some(Square::D6)),
        ("4k3/3p4/8/K3P2r/8/8/8/8 b - - moves d7d5", None),
        ("4r2k/3p4/8/4P3/8/8/8/4K3 b - - moves d7d5", None),
        // The same when parsing a FEN: an en-passant square without a legal capture is dropped.
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", None),
        ("rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6", Some(Square::D6)),
        ("rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3", Some(Square::D3)),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", Some(Square::D6)),
        ("8/8/8/K2pP2r/8/8/8/4k3 w - d6", None),
    ] {
        assert_eq!(position(row).en_passant(), shown, "{row}");
        let shown = shown.map_or("-".to_string(), |square| square.to_string());
        assert_eq!(position(row).fen().split(' ').nth(3), Some(shown.as_str()), "{row}");
    }
    // Therefore positions with the same possible moves are the same (law E11).
    let with = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3");
    let without = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -");
    assert!(with.is_same_as(&without));
}

#[test]
fn double_check_moves_only_the_king() {
    // The knight checks and discovers a check by the rook. Capturing the knight or interposing is not enough.
    let row = "4r1k1/8/8/4n3/8/8/6P1/R2BK2R b KQ - moves e5f3";
    assert_eq!(position(row).checkers(), squares("f3 e8"));
    only(row, "e1f1 e1f2");
}

#[test]
fn castling_may_discover_or_give_check() {
    assert_eq!(position("5k2/8/8/8/8/8/8/4K2R w K - moves e1g1").checkers(), squares("f1"));
    assert_eq!(position("3k4/8/8/8/8/8/8/R3K3 w Q - moves e1c1").checkers(), squares("d1"));
    // The king leaves the rank between its own rook and the other king.
    assert_eq!(position("8/8/8/8/8/8/8/R3K2k w Q - moves e1c1").checkers(), squares("d1"));
    assert_eq!(position("8/8/8/8/8/8/8/k3K2R w K - moves e1g1").checkers(), squares("f1"));
}

#[test]
fn en_passant_may_discover_check() {
    // Both pawns leave the rank, the captured one the diagonal, the capturing one the file.
    for (row, checkers) in [
        ("8/3p4/8/R3P2k/8/8/8/4K3 b - - moves d7d5 e5d6", "a5"),
        ("6k1/3p4/8/4P3/2B5/8/8/4K3 b - - moves d7d5 e5d6", "c4"),
        ("4k3/3p4/8/4P3/8/8/8/4RK2 b - - moves d7d5 e5d6", "e1"),
    ] {
        assert_eq!(position(row).checkers(), squares(checkers), "{row}");
    }
}

#[test]
fn a_king_in_check_does_not_shield_the_square_behind_it() {
    // The square behind the king on the line of the check is attacked as well.
    only("7k/8/8/8/r3K3/8/8/8 w - -", "e4d3 e4e3 e4f3 e4d5 e4e5 e4f5");
    only("b6k/8/8/8/4K3/8/8/8 w - -", "e4d4 e4d3 e4e3 e4e5 e4f4 e4f5");
    only("4q2k/8/8/8/4K3/8/8/8 w - -", "e4d3 e4d4 e4d5 e4f3 e4f4 e4f5");
}
