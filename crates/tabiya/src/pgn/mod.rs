//! `tabiya pgn`: PGN files of any size.

mod check;
mod chunks;
mod clean;
mod interrupt;
mod json;
mod open;
mod pipeline;
mod progress;
mod stats;
mod tally;

use open::Input;
use pipeline::Task;
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

/// Check, clean, convert and count the games of PGN files
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Replay every move and report each fault, its place, and what would have been legal
    Check(Files),
    /// Rewrite every game in export format; faults go to stderr
    Clean(Files),
    /// Write every game as one JSON object per line
    Json(Files),
    /// Count results, openings, lengths and endings, and results that the laws contradict
    Stats(Files),
}

#[derive(clap::Args)]
struct Files {
    /// PGN files, plain or compressed (.zst, .gz, .bz2); - is stdin
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,

    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    interrupt::watch();
    match &args.command {
        Command::Check(files) => each(files, check::Check::new),
        Command::Clean(files) => each(files, clean::Clean::new),
        Command::Json(files) => each(files, json::Json::new),
        Command::Stats(files) => each(files, stats::Stats::new),
    }
}

/// Runs a new task for each file.
fn each<T: Task>(files: &Files, new: impl Fn(&str) -> T) -> io::Result<ExitCode> {
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let cores = || thread::available_parallelism().map_or(1, NonZero::get);
    let threads = files.threads.map_or_else(cores, usize::from);
    let mut all_fine = true;
    for file in &files.files {
        let input = Input::open(file);
        let name = input.name.clone();
        let mut task = new(&name);
        match pipeline::run(&mut task, input, threads, &mut output)? {
            pipeline::End::Fine => {}
            pipeline::End::Bad => all_fine = false,
            pipeline::End::Failed(error) => {
                all_fine = false;
                let why = match error.kind() {
                    io::ErrorKind::UnexpectedEof => "the file is cut off: ",
                    _ => "",
                };
                let _ = writeln!(io::stderr(), "{name}: error: {why}{error}");
            }
        }
        output.flush()?;
        if interrupt::is_requested() {
            let _ = writeln!(io::stderr(), "{name}: stopped before its end");
            return Ok(ExitCode::from(crate::INTERRUPTED));
        }
    }
    Ok(if all_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
