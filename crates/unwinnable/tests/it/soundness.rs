//! A short search for a wrong answer; `cargo run --release --example soundness` runs a longer one.

#[path = "../../examples/soundness/hunt/mod.rs"]
mod hunt;

use fastrand::Rng;
use hunt::{Assessment, Effort, hunt, judge};
use rules::{Color, Position};
use tabiya_unwinnable::{Proof, Verdict};

#[test]
fn no_answer_is_refuted() {
    let tally = hunt(&Effort { positions: 2_000, seed: 7, limit: 1_000, most: 100_000, mean: 200 }, |_| ());
    assert_eq!(tally.refuted, Vec::<String>::new());
    // The test would be worthless if it had found no walls.
    assert!(tally.mates > 500 && tally.unwinnable().confirmed > 100, "{}", tally.mates);
}

/// A false "cannot win" is detected, so that the test above could fail.
#[test]
fn a_wrong_answer_is_refuted() {
    let judged = |fen: &str| {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let wrong = Verdict::Unwinnable(Proof::Over);
        judge(&position, Color::Black, &wrong, 1_000_000, &mut Rng::with_seed(1))
    };
    for fen in [
        "8/8/p1p5/PkP5/1P6/PP6/1K6/8 w - -",          // a4+ Kxb4 frees the king
        "8/8/2k5/p1p1p2p/PpPpP2P/1P1P4/8/1K6 b - c3", // dead but for en passant
        "8/5k2/8/3p2p1/1p1P1pP1/1P1K1P2/7P/8 w - -",  // a pawn that is not blocked
    ] {
        assert!(matches!(judged(fen), Assessment::Refuted(why) if why.contains("can be reached")), "{fen}");
    }
    // Here the answer is right, but its proof is not.
    let dead = "8/8/2k5/p1p1p2p/PpPpP2P/1P1P4/8/1K6 b - -";
    assert!(matches!(judged(dead), Assessment::Refuted(why) if why.contains("not accepted")));
}
