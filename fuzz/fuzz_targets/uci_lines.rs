//! Whatever lines the engine is told: the conversation goes on to its end.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// Enough for every step of a search to be taken.
const NODES: u64 = 2000;

/// What takes as long, or as much memory, as it is told to.
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
