//! Writes positions of random walks with their perft counts, computed by the slow rules of the tests, which share
//! nothing with the generator:
//!
//! ```sh
//! cargo run --release -p tabiya-rules --example perft_positions > crates/rules/tests/data/perft.epd
//! ```

#[path = "../tests/it/random.rs"]
mod random;
#[path = "../tests/it/slow.rs"]
#[expect(dead_code, reason = "only the tests use the rest")]
mod slow;

use slow::SlowPosition;

const POSITIONS: usize = 240;

fn paths(position: &SlowPosition, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => position.legal_moves().into_iter().map(|intent| paths(&position.after(intent), depth - 1)).sum(),
    }
}

fn main() {
    println!("# {POSITIONS} positions of random walks, counted by tests/it/slow.rs. Written by");
    println!("# cargo run --release -p tabiya-rules --example perft_positions");
    let (mut number, mut written) = (0, 0);
    random::walks(2026, 1_000, |position, _| {
        number += 1;
        // Successive positions of a walk resemble each other, so most are skipped.
        if number % 37 != 0 || written == POSITIONS {
            return;
        }
        written += 1;
        let slow = SlowPosition::read(position);
        let counts: String = (1..=3).map(|depth| format!(" ;D{depth} {}", paths(&slow, depth))).collect();
        println!("{}{counts}", position.fen());
    });
}
