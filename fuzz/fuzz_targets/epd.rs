//! A line of EPD is refused, or it means the same when it is written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_rules::{Epd, Variant};

fuzz_target!(|text: &str| {
    for variant in [Variant::Standard, Variant::Chess960] {
        let Ok(epd) = Epd::parse(text, variant) else { continue };
        let reread = Epd::parse(&epd.to_string(), variant).expect("a line that was just written");
        assert_eq!(reread.position, epd.position);
        assert_eq!(reread.to_string(), epd.to_string());
        for operation in &epd.operations {
            assert!(reread.operations.contains(operation), "{reread}");
            let _ = epd.moves(&operation.opcode);
        }
    }
});
