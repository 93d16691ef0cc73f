//! `tabiya uci`: the engine, for any chess program that speaks UCI.

use std::io;
use std::process::ExitCode;

/// The engine, for any chess program that speaks UCI
#[derive(clap::Args)]
pub(crate) struct Args {}

pub(crate) fn run(Args {}: &Args) -> io::Result<ExitCode> {
    ::uci::converse(&mut io::stdin().lock(), None)?;
    Ok(ExitCode::SUCCESS)
}
