//! Laws C: check, mate, stalemate.

use crate::{both_sides, goes, illegal, only, position};
use tabiya_rules::{Square, SquareSet};

/// Whether the side to move is in check, is mated, is stalemated; and likewise for the other side.
#[track_caller]
fn state(row: &str, check: bool, mate: bool, stalemate: bool) {
    for (row, _) in both_sides(row, "") {
        let position = position(&row);
        assert_eq!(position.in_check(), check, "{row}: check");
        assert_eq!(position.is_checkmate(), mate, "{row}: checkmate");
        assert_eq!(position.is_stalemate(), stalemate, "{row}: stalemate");
        assert_eq!(position.legal_moves().is_empty(), mate || stalemate, "{row}: no move");
    }
}

#[test]
fn law_c01_check_and_the_duty_to_end_it() {
    for (row, checkers) in [
        ("4k3/8/8/8/8/8/8/r3K3 w - -", [Square::A1].as_slice()),
        ("4k3/8/8/8/7b/8/8/4K3 w - -", &[Square::H4]),
        ("4k3/8/8/8/4q3/8/8/4K3 w - -", &[Square::E4]),
        ("4k3/8/8/8/8/3n4/8/4K3 w - -", &[Square::D3]),
        ("4k3/8/8/8/8/8/3p4/4K3 w - -", &[Square::D2]),
        ("4k3/8/8/8/4r3/3n4/8/4K3 w - -", &[Square::D3, Square::E4]),
        ("4k3/8/8/8/8/8/4p3/4K3 w - -", &[]), // a pawn does not attack straight ahead
        ("4k3/8/8/8/8/2b5/3P4/4K3 w - -", &[]), // a blocked line
        ("4k3/8/8/8/8/4b3/8/4K3 w - -", &[]),
        ("8/8/8/8/8/4k3/8/4K3 w - -", &[]),
    ] {
        let position = position(row);
        assert_eq!(position.checkers(), checkers.iter().copied().collect::<SquareSet>(), "{row}");
        state(row, !checkers.is_empty(), false, false);
        // Every legal move ends the check: after a pass by the opponent, the king would still be attacked otherwise.
        for legal in &position.legal_moves() {
            assert!(legal.play().pass().is_none_or(|back| !back.in_check()), "{row}: {}", legal.uci());
        }
    }
    illegal("4k3/8/8/8/8/8/P7/r3K3 w - -", "a2a3 a2a4");
}

#[test]
fn law_c02_three_ways_out_of_check() {
    // Move the king, capture the checking rook, interpose.
    only("4k3/8/8/8/r3K3/8/1B6/3R4 w - -", "e4d3 e4e3 e4f3 e4d5 e4e5 e4f5 b2d4 d1d4");
    only("4k3/8/8/8/r3K3/1P6/8/8 w - -", "e4d3 e4e3 e4f3 e4d5 e4e5 e4f5 b3a4 b3b4");
    // A check by a knight, a pawn or an adjacent piece cannot be blocked.
    only("4k3/8/8/8/8/5n2/8/R3K3 w - -", "e1d1 e1e2 e1f1 e1f2");
    only("4k3/8/8/8/8/3n4/7R/4K3 w - -", "e1d1 e1d2 e1e2 e1f1");
    only("4k3/8/8/8/8/7B/3p4/4K3 w - -", "e1d1 e1d2 e1e2 e1f2 e1f1");
    only("4k3/8/8/8/8/5b2/4q3/R3K2R w - -", "");
    // Double check: only the king moves, though each check alone could be met.
    let double = "4r1k1/8/8/8/8/3n4/2Q5/R3K3 w Q -";
    only(double, "e1d1 e1d2 e1f1");
    goes("6k1/8/8/8/8/3n4/2Q5/R3K3 w Q -", "c2", "d3");
    goes("4r1k1/8/8/8/8/8/2Q5/R3K3 w Q -", "c2", "e4 e2");
}

#[test]
fn law_c03_checkmate() {
    state("R5k1/5ppp/8/8/8/8/8/6K1 b - -", true, true, false);
    state("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", true, true, false);
    state("6rk/5Npp/8/8/8/8/8/6K1 b - -", true, true, false); // smothered
    state("R5k1/5pp1/8/8/8/8/8/6K1 b - -", true, false, false); // h7 is a way out
    state("R5k1/5ppp/8/8/1b6/8/8/6K1 b - -", true, false, false); // Bf8
    state("r5k1/5ppp/8/8/8/8/8/R5K1 w - - moves a1a8", true, true, false); // immediately, by the move itself
}

#[test]
fn law_c04_stalemate() {
    state("7k/5Q2/6K1/8/8/8/8/8 b - -", false, false, true);
    state("k7/P7/1K6/8/8/8/8/8 b - -", false, false, true);
    state("7k/5Q2/6K1/8/8/p7/8/8 b - -", false, false, false); // a pawn that can move
    state("7k/5Q2/6K1/8/8/p7/P7/8 b - -", false, false, true); // and one that cannot
    state("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ -", false, false, true); // on a crowded board
    state("k7/8/8/8/8/8/8/KQ6 w - -", false, false, false);
}
