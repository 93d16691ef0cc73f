//! Plays the engine against itself and others, and fits the weights of its evaluation to the results.
//!
//! `generate` plays games for training data, `show` prints their positions. `tune` fits the weights of the hand-crafted
//! evaluation to them and prints the source file, `initial-weights` prints the weights it starts from, and
//! `train-network` trains a network. `match` plays UCI engines against each other, `openings` makes openings for it,
//! and `puzzles` makes positions for tests. `level-match` and `blunders` measure the levels.

mod blunders;
mod generate;
mod initial_weights;
mod level_match;
mod matches;
mod network;
mod openings;
mod parallel;
mod puzzles;
mod record;
mod show;
mod source;
mod texel;

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
    Blunders(blunders::Args),
    Generate(generate::Args),
    /// Print the source file of the weights that tuning starts from
    InitialWeights,
    LevelMatch(level_match::Args),
    Match(matches::Args),
    Openings(openings::Args),
    Puzzles(puzzles::Args),
    Show(show::Args),
    TrainNetwork(network::Args),
    Tune(texel::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Match(args) => matches::run(&args),
        Command::Blunders(args) => blunders::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Generate(args) => generate::run(&args).map(|()| ExitCode::SUCCESS),
        Command::LevelMatch(args) => level_match::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Openings(args) => openings::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Puzzles(args) => puzzles::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Show(args) => show::run(&args).map(|()| ExitCode::SUCCESS),
        Command::TrainNetwork(args) => network::run(&args).map(|()| ExitCode::SUCCESS),
        Command::Tune(args) => texel::run(&args).map(|()| ExitCode::SUCCESS),
        Command::InitialWeights => {
            print!("{}", source::source(&initial_weights::initial_weights()));
            Ok(ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}
