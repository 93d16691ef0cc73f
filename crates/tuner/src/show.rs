//! Positions of a file as text, for people.

use crate::record::{Record, SIZE};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Print positions of a file: FEN, the search's value and the game's result if it has one, both from White's view
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A file that `generate` wrote
    file: PathBuf,

    /// Print only every n-th position
    #[arg(long, default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

pub(crate) fn run(args: &Args) -> io::Result<()> {
    let bytes = fs::read(&args.file)?;
    let mut output = io::BufWriter::new(io::stdout().lock());
    for record in bytes.as_chunks::<SIZE>().0.iter().step_by(args.every as usize) {
        let Some(record) = Record::read(record) else { continue };
        let Ok(position) = record.setup.validate() else { continue };
        let result = record.result.map_or("-".to_owned(), |result| format!("{:.1}", result.points()));
        writeln!(output, "{}; {}; {result}", position.fen(), record.value)?;
    }
    output.flush()
}
