//! Any bytes can be read, as a slice and as a stream with the same result; what was read is written without a fault and
//! stays the same when it is read again, also as trees.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tabiya_pgn::{Fault, Limits, Reader, Visitor, Writer};

#[derive(Default)]
struct FaultList {
    faults: Vec<Fault>,
}

impl Visitor for FaultList {
    fn fault(&mut self, fault: Fault) {
        drop(fault.to_string());
        self.faults.push(fault);
    }
}

/// Small, so that the fuzzer reaches them.
const LIMITS: Limits = Limits { nesting: 5, comment: 40, tag: 60, tags: 5, word: 12, game: 2000, faults: 10 };

fuzz_target!(|bytes: &[u8]| {
    let (mut slice, mut stream) = (FaultList::default(), FaultList::default());
    Reader::from_slice(bytes).with_limits(LIMITS).read_all(&mut slice).expect("a slice is read");
    Reader::new(bytes).with_limits(LIMITS).read_all(&mut stream).expect("a slice is read");
    assert_eq!(slice.faults, stream.faults);

    let mut writer = Writer::default();
    Reader::from_slice(bytes).read_all(&mut writer).expect("a slice is read");
    let once = writer.take();
    Reader::from_slice(once.as_bytes()).read_all(&mut writer).expect("a slice is read");
    assert_eq!(writer.text(), once);

    // A tree moves the comments on a move before its variations, and does not change any more after that.
    let trees = written_trees(&once);
    assert_eq!(written_trees(&trees), trees);
});

fn written_trees(text: &str) -> String {
    let trees = Reader::from_slice(text.as_bytes()).trees();
    let written = trees.map(|tree| {
        let tree = tree.expect("a slice is read");
        assert_eq!(tree.faults, [], "{text}");
        format!("{tree}\n")
    });
    written.collect()
}
