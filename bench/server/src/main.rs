//! Plays many games on a real server, measures how quickly moves are on disk and answered, and kills it to see
//! whether anything is lost.

mod crash;
mod faults;
mod flags;
mod heard;
mod idle;
mod latency;
mod load;
mod machine;
mod pair;
mod program;
mod random;
mod socket;
mod visitor;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Measures a Tabiya server, and tries to make it lose a move.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Many games at a rate: moves a second, time from move to answer, memory.
    Load(load::Options),
    /// How much memory a socket takes that only listens.
    Idle(idle::Options),
    /// How late flags are announced.
    Flags(flags::Options),
    /// SIGKILL every few seconds under load; every answered move must still be there.
    Crash(crash::Options),
    /// Several nodes: kills, pauses, partitions and wrong clocks; every answered move must still be there, once.
    Faults(faults::Options),
    /// Many games over several nodes at a rate.
    Nodes(faults::LoadOptions),
    /// Servers that lie: the fault test must find each of them out.
    Controls(faults::ControlOptions),
    /// Several nodes are restarted in order, one after the other: nobody may notice for long.
    Rolling(faults::RollingOptions),
}

#[tokio::main]
async fn main() -> ExitCode {
    machine::raise_file_limit();
    let verdict = match Arguments::parse().what {
        What::Load(options) => load::run(options).await,
        What::Idle(options) => idle::run(options).await,
        What::Flags(options) => flags::run(options).await,
        What::Crash(options) => crash::run(options).await,
        What::Faults(options) => faults::run(options).await,
        What::Nodes(options) => faults::load(options).await,
        What::Controls(options) => faults::controls(options).await,
        What::Rolling(options) => faults::rolling(options).await,
    };
    match verdict {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}
