//! `tabiya backup`, `tabiya restore` and `tabiya fsck`: back up, restore and verify the data of a server.

use server::backup;
use server::store::Store;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Back up all data of a server into one file, while it runs
///
/// The copy is consistent, and is verified before it gets its final name.
#[derive(clap::Args)]
pub(crate) struct BackupArgs {
    /// File to write; an existing one is replaced once the new one is complete
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Data folder of the server
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
}

/// Restore a backup into an empty folder
#[derive(clap::Args)]
pub(crate) struct RestoreArgs {
    /// File to read
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder to restore into
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
}

/// Verify all data of a server and name what is damaged
#[derive(clap::Args)]
pub(crate) struct FsckArgs {
    /// Data folder of the server
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
    /// PostgreSQL database of the nodes, instead of a folder
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

pub(crate) fn backup(args: &BackupArgs) -> io::Result<ExitCode> {
    let games = backup::backup(&args.data, &args.file).map_err(io::Error::other)?;
    report(games, &format!("saved in {}", args.file.display()))
}

pub(crate) fn restore(args: &RestoreArgs) -> io::Result<ExitCode> {
    if let Ok(false) = backup::has_checksum(&args.file) {
        eprintln!(
            "warning: this backup has no checksum (an older version made it): only what can be read is checked"
        );
    }
    let games = backup::restore(&args.file, &args.data).map_err(io::Error::other)?;
    report(games, &format!("restored into {}", args.data.display()))
}

pub(crate) fn fsck(args: &FsckArgs) -> io::Result<ExitCode> {
    if let Some(url) = &args.database {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let found = runtime.block_on(async {
            let store = Store::connect_for_cli(url).await?;
            let shared = store.shared().expect("a database that nodes share");
            shared.look_through().await
        });
        let games =
            found.map_err(io::Error::other)?.map_err(|faults| io::Error::other(faults.to_string()))?;
        return report(games, "whole");
    }
    let games = backup::verify(&args.data).map_err(io::Error::other)?;
    report(games, "whole")
}

fn report(games: usize, what: &str) -> io::Result<ExitCode> {
    let plural = if games == 1 { "game" } else { "games" };
    writeln!(io::stdout(), "{games} {plural} {what}")?;
    Ok(ExitCode::SUCCESS)
}
