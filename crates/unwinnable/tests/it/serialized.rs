//! A stored proof can be read and verified again.

use rules::{Color, Position};
use tabiya_unwinnable::{Limits, Proof, ProofKind, Verdict, can_win, verify};

#[test]
fn a_proof_survives_storage() {
    for fen in ["8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61", "8/8/4k3/8/8/4KB2/8/8 w - - 0 1"] {
        let position: Position = fen.parse().expect("a position");
        let verdict = can_win(&position, Color::White, Limits::default());
        let Verdict::Unwinnable(proof) = &verdict else { panic!("{fen}: {verdict:?}") };
        let json = serde_json::to_string(proof).expect("JSON");
        let stored: Proof = serde_json::from_str(&json).expect("JSON");
        assert_eq!(stored, *proof, "{json}");
        assert!(verify(&position, Color::White, &Verdict::Unwinnable(stored)), "{fen}");
    }
}

#[test]
fn kinds_have_a_stable_form() {
    assert_eq!(
        serde_json::to_string(&ProofKind::Forced { moves: 3 }).expect("JSON"),
        r#"{"forced":{"moves":3}}"#
    );
    assert_eq!(serde_json::from_str::<ProofKind>(r#""material""#).expect("JSON"), ProofKind::Material);
}
