//! Arbitrary lines to the arbiter: each gets an answer in JSON, a refusal changes nothing, and after the end of a game
//! only a new game is accepted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tabiya_wire::Arbiter;

/// Every move is checked for a dead position, so more lines are only slower.
const MAX_LINES: usize = 24;

fuzz_target!(|text: &[u8]| {
    let mut arbiter = Arbiter::default();
    for line in text.split(|byte| *byte == b'\n').take(MAX_LINES) {
        let before = arbiter.game().cloned();
        let written = serde_json::to_string(&arbiter.answer(line)).expect("an answer is JSON");
        assert!(!written.contains('\n'));
        let answer: Value = serde_json::from_str(&written).expect("what was written is JSON");
        if answer["ok"] == true {
            let over = before.is_some_and(|game| game.termination().is_some());
            assert!(!over || answer["events"][0]["event"] == "start", "{written}");
        } else {
            assert!(answer["refused"].is_string());
            assert_eq!(before.as_ref(), arbiter.game());
        }
    }
});
