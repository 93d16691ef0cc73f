//! `tabiya migrate`: move all data of a server from SQLite to PostgreSQL, or back.

use server::store::transfer;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Move all data of a server from a folder to a PostgreSQL database, or back
///
/// Accounts, sessions, ratings, the archive and the games in progress are copied; the source stays as it is. No server may
/// be running on either of the two, and the target must be empty.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the data is: sqlite://DIR or postgres://…
    #[arg(value_name = "FROM")]
    from: Place,
    /// Where it goes: postgres://… or sqlite://DIR
    #[arg(value_name = "TO")]
    to: Place,
}

/// A place that holds data.
#[derive(Clone)]
enum Place {
    Folder(PathBuf),
    Database(String),
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        match text.split_once("://") {
            Some(("sqlite", folder)) if !folder.is_empty() => Ok(Place::Folder(folder.into())),
            Some(("postgres" | "postgresql", _)) => Ok(Place::Database(text.to_owned())),
            _ => Err("expected sqlite://DIR or postgres://…".into()),
        }
    }
}

pub(crate) fn run(args: Args) -> io::Result<ExitCode> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let moved = match (&args.from, &args.to) {
        (Place::Folder(folder), Place::Database(url)) => runtime.block_on(transfer::to_postgres(folder, url)),
        (Place::Database(url), Place::Folder(folder)) => runtime.block_on(transfer::to_folder(url, folder)),
        _ => {
            eprintln!("one of the two must be sqlite://DIR and the other postgres://…");
            return Ok(ExitCode::from(2));
        }
    };
    let rows = moved.map_err(io::Error::other)?;
    writeln!(io::stdout(), "{rows} rows moved")?;
    Ok(ExitCode::SUCCESS)
}
