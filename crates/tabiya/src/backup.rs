//! `tabiya backup`, `tabiya restore` and `tabiya fsck`: what a server keeps, copied, put back and looked through.

use server::backup;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Copy everything a server keeps into one file, while it plays on
///
/// The copy is what stood on disk at one moment. It is looked through before it gets its name, game by game.
#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    /// The file to write. One of that name is replaced, when the new one is whole.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder that the server keeps everything in.
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
}

/// Put a backup into an empty folder, for a server to start from
#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    /// The file to read.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder to fill.
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
}

/// Look through everything a server keeps, and name what is damaged
#[derive(clap::Args)]
pub(crate) struct FsckArgs {
    /// The folder that the server keeps everything in.
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
}

pub(crate) fn backup(args: &BackupArgs) -> io::Result<ExitCode> {
    let games = backup::backup(&args.data, &args.file).map_err(io::Error::other)?;
    told(games, &format!("saved in {}", args.file.display()))
}

pub(crate) fn restore(args: &RestoreArgs) -> io::Result<ExitCode> {
    let games = backup::restore(&args.file, &args.data).map_err(io::Error::other)?;
    told(games, &format!("restored into {}", args.data.display()))
}

pub(crate) fn fsck(args: &FsckArgs) -> io::Result<ExitCode> {
    let games = backup::look_through(&args.data).map_err(io::Error::other)?;
    told(games, "whole")
}

fn told(games: usize, what: &str) -> io::Result<ExitCode> {
    let plural = if games == 1 { "game" } else { "games" };
    writeln!(io::stdout(), "{games} {plural} {what}")?;
    Ok(ExitCode::SUCCESS)
}
