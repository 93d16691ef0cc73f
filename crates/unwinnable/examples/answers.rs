//! Writes positions from random games, endings and pawn walls, and which side can still checkmate. `verify` checks
//! every answer:
//!
//! ```sh
//! cargo run --release -p tabiya-unwinnable --example answers > crates/unwinnable/tests/data/answers.tsv
//! ```

#[path = "soundness/hunt/seeds.rs"]
mod seeds;

use fastrand::Rng;
use rules::{Color, Position};
use std::collections::HashSet;
use tabiya_unwinnable::{Limits, Verdict, can_win, verify};

const POSITIONS: usize = 1_000;

/// A random item; `None` from an empty slice.
fn pick<T: Copy>(random: &mut Rng, among: &[T]) -> Option<T> {
    random.choice(among).copied()
}

/// Whether a side can win; `None` if that is undecided.
fn answer(position: &Position, color: Color) -> Option<bool> {
    let verdict = can_win(position, color, Limits::default());
    assert!(verify(position, color, &verdict), "{position}: {color}: {verdict:?} is not proved");
    match verdict {
        Verdict::Winnable(_) => Some(true),
        Verdict::Unwinnable(_) => Some(false),
        Verdict::Undecided => None,
    }
}

fn main() {
    println!("# {POSITIONS} positions: FEN, whether White can win, whether Black can. Written by");
    println!("# cargo run --release -p tabiya-unwinnable --example answers");
    let mut random = Rng::with_seed(2026);
    let mut seen = HashSet::new();
    while seen.len() < POSITIONS {
        let position = seeds::seed(&mut random);
        let answers = Color::ALL.map(|color| answer(&position, color));
        let [Some(white), Some(black)] = answers else { continue };
        // Positions that both sides can win are the most common, and test the least.
        if white && black && random.usize(..12) != 0 || !seen.insert(position.key()) {
            continue;
        }
        println!("{position}\t{}\t{}", u8::from(white), u8::from(black));
    }
}
