//! `tabiya tournament`: pair, check and run tournaments in report files (TRF16, TRF26).

mod add;
mod check;
mod file;
mod generate;
mod html;
mod interrupt;
mod journal;
mod new;
mod pair;
mod result;
mod round;
mod round_robin;
mod standings;
mod tiebreaks;

use std::io;
use std::process::ExitCode;

/// Pair, check and run Swiss and round-robin tournaments in report files (TRF16, TRF26)
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Pair the next round by FIDE's Dutch system, or by the table of a round robin
    Pair(pair::Args),
    /// Pair every past round again and list what differs
    Check(check::Args),
    /// Print the standings as text, CSV, JSON or HTML for printing
    Standings(standings::Args),
    /// List the known tie-breaks, or print their values for a file
    Tiebreaks(tiebreaks::Args),
    /// Play a random tournament and print it
    Generate(generate::Args),
    /// Start a tournament file
    New(new::Args),
    /// Enter players who arrive late
    Add(add::Args),
    /// Print the boards of a round with their results
    Round(round::Args),
    /// Enter a result of the current round
    Result(result::ResultArgs),
    /// Enter a bye or an absence for the next round
    Bye(result::ByeArgs),
    /// Take back the last change that this program made to a file
    Undo(journal::UndoArgs),
    /// Print the changes that this program made to a file
    Log(journal::LogArgs),
}

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    interrupt::watch();
    match &args.command {
        Command::Pair(args) => pair::run(args),
        Command::Check(args) => check::run(args),
        Command::Standings(args) => standings::run(args),
        Command::Tiebreaks(args) => tiebreaks::run(args),
        Command::Generate(args) => generate::run(args),
        Command::New(args) => new::run(args),
        Command::Add(args) => add::run(args),
        Command::Round(args) => round::run(args),
        Command::Result(args) => result::run_result(args),
        Command::Bye(args) => result::run_bye(args),
        Command::Undo(args) => journal::run_undo(args),
        Command::Log(args) => journal::run_log(args),
    }
}
