//! Writes random games with variations, comments and annotations to stdout, for other programs to read. The
//! first argument says how many.

#[path = "../tests/it/random.rs"]
#[expect(clippy::unwrap_used, reason = "it belongs to the tests")]
mod random;

use fastrand::Rng;
use random::tree;

fn main() {
    let games = std::env::args().nth(1).and_then(|number| number.parse().ok()).unwrap_or(100);
    let mut random = Rng::with_seed(2026);
    for _ in 0..games {
        println!("{}", tree(&mut random));
    }
}
