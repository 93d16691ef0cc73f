//! Whatever lines the arbiter is told: each has an answer in JSON, a refusal changes nothing, and after the end of a
//! game nothing but a new one is accepted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use tabiya_wire::Arbiter;

/// Every move asks whether the position is dead: more lines are only slower.
const LINES: usize = 24;

fuzz_target!(|text: &[u8]| {
    let mut arbiter = Arbiter::default();
    for line in text.split(|byte| *byte == b'\n').take(LINES) {
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
