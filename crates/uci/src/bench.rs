//! A fixed search. Its node count is the signature of the engine: while it stays the same, the engine plays the same.

use crate::search_thread::{Engine, STACK_SIZE};
use engine::{Limits, Line, Signals};
use rules::Position;
use std::io::{self, Write};
use std::thread;
use std::time::{Duration, Instant};

/// In plies.
pub const DEFAULT_DEPTH: u32 = 13;
const HASH_MEGABYTES: usize = 16;

/// Positions from the engine's own games, from the opening to the endgame.
const POSITIONS: &str = include_str!("bench.fen");

/// Searches each position on this many threads. Prints the node counts, and at the end their sum and the speed.
pub fn run(depth: u32, threads: usize) -> io::Result<()> {
    thread::scope(|scope| {
        thread::Builder::new()
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, || print(depth, threads))?
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn print(depth: u32, threads: usize) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut nodes = 0;
    let mut took = Duration::ZERO;
    for fen in POSITIONS.lines() {
        let position: Position = fen.parse().expect("the positions of the bench are playable");
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let signals = Signals::default();
        // Each position gets a new engine, so that the count does not depend on the order.
        let mut engine = Engine::new(HASH_MEGABYTES, threads);
        let started = Instant::now();
        engine.search(&Line::new(position), &limits, &signals, &|| started.elapsed(), &mut |_, _| {});
        took += started.elapsed();
        nodes += signals.nodes();
        writeln!(output, "{:>9} {fen}", signals.nodes())?;
    }
    let per_second = u128::from(nodes) * 1_000_000 / took.as_micros().max(1);
    writeln!(output, "{nodes} nodes {per_second} nps")?;
    output.flush()
}
