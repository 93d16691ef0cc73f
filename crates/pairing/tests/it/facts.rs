//! Generated tournaments are unchanged since another program agreed with every round of them.

use tabiya_pairing::generate::{Config, generate};
use tabiya_pairing::trf::{Dialect, Document};

/// Printed by `cargo run --package tabiya-pairing --example signature` after `make swiss-judge` with bbpPairings 6.0.0
/// had found no difference in these seeds: the seed, the number of rounds, and a hash of the file in two halves.
const JUDGED: &str = include_str!("judged_seeds.txt");

#[test]
fn generated_tournaments_are_the_judged_ones() {
    assert!(JUDGED.lines().count() >= 60);
    for line in JUDGED.lines() {
        let values: Vec<i64> = line.split(' ').map(|value| value.parse().expect("a number")).collect();
        let tournament = generate(&Config::any(values[0] as u64), |_| {});
        let rounds = tournament.paired_rounds() as i64;
        let text = Document::new(tournament, Dialect::Trf16).to_string();
        let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
        let found = [values[0], rounds, i64::from((hash >> 32) as i32), i64::from(hash as i32)];
        assert_eq!(found[..], values[..], "seed {}", values[0]);
    }
}
