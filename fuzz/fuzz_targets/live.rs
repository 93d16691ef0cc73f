//! Whatever a client says on the live channel: it is understood or it is not, and what is asked for in a game is said in
//! one way.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_wire::PlayerAction;
use tabiya_wire::live::{ClientMessage, NewGame};

fuzz_target!(|text: &[u8]| {
    if let Ok(ClientMessage::Do { action, .. }) = serde_json::from_slice(text) {
        let said = serde_json::to_string(&action).expect("an action is JSON");
        let again: PlayerAction = serde_json::from_str(&said).expect("what was written is understood");
        assert_eq!(again, action);
    }
    if let Ok(game) = serde_json::from_slice::<NewGame>(text) {
        serde_json::to_string(&game).expect("a wish is JSON");
    }
});
