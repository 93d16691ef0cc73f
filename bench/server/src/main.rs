//! Plays many games on a real server, measures how quickly moves are stored and answered, and kills the server to see
//! whether anything is lost.

mod crash;
mod faults;
mod flags;
mod idle;
mod latency;
mod load;
mod machine;
mod message;
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
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Many games at a given rate: moves a second, time from move to answer, memory.
    Load(load::Options),
    /// The memory of an idle socket.
    Idle(idle::Options),
    /// How late flags are announced.
    Flags(flags::Options),
    /// SIGKILL every few seconds under load; every answered move must still be there.
    Crash(crash::Options),
    /// Several nodes: kills, pauses, partitions and wrong clocks; every answered move must still be there, once.
    Faults(faults::Options),
    /// Many games over several nodes at a given rate.
    Nodes(faults::LoadOptions),
    /// Deliberately broken servers: the fault test must detect each of them.
    Controls(faults::ControlOptions),
    /// A rolling restart of several nodes: no player may be interrupted for long.
    Rolling(faults::RollingOptions),
}

#[tokio::main]
async fn main() -> ExitCode {
    machine::raise_file_limit();
    let verdict = match Arguments::parse().command {
        Command::Load(options) => load::run(options).await,
        Command::Idle(options) => idle::run(options).await,
        Command::Flags(options) => flags::run(options).await,
        Command::Crash(options) => crash::run(options).await,
        Command::Faults(options) => faults::run(options).await,
        Command::Nodes(options) => faults::load(options).await,
        Command::Controls(options) => faults::controls(options).await,
        Command::Rolling(options) => faults::rolling(options).await,
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
