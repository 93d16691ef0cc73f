//! Arbitrary messages of a client on the live channel: each is parsed or refused, and a parsed action survives being
//! written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_wire::PlayerAction;
use tabiya_wire::live::{ClientMessage, NewGame};

fuzz_target!(|text: &[u8]| {
    if let Ok(ClientMessage::Do { action, .. }) = serde_json::from_slice(text) {
        let written = serde_json::to_string(&action).expect("an action is JSON");
        let again: PlayerAction = serde_json::from_str(&written).expect("what was written can be read");
        assert_eq!(again, action);
    }
    if let Ok(game) = serde_json::from_slice::<NewGame>(text) {
        serde_json::to_string(&game).expect("a new game is JSON");
    }
});
