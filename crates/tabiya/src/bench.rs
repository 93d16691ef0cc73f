//! `tabiya bench`: a fixed search. Its node count is the signature of the engine: as long as it stays the same, the
//! engine plays the same.

use std::io;
use std::process::ExitCode;

/// Search fixed positions to a fixed depth; prints `N nodes M nps` last
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Search depth
    #[arg(default_value_t = ::uci::bench::DEFAULT_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,

    /// Number of threads; with more than one, the node count varies
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    ::uci::bench::run(args.depth, args.threads.into())?;
    Ok(ExitCode::SUCCESS)
}
