//! Laws M: moving and capturing.

use crate::{START, goes, illegal, leads_to, legal, only, position};
use tabiya_rules::{Color, Intent, Square};

#[test]
fn law_m01_white_first_then_in_turn() {
    assert_eq!(position(START).turn(), Color::White);
    assert_eq!(position(&format!("{START} moves e2e4")).turn(), Color::Black);
    assert_eq!(position(&format!("{START} moves e2e4 e7e5")).turn(), Color::White);
    illegal(&format!("{START} moves e2e4"), "d2d4 e4e5"); // not twice
    // No passing: a move from a square to itself is not a move.
    let stays = |square| position(START).legal(Intent::new(square, square)).is_some();
    assert!(!Square::all().any(stays));
    // Castling moves two pieces, but is one action.
    assert_eq!(position("4k3/8/8/8/8/8/8/4K2R w K - moves e1g1").turn(), Color::Black);
}

#[test]
fn law_m02_a_capture_removes_the_enemy_piece() {
    leads_to("4k3/8/8/8/1r6/8/8/1R2K3 w - - moves b1b4", "4k3/8/8/8/1R6/8/8/4K3");
    leads_to("4k3/8/8/8/8/8/8/1R2K3 w - - moves b1b4", "4k3/8/8/8/1R6/8/8/4K3");
    // Never onto an own piece, and at most one capture: the move ends on the captured piece's square.
    goes("4k3/8/8/1n6/1r6/8/8/1R1NK3 w - -", "b1", "a1 c1 b2 b3 b4");
}

#[test]
fn law_m03_only_own_pieces_are_moved() {
    goes(START, "e7", "");
    goes(START, "g8", "");
    goes(START, "e4", ""); // nothing stands there
    goes(&format!("{START} moves e2e4"), "g1", "");
    illegal("4k3/8/8/8/1r6/8/8/1R2K3 w - -", "b4b1 b4b5 e8e7");
}

#[test]
fn law_m04_nothing_passes_over_a_piece_but_the_knight() {
    for blocked in ["a1", "c1", "d1", "e1", "f1", "h1"] {
        goes(START, blocked, "");
    }
    goes(START, "b1", "a3 c3");
    // Own and enemy pieces both block the way.
    goes("4k3/8/8/P7/8/8/8/R1n1K3 w - -", "a1", "b1 c1 a2 a3 a4");
    goes("4k3/8/5p2/8/3B4/4P3/1P6/6K1 w - -", "d4", "c3 e5 f6 c5 b6 a7");
    goes("4k3/8/8/8/8/4p3/4P3/4K3 w - -", "e2", ""); // a pawn's double step is no leap
}

#[test]
fn law_m05_king_one_square_never_into_attack() {
    goes("7k/8/8/8/3K4/8/8/8 w - -", "d4", "c3 c4 c5 d3 d5 e3 e4 e5");
    goes("7k/8/8/8/8/8/8/K7 w - -", "a1", "a2 b1 b2");
    goes("7k/8/8/8/7K/8/8/8 w - -", "h4", "h3 h5 g3 g4 g5"); // files do not wrap around the board
    goes("7k/8/8/8/r7/3K4/8/8 w - -", "d3", "c2 d2 e2 c3 e3"); // the rook guards its rank
    goes("8/8/8/3k4/8/3K4/8/8 w - -", "d3", "c2 d2 e2 c3 e3"); // kings keep apart
    goes("7k/8/8/8/3p4/8/3K4/8 w - -", "d2", "c1 d1 e1 c2 e2 d3"); // a pawn guards diagonally only
    goes("7k/8/8/8/8/2b5/3n4/4K3 w - -", "e1", "d1 e2 f2"); // a protected piece cannot be captured
    goes("7k/8/8/8/8/8/3n4/4K3 w - -", "e1", "d1 d2 e2 f2"); // an unprotected one can
}

#[test]
fn law_m06_rook_on_rank_and_file() {
    goes("7k/8/8/8/3R4/8/8/K7 w - -", "d4", "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4");
    goes("8/8/8/8/8/8/k6K/7R w - -", "h1", "a1 b1 c1 d1 e1 f1 g1");
}

#[test]
fn law_m07_bishop_on_diagonals_of_its_colour() {
    let row = "7k/8/8/8/2B5/8/8/7K w - -";
    goes(row, "c4", "b3 a2 d5 e6 f7 g8 b5 a6 d3 e2 f1");
    goes("k7/8/8/8/8/8/8/B6K w - -", "a1", "b2 c3 d4 e5 f6 g7 h8");
    let targets = position(row).legal_moves().targets(Square::C4);
    assert!(targets.iter().all(|target| target.is_light() == Square::C4.is_light()));
}

