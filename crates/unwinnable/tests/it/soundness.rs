//! A short hunt for a wrong answer; `cargo run --release --example soundness` goes on for longer.

#[path = "../../examples/soundness/hunt/mod.rs"]
mod hunt;

use fastrand::Rng;
use hunt::{Effort, Judged, hunt, judge};
use rules::{Color, Position};
use tabiya_unwinnable::{Proof, Verdict};

#[test]
fn no_answer_is_refuted() {
    let tally = hunt(&Effort { positions: 2_000, seed: 7, limit: 1_000, most: 100_000, mean: 200 }, |_| ());
    assert_eq!(tally.refuted, Vec::<String>::new());
    // It would say little if it had met no walls.
    assert!(tally.mates > 500 && tally.unwinnable().confirmed > 100, "{}", tally.mates);
}

/// What is said to be unwinnable is found out: so the silence above means something.
#[test]
fn a_wrong_answer_is_refuted() {
    let judged = |fen: &str| {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let wrong = Verdict::Unwinnable(Proof::Over);
        judge(&position, Color::Black, &wrong, 1_000_000, &mut Rng::with_seed(1))
    };
    for fen in [
        "8/8/p1p5/PkP5/1P6/PP6/1K6/8 w - -",          // a4+ Kxb4 frees the king
        "8/8/2k5/p1p1p2p/PpPpP2P/1P1P4/8/1K6 b - c3", // dead, were it not for en passant
        "8/5k2/8/3p2p1/1p1P1pP1/1P1K1P2/7P/8 w - -",  // a pawn that is not stopped
    ] {
        assert!(matches!(judged(fen), Judged::Refuted(why) if why.contains("can be reached")), "{fen}");
    }
    // Here the answer is right, but not its proof.
    let dead = "8/8/2k5/p1p1p2p/PpPpP2P/1P1P4/8/1K6 b - -";
    assert!(matches!(judged(dead), Judged::Refuted(why) if why.contains("not accepted")));
}
