//! Arbitrary lines to the engine: the conversation runs to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Enough for every step of a search to occur.
const NODES: u64 = 2000;

/// Commands and options that can take arbitrarily long or much memory.
const COSTLY: [&str; 4] = ["perft", "bench", "hash", "threads"];

fuzz_target!(|text: &[u8]| {
    let mut lines = b"setoption name Hash value 1\n".to_vec();
    for line in text.split_inclusive(|byte| *byte == b'\n') {
        let words = String::from_utf8_lossy(line).to_lowercase();
        if !COSTLY.iter().any(|costly| words.contains(costly)) {
            lines.extend_from_slice(line);
        }
    }
    tabiya_uci::converse(&mut &lines[..], Some(NODES)).expect("memory can be read");
});
