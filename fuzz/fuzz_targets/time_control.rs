//! A time control in the notation of PGN or of people is refused, or it stays the same when it is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_game::{ParseTimeControlError, TimeControl};

fuzz_target!(|text: &str| {
    let readings: [Result<TimeControl, ParseTimeControlError>; 2] =
        [text.parse(), TimeControl::parse_for_people(text)];
    for reading in readings {
        match reading {
            Ok(control) => {
                assert_eq!(control.to_string().parse(), Ok(control.clone()));
                assert_eq!(control.class().is_none(), control.initial().is_none());
            }
            Err(error) => drop(error.to_string()),
        }
    }
});
