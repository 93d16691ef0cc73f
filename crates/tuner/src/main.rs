//! Plays the engine against itself and others, and fits the weights of its evaluation to the results.
//!
//! `generate` plays games for training data, `tune` fits weights to them and prints their source file, `guess` prints the
//! first guesses, `show` prints data. `match` plays any UCI engines against each other, `openings` makes the openings,
//! `puzzles` positions for tests;
//! `duel` and `levels` measure the levels.

mod duel;
mod generate;
mod guess;
mod levels;
mod matches;
mod openings;
mod puzzles;
mod record;
mod show;
mod source;
mod spread;
mod tune;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Self-play, matches, and weights fitted to games
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Duel(duel::Args),
    Generate(generate::Args),
    /// Print the source file of the first guesses
    Guess,
    Levels(levels::Args),
    Match(matches::Args),
    Openings(openings::Args),
    Puzzles(puzzles::Args),
    Show(show::Args),
    Tune(tune::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Match(args) => matches::run(&args),
        Command::Duel(args) => duel::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Generate(args) => generate::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Levels(args) => levels::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Openings(args) => openings::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Puzzles(args) => puzzles::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Show(args) => show::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Tune(args) => tune::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Guess => {
            print!("{}", source::source(&guess::guess()));
            Ok(ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}
