use crate::{best, nodes, position, search};
use tabiya_engine::Line;

#[track_caller]
fn finds(fen: &str, expected: &str, most: u64) {
    let position = position(fen);
    let (outcome, _) = search(&Line::new(position), &nodes(most));
    assert_eq!(best(&position, &outcome), expected, "{fen}");
}

#[test]
fn tactics() {
    // an unprotected queen
    finds("4k3/pp3ppp/8/3q4/8/2N5/PP3PPP/4K3 w - - 0 1", "c3d5", 2_000);
    // a fork of king and queen
    finds("q3k3/pp3ppp/8/3N4/8/8/PP3PPP/4K3 w - - 0 1", "d5c7", 100_000);
    // an unprotected rook next to the king
    finds("8/5P1k/8/8/8/8/r7/K7 w - - 0 1", "a1a2", 5_000);
    // an unprotected rook on a long diagonal
    finds("r3k3/8/8/8/4B3/8/8/4K3 w - - 0 1", "e4a8", 2_000);
}
