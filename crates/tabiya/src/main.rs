//! The `tabiya` program, with one file for each subcommand.
//!
//! The exit code is 0 (success), 1 (some input was bad, or an I/O error occurred), 2 (wrong usage) or 130 (Ctrl-C).

mod arbiter;
mod backup;
mod bench;
mod diagram;
mod input;
mod inspect;
mod language;
mod manual;
mod mating;
mod migrate;
mod perft;
mod pgn;
mod play;
mod portuguese;
mod serve;
mod status;
mod tournament;
mod uci;
mod usage;
mod user;

use clap::{Parser, Subcommand};
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The exit code after Ctrl-C.
const INTERRUPTED: u8 = 130;

/// Chess by the laws, in one program.
#[derive(Parser)]
#[command(version = env!("TABIYA_VERSION"))]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Arbiter(arbiter::Args),
    Backup(backup::BackupArgs),
    Bench(bench::Args),
    Completions(manual::CompletionsArgs),
    Fsck(backup::FsckArgs),
    Inspect(inspect::Args),
    Manual(manual::ManualArgs),
    Migrate(migrate::Args),
    Perft(perft::Args),
    Pgn(pgn::Args),
    Play(play::Args),
    Restore(backup::RestoreArgs),
    Serve(serve::Args),
    Tournament(tournament::Args),
    Uci(uci::Args),
    User(user::Args),
}

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage(&error),
    };
    let ended = match cli.command.unwrap_or_else(|| Command::Serve(serve::Args::default())) {
        Command::Arbiter(args) => arbiter::run(args),
        Command::Backup(args) => backup::backup(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Completions(args) => manual::completions::<Cli>(&args),
        Command::Fsck(args) => backup::fsck(&args),
        Command::Inspect(args) => inspect::run(args),
        Command::Manual(args) => manual::manual::<Cli>(&args),
        Command::Migrate(args) => migrate::run(args),
        Command::Perft(args) => perft::run(&args),
        Command::Pgn(args) => pgn::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Restore(args) => backup::restore(&args),
        Command::Serve(args) => serve::run(args),
        Command::Tournament(args) => tournament::run(&args),
        Command::Uci(args) => uci::run(&args),
        Command::User(args) => user::run(args),
    };
    match ended {
        Ok(code) => code,
        // The reader has closed the pipe, as in `tabiya inspect | head -1`.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is closed too, the error cannot be reported.
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Reports wrong usage, or prints the requested help.
fn usage(error: &clap::Error) -> ExitCode {
    let args: Vec<_> = std::env::args_os().collect();
    if let Some(told) = usage::in_portuguese(error, &args) {
        let _ = writeln!(io::stderr(), "{told}");
        return ExitCode::from(2);
    }
    error.exit()
}
