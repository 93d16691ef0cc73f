//! `tabiya tournament add`: players who arrive late.

use super::result::change;
use super::{new, result};
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

/// Enter players after the file was started; rounds they missed are zero-point byes
#[derive(clap::Args)]
pub(super) struct Args {
    /// The report file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Players as "Name" or "Name;2100;FM;POR"
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<String>,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    change(&args.file, |document| {
        let tournament = &mut document.tournament;
        if result::is_round_robin(tournament) && tournament.paired_rounds() > 0 {
            return Err(String::from(
                "a round robin that has begun takes no new players: its table is fixed",
            ));
        }
        let mut names = Vec::new();
        for line in &args.players {
            let player = new::player(line)?;
            let name = player.name.clone();
            if tournament.add_player(player).is_none() {
                return Err(String::from("a report file has at most 9999 players"));
            }
            names.push(name);
        }
        if result::is_round_robin(tournament) {
            tournament.rounds = Some(new::round_robin_rounds(tournament));
        }
        // Later entries may have shifted the numbers of earlier ones, so they are read at the end.
        let entered = names.iter().filter_map(|name| {
            let player = tournament.players.iter().find(|player| player.name == *name)?;
            Some(format!("{} {name}", player.number))
        });
        let what = format!("enter {}", entered.collect::<Vec<_>>().join(", "));
        let count = tournament.players.len().to_string();
        document.set_header("062", &count);
        Ok(what)
    })
}
