//! Prints a fingerprint of random tournaments, one line each and the same on every machine, and to stderr the time it
//! took in milliseconds. The WebAssembly build returns the same values through `found`; `scripts/wasm-signature.sh`
//! compares the two.

use std::time::Instant;
use tabiya_pairing::generate::{Config, generate};
use tabiya_pairing::trf::{Dialect, Document};

const TOURNAMENTS: u32 = 60;

/// The rounds that were played, and a hash of the whole file (FNV-1a).
fn fingerprint(seed: u32) -> (u32, u64) {
    let tournament = generate(&Config::any(seed.into()), |_| {});
    let rounds = tournament.paired_rounds() as u32;
    let text = Document::new(tournament, Dialect::Trf16).to_string();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    (rounds, hash)
}

/// A value of the tournament with this number: its seed, its rounds, or one half of its hash. 0 after the last one.
#[expect(unsafe_code, reason = "JavaScript finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn found(number: u32, what: u32) -> i32 {
    let seed = number + 1;
    if seed > TOURNAMENTS {
        return 0;
    }
    let (rounds, hash) = fingerprint(seed);
    match what {
        0 => seed as i32,
        1 => rounds as i32,
        2 => (hash >> 32) as i32,
        _ => hash as i32,
    }
}

fn main() {
    let started = Instant::now();
    for number in 0..TOURNAMENTS {
        let values: Vec<String> = (0..4).map(|what| found(number, what).to_string()).collect();
        println!("{}", values.join(" "));
    }
    eprintln!("{}", started.elapsed().as_millis());
}
