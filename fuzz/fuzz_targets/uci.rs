//! A move in UCI is refused, or it is written as it was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_rules::{Intent, Position};

fuzz_target!(|text: &str| {
    match text.parse::<Intent>() {
        Ok(intent) => assert_eq!(intent.to_string(), text),
        Err(error) => drop(error.to_string()),
    }
    // Plays such moves as long as they are legal.
    let mut position = Position::start();
    for word in text.split_whitespace() {
        let after = match position.parse_move(word) {
            Ok(legal) => {
                assert_eq!(position.parse_uci(&legal.uci()), Ok(legal));
                legal.play()
            }
            Err(error) => return drop(error.to_string()),
        };
        assert_eq!(after.setup().validate(), Ok(after));
        position = after;
    }
});
