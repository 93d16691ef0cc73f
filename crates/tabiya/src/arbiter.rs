//! `tabiya arbiter`: games from stdin, one JSON action per line, with one answer each.

use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::process::ExitCode;
use wire::Arbiter;

/// Run games from stdin: one JSON action per line, one JSON answer per line
///
/// {"do":"start","time":"180+2"} begins a game; {"do":"move","move":"Nf3","at":1500} continues it. Times are
/// milliseconds since the start, so that a run can be repeated exactly.
#[derive(clap::Args)]
pub(crate) struct Args {}

/// Answers every line of stdin. The exit code says whether all lines were understood.
pub(crate) fn run(Args {}: Args) -> io::Result<ExitCode> {
    let mut output = BufWriter::new(io::stdout().lock());
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut arbiter = Arbiter::default();
    let mut line = Vec::new();
    loop {
        // The sender of the next line may be waiting for this answer.
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        line.clear();
        if input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        if line.len() as u64 == MAX_LINE_LENGTH && line.last() != Some(&b'\n') {
            // The line is too long to be an action; the rest is skipped without storing it.
            input.skip_until(b'\n')?;
        }
        serde_json::to_writer(&mut output, &arbiter.answer(&line))?;
        output.write_all(b"\n")?;
    }
    output.flush()?;
    Ok(if arbiter.understood_all() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// No action needs more, and a longer line must not fill the memory.
const MAX_LINE_LENGTH: u64 = 1 << 16;
