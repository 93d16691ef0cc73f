//! Plays the engine against itself and fits the weights of its evaluation to the results.
//!
//! `generate` plays, `tune` fits and prints the source file of the weights, `guess` prints where it all
//! began, `show` what a file holds, `levels` how the levels err, `duel` how they
//! do against each other.

mod duel;
mod generate;
mod guess;
mod levels;
mod random;
mod record;
mod show;
mod source;
mod spread;
mod tune;

use clap::{Parser, Subcommand};
use std::io;

/// Self-play, and weights fitted to it
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
    Show(show::Args),
    Tune(tune::Args),
}

fn main() -> io::Result<()> {
    match Cli::parse().command {
        Command::Duel(args) => duel::run(&args),
        Command::Generate(args) => generate::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Guess => {
            print!("{}", source::source(&guess::guess()));
            Ok(())
        }
    }
}
