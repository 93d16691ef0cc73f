//! Laws S: en passant, castling, promotion.

use crate::{goes, illegal, leads_to, legal, position, squares};
use tabiya_rules::{Intent, Reason, Square};

/// Both sides may still castle on both wings.
const ROOKS: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

#[test]
fn law_s01_en_passant() {
    let row = "4k3/3p1p2/8/4P3/8/8/8/4K3 b - - moves d7d5";
    goes(row, "e5", "e6 d6");
    leads_to(&format!("{row} e5d6"), "4k3/5p2/3P4/8/8/8/8/4K3");
    goes("4k3/3p1p2/8/4P3/8/8/8/4K3 b - - moves f7f5", "e5", "e6 f6");
    // Only in reply to a double step, only from an adjacent square, and only by a pawn.
    goes("4k3/8/3p4/4P3/8/8/8/4K3 b - - moves d6d5", "e5", "e6");
    goes("4k3/3p4/4P3/8/8/8/8/4K3 b - - moves d7d5", "e6", "e7");
    goes("4k3/3p4/8/8/4P3/8/8/4K3 b - - moves d7d5", "e4", "e5 d5");
    goes("4k3/3p4/8/4K3/8/8/8/8 b - - moves d7d5", "e5", "d4 d5 d6 e6 f4 f5 f6");
    illegal("4k3/3p4/8/2B5/8/8/8/4K3 b - - moves d7d5", "c5d5");
    leads_to("4k3/3p4/8/2B5/8/8/8/4K3 b - - moves d7d5 c5d6", "4k3/8/3B4/3p4/8/8/8/4K3");
    // Two pawns may be able to capture.
    legal("4k3/3p4/8/2P1P3/8/8/8/4K3 b - - moves d7d5", "c5d6 e5d6");
    // The a- and h-files are not adjacent.
    goes("4k3/7p/8/P7/8/8/8/4K3 b - - moves h7h5", "a5", "a6");
}

#[test]
fn law_s02_en_passant_only_at_once() {
    let row = "4k3/3p4/8/4P3/8/8/8/4K3 b - - moves d7d5";
    legal(row, "e5d6");
    illegal(&format!("{row} e1e2 e8e7"), "e5d6");
    // Nor does the right come back with another double step.
    let other = "4k3/p2p4/8/4P3/8/8/8/4K3 b - - moves d7d5 e1e2 a7a5";
    illegal(other, "e5d6");
}

#[test]
fn law_s03_en_passant_leaves_no_king_in_check() {
    // Both pawns leave the rank at once.
    illegal("4k3/3p4/8/K3P2r/8/8/8/8 b - - moves d7d5", "e5d6");
    legal("4k3/3p4/8/K3P3/8/8/8/8 b - - moves d7d5", "e5d6");
    legal("4k3/3p4/8/KN2P2r/8/8/8/8 b - - moves d7d5", "e5d6"); // a third piece shields the king
    illegal("4k3/3p4/8/r3P2K/8/8/8/8 b - - moves d7d5", "e5d6"); // likewise from the other side
}