#[test]
fn law_m08_queen_as_rook_or_bishop() {
    let straight = "d1 d2 d3 d5 d6 d7 d8 a4 b4 c4 e4 f4 g4 h4";
    let diagonal = "a1 b2 c3 e5 f6 g7 h8 c5 b6 a7 e3 f2 g1";
    goes("8/8/8/8/3Q4/8/7k/1K6 w - -", "d4", &format!("{straight} {diagonal}"));
    goes("8/8/8/8/8/8/PP5k/QK6 w - -", "a1", "");
}

#[test]
fn law_m09_knight_leaps() {
    goes("7k/8/8/8/3N4/8/8/K7 w - -", "d4", "b3 b5 c2 c6 e2 e6 f3 f5");
    goes("7k/8/8/8/8/8/8/N6K w - -", "a1", "b3 c2");
    goes("7k/8/8/8/8/8/6K1/7N w - -", "h1", "f2 g3"); // no leap around the edge
    goes("7k/8/2ppp3/2pnp3/2ppp3/8/8/K7 b - -", "d5", "b4 b6 c3 c7 e3 e7 f4 f6"); // over anything
}

#[test]
fn law_m10_pawn_one_square_forward() {
    goes("7k/8/8/8/3P4/8/8/K7 w - -", "d4", "d5");
    goes("7k/8/8/3p4/3P4/8/8/K7 w - -", "d4", ""); // only to an empty square
    goes("7k/8/8/3N4/3P4/8/8/K7 w - -", "d4", "");
    illegal("7k/8/8/8/3P4/8/8/K7 w - -", "d4d3 d4c4 d4e4 d4c3 d4e3 d4d6"); // never backward or sideways
}

#[test]
fn law_m11_pawn_two_squares_from_its_second_rank() {
    goes("7k/8/8/8/8/8/3P4/K7 w - -", "d2", "d3 d4");
    goes("7k/8/8/8/3p4/8/3P4/K7 w - -", "d2", "d3"); // both squares empty
    goes("7k/8/8/8/8/3p4/3P4/K7 w - -", "d2", "");
    goes("7k/8/8/8/8/3P4/8/K7 w - -", "d3", "d4"); // only from there
    goes("7k/3P4/8/8/8/8/8/K7 w - -", "d7", "d8"); // not from the opponent's second rank
}

#[test]
fn law_m12_pawn_captures_diagonally_only() {
    goes("7k/8/8/2ppp3/3P4/8/8/K7 w - -", "d4", "c5 e5"); // not straight ahead
    goes("7k/8/8/2P1p3/3P4/8/8/K7 w - -", "d4", "d5 e5"); // not an own piece
    goes("7k/8/8/8/2pPp3/2p1p3/8/K7 w - -", "d4", "d5"); // not sideways or backward
    // The a- and h-files are not adjacent.
    goes("7k/8/7p/p6p/P7/8/8/K7 w - -", "a4", "");
    goes("k7/8/p7/p6p/7P/8/8/K7 w - -", "h4", "");
}

#[test]
fn law_m13_a_pinned_piece_still_attacks() {
    // The rook on e5 may not leave the e-file, but the fifth rank is closed to the king all the same.
    goes("4k3/8/8/4r3/1K6/8/8/4R3 w - -", "b4", "a3 b3 c3 a4 c4");
    // The knight on e6 cannot move at all, and guards d4 and c5.
    goes("4k3/8/4n3/8/2K5/8/8/4R3 w - -", "c4", "b3 c3 d3 b4 b5 d5");
    // A pinned piece gives check all the same.
    assert!(position("4k3/8/8/1K2r3/8/8/8/4R3 w - -").in_check());
    only("4k3/8/8/1K2r3/8/8/8/4R3 w - -", "b5a4 b5b4 b5c4 b5a6 b5b6 b5c6 e1e5");
}

#[test]
fn law_m14_no_move_leaves_the_own_king_in_check() {
    goes("4r2k/8/8/8/8/8/4N3/4K3 w - -", "e2", ""); // pinned
    goes("4r2k/8/8/8/8/8/4R3/4K3 w - -", "e2", "e3 e4 e5 e6 e7 e8"); // pinned, on its line
    goes("7k/8/8/8/7b/8/5Q2/4K3 w - -", "f2", "g3 h4");
    goes("4r2k/8/8/8/8/3p4/4P3/4K3 w - -", "e2", "e3 e4"); // cannot capture, but may advance
    goes("7k/8/8/8/7b/8/5P2/4K3 w - -", "f2", ""); // a step leaves the diagonal
    goes("7k/8/8/8/8/6b1/5P2/4K3 w - -", "f2", "g3"); // may take what pins it
    // Nor may a king that is in check be left there.
    illegal("4r2k/8/8/8/8/8/3N4/4K3 w - -", "d2f3 d2b3");
    legal("4r2k/8/8/8/8/8/3N4/4K3 w - -", "d2e4 e1d1");
}
