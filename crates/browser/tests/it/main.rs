//! What the page may rely on: whatever it sends, the answer is JSON.

use proptest::prelude::*;
use tabiya_browser::{
    Table, VariantName, inspect, mating, pgn_time_control, read_move, replay, time_control,
};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Meaningful texts and arbitrary ones.
fn text() -> impl Strategy<Value = String> {
    let moves = prop::sample::select(vec!["e4", "Nf3", "e2e4", "O-O", "Cf3", "♘f3", "a7a8", "3+2", "40/9:1"]);
    let positions =
        prop::sample::select(vec![START, "8/P6k/8/8/8/8/8/K7 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    let actions = prop::sample::select(vec![
        r#"{"do":"start","time":"60","at":0}"#,
        r#"{"do":"move","move":"e4","at":5}"#,
        r#"{"do":"tick","at":99999999999}"#,
        r#"{"moves":["e4","e5"]}"#,
    ]);
    prop_oneof![
        moves.prop_map(String::from),
        positions.prop_map(String::from),
        actions.prop_map(String::from),
        ".*"
    ]
}

proptest! {
    #[test]
    fn every_question_is_answered(texts in prop::collection::vec(text(), 1..8), at in any::<f64>(), chess960: bool) {
        let variant = if chess960 { VariantName::Chess960 } else { VariantName::Standard };
        let mut table = Table::new();
        for text in &texts {
            for answer in [
                table.answer(text),
                table.state(at),
                inspect(text, variant),
                replay(text),
                time_control(text),
                pgn_time_control(text),
                read_move(START, variant, text),
            ] {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&answer).is_ok(), "{answer}");
            }
        }
        prop_assert!(mating(START, variant).contains("yes"));
    }
}