#[test]
fn law_s04_castling() {
    goes(ROOKS, "e1", "c1 d1 d2 e2 f2 f1 g1");
    leads_to(&format!("{ROOKS} moves e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1");
    leads_to(&format!("{ROOKS} moves e1c1"), "r3k2r/8/8/8/8/8/8/2KR3R");
    assert_eq!(position(ROOKS).parse_san("O-O").unwrap().to(), Square::G1);
    assert_eq!(position(ROOKS).parse_san("O-O-O").unwrap().to(), Square::C1);
    // Two squares, not more, and not forward.
    illegal(ROOKS, "e1b1 e1e3");
    // The right is gone for both wings.
    let castled = position(&format!("{ROOKS} moves e1g1"));
    assert_eq!(castled.castling(), squares("a8 h8"));
}

#[test]
fn law_s05_not_when_king_or_rook_has_moved() {
    illegal(&format!("{ROOKS} moves e1e2 e8e7 e2e1 e7e8"), "e1g1 e1c1");
    let rook = format!("{ROOKS} moves h1h2 a8a7 h2h1 a7a8");
    illegal(&rook, "e1g1");
    legal(&rook, "e1c1");
    illegal(&format!("{rook} e1d1"), "e8c8");
    legal(&format!("{rook} e1d1"), "e8g8");
    // The rook on h1 is captured and the one from a1 takes its place.
    let other = "4k3/8/8/8/8/6n1/8/R3K2R w KQ - moves a1a2 g3h1 a2h2 e8e7 h2h1 e7e8";
    illegal(other, "e1g1 e1c1");
}

#[test]
fn law_s06_not_over_a_piece() {
    for (between, shut, open) in [
        ("r3k2r/8/8/8/8/8/8/R3KB1R w KQkq -", "e1g1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K1NR w KQkq -", "e1g1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq -", "e1c1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R1B1K2R w KQkq -", "e1c1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R2QK2R w KQkq -", "e1c1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/Rn2K2R w KQkq -", "e1c1", "e1g1"), // an enemy piece is in the way too
    ] {
        illegal(between, shut);
        legal(between, open);
    }
}

#[test]
fn law_s07_not_out_of_over_or_into_check() {
    illegal("4k3/8/4r3/8/8/8/8/R3K2R w KQ -", "e1g1 e1c1"); // out of
    illegal("4k3/8/3r1r2/8/8/8/8/R3K2R w KQ -", "e1g1 e1c1"); // over
    illegal("4k3/8/2r3r1/8/8/8/8/R3K2R w KQ -", "e1g1 e1c1"); // into
    illegal("4k3/8/8/8/8/8/4p3/R3K2R w KQ -", "e1g1 e1c1"); // over squares a pawn attacks
    illegal("8/8/8/8/8/8/6k1/R3K2R w KQ -", "e1g1"); // over squares a king attacks
    legal("4k3/8/4p3/4r3/4P3/8/8/R3K2R w KQ -", "e1g1 e1c1"); // a blocked line is not an attack
}

#[test]
fn law_s08_the_rook_may_be_attacked() {
    legal("4k3/8/r6r/8/8/8/8/R3K2R w KQ -", "e1g1 e1c1"); // the rooks are
    legal("1r2k3/8/8/8/8/8/8/R3K2R w KQ -", "e1g1 e1c1"); // b1 is, which only the rook crosses
    legal("4k3/8/8/8/8/8/p6p/R3K2R w KQ -", "e1c1"); // b1 by a pawn
    illegal("4k3/8/8/8/8/8/p6p/R3K2R w KQ -", "e1g1"); // but g1 is the king's
}

#[test]
fn law_s09_not_with_a_rook_promoted_on_the_kings_file() {
    let row = "8/4P3/8/8/8/8/7k/4K3 w - - moves e7e8r h2h3";
    illegal(row, "e1e3 e1e8 e1g1 e1c1");
    // Nor can such a right be set up.
    let mut setup = position(row).setup();
    setup.castling.insert(Square::E8);
    assert!(setup.validate().unwrap_err().reasons.contains(&Reason::CastlingWithoutRook(Square::E8)));
}

#[test]
fn law_s10_promotion_is_compulsory_and_free_of_choice() {
    let row = "1n6/P7/8/8/8/8/7k/K1Q5 w - -";
    legal(row, "a7a8q a7a8r a7a8b a7a8n a7b8q a7b8r a7b8b a7b8n");
    illegal(row, "a7a8 a7b8"); // not without
    illegal("8/8/P7/8/8/8/7k/K7 w - -", "a6a7q"); // not before
    illegal("8/8/R7/8/8/8/7k/K7 w - -", "a6a8q"); // not another piece
    assert_eq!(position(row).legal_moves().iter().filter(|legal| legal.promotion().is_some()).count(), 8);
    // Of the own colour, and there may be any number of queens.
    leads_to(&format!("{row} moves a7a8q"), "Qn6/8/8/8/8/8/7k/K1Q5");
    leads_to(&format!("{row} moves a7b8n"), "1N6/8/8/8/8/8/7k/K1Q5");
    leads_to("8/PP6/8/8/8/8/7k/K1Q5 w - - moves a7a8q h2h3 b7b8q", "QQ6/8/8/8/8/7k/8/K1Q5");
}

#[test]
fn law_s11_never_a_king_never_a_pawn_and_at_once() {
    for never in ["a7a8k", "a7a8p", "a7a8K", "a7a8x"] {
        assert!(never.parse::<Intent>().is_err(), "{never}");
    }
    let row = "8/P7/8/8/8/8/7k/K7 w - -";
    for never in ["a8=K", "a8=P", "a8=p", "a8"] {
        assert!(position(row).parse_san(never).is_err(), "{never}");
    }
    // A pawn on the last rank cannot be set up.
    let mut setup = position(row).setup();
    setup.board.put(Square::A8, setup.board.piece_at(Square::A7).unwrap());
    assert_eq!(setup.validate().unwrap_err().reasons, [Reason::PawnOnBackRank(Square::A8)]);
    // The new piece gives check or mate immediately.
    assert!(position("7k/P7/8/8/8/8/8/K7 w - - moves a7a8r").in_check());
    assert!(!position("7k/P7/8/8/8/8/8/K7 w - - moves a7a8n").in_check());
    assert!(position("7k/P7/6K1/8/8/8/8/8 w - - moves a7a8q").is_checkmate());
}
