//! `tabiya bench`: a fixed search. Its node count is the signature of the engine: where it stays the same, the
//! engine plays the same.

use crate::uci::{Memory, STACK};
use engine::{Limits, Line, Signals};
use rules::Position;
use std::io::{self, Write};
use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

/// Search fixed positions to a fixed depth; prints `N nodes M nps` last
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many moves ahead
    #[arg(default_value_t = DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,

    /// How many threads share the work; with more than one the count varies
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

const DEPTH: u32 = 13;
const MEGABYTES: usize = 16;

impl Default for Args {
    fn default() -> Args {
        Args { depth: DEPTH, threads: 1 }
    }
}

/// Positions of the engine's own games, from the opening to the endgame.
const POSITIONS: &str = include_str!("bench.fen");

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    thread::scope(|scope| {
        let work = || print(args);
        thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)?
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn print(args: &Args) -> io::Result<()> {
    let mut output = io::stdout().lock();
    let mut nodes = 0;
    let mut took = Duration::ZERO;
    for fen in POSITIONS.lines() {
        let position: Position = fen.parse().expect("the positions of the bench are playable");
        let limits = Limits { depth: Some(args.depth), ..Limits::default() };
        let signals = Signals::default();
        // Each position begins with an empty memory, so that the count does not depend on the order.
        let mut memory = Memory::new(MEGABYTES, args.threads.into());
        let started = Instant::now();
        memory.search(&Line::new(position), &limits, &signals, started, &mut |_, _| {});
        took += started.elapsed();
        nodes += signals.nodes();
        writeln!(output, "{:>9} {fen}", signals.nodes())?;
    }
    let per_second = u128::from(nodes) * 1_000_000 / took.as_micros().max(1);
    writeln!(output, "{nodes} nodes {per_second} nps")?;
    output.flush()
}
