//! `tabiya tournament new`: a tournament file from a list of players.

use super::{file, journal};
use pairing::trf::{Dialect, Document};
use pairing::{Acceleration, Color, Player, Points, System, Tournament, by_strength};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Start a tournament file
#[derive(clap::Args)]
pub(super) struct Args {
    /// The new report file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The name of the tournament
    #[arg(long)]
    name: String,

    /// Number of rounds of a Swiss tournament; a round robin needs none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    rounds: Option<u32>,

    /// How the rounds are paired
    #[arg(long, value_enum, default_value_t = Kind::Swiss)]
    system: Kind,

    /// The colour drawn by lot for the first player
    #[arg(long, value_enum, default_value_t = Side::White)]
    color: Side,

    /// Points for a win, a draw and a loss
    #[arg(long, value_name = "W,D,L", value_delimiter = ',', num_args = 1)]
    points: Option<Vec<Points>>,

    /// Points of the pairing-allocated bye [default: those of a win]
    #[arg(long, value_name = "POINTS")]
    bye: Option<Points>,

    /// Accelerate by the Baku method
    #[arg(long)]
    baku: bool,

    /// A file with one player per line: name; rating; title; federation (all but the name may be missing); - is stdin
    #[arg(long, value_name = "FILE")]
    from: Option<OsString>,

    /// Players as "Name" or "Name;2100;FM;POR"
    #[arg(value_name = "PLAYER")]
    players: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    Swiss,
    RoundRobin,
    DoubleRoundRobin,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    White,
    Black,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    if args.file.exists() {
        return refused(&format!("{} exists already", args.file.display()));
    }
    let mut lines = args.players.clone();
    if let Some(from) = &args.from {
        match file::read_text(from) {
            Ok(text) => lines.extend(text.lines().map(String::from)),
            Err(error) => return journal::failed(&error),
        }
    }
    let mut players = Vec::new();
    for line in lines.iter().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match player(line) {
            Ok(player) => players.push(player),
            Err(message) => return refused(&message),
        }
    }
    if players.len() < 2 {
        return refused("a tournament needs at least two players");
    }
    if players.len() > 9999 {
        return refused("a report file has at most 9999 players");
    }
    players.sort_by(by_strength);
    for (index, player) in players.iter_mut().enumerate() {
        player.number = index as u32 + 1;
    }
    let count = players.len() as u32;
    let rounds = match (args.system, args.rounds) {
        (Kind::Swiss, None) => return refused("--rounds is needed for a Swiss tournament"),
        (Kind::Swiss, Some(rounds)) => rounds,
        // The number of players determines it.
        (Kind::RoundRobin | Kind::DoubleRoundRobin, Some(_)) => {
            return refused("--rounds is for Swiss tournaments; a round robin has a round for each opponent");
        }
        (Kind::RoundRobin | Kind::DoubleRoundRobin, None) => 0,
    };
    let color = if args.color == Side::White { Color::White } else { Color::Black };
    let mut tournament = Tournament::new(args.name.clone(), players, rounds, color);
    tournament.system = match args.system {
        Kind::Swiss => System::Dutch,
        Kind::RoundRobin => System::RoundRobin,
        Kind::DoubleRoundRobin => System::DoubleRoundRobin,
    };
    let rounds = if args.system == Kind::Swiss { rounds } else { round_robin_rounds(&tournament) };
    tournament.rounds = Some(rounds);
    if let Some(points) = &args.points {
        let [win, draw, loss] = points[..] else {
            return refused("--points needs three numbers, such as 3,1,0");
        };
        let system = &mut tournament.points;
        (system.win, system.draw, system.loss, system.pairing_bye, system.unknown) =
            (win, draw, loss, win, draw);
    }
    tournament.points.pairing_bye = args.bye.unwrap_or(tournament.points.pairing_bye);
    if args.baku {
        tournament.acceleration = Acceleration::Baku;
    }
    let mut document = Document::new(tournament, Dialect::Trf26);
    document.update_points();
    journal::change(&args.file, format!("start {:?}", args.name), None, &document.to_string())?;
    writeln!(io::stdout(), "{}: {count} players, {rounds} rounds", args.file.display())?;
    Ok(ExitCode::SUCCESS)
}

/// How many rounds the Berger table has.
pub(super) fn round_robin_rounds(tournament: &Tournament) -> u32 {
    let count = tournament.players.len() as u32;
    let circle = count - 1 + count % 2;
    if tournament.system == System::DoubleRoundRobin { 2 * circle } else { circle }
}

fn refused(message: &str) -> io::Result<ExitCode> {
    let _ = writeln!(io::stderr(), "error: {message}");
    Ok(ExitCode::FAILURE)
}

pub(super) fn player(line: &str) -> Result<Player, String> {
    let mut fields = line.split(';').map(str::trim);
    let name = fields.next().unwrap_or_default();
    if name.is_empty() || name.chars().any(char::is_control) {
        return Err(format!("expected a name at the beginning of {line:?}"));
    }
    let rating = fields.next().unwrap_or_default();
    let rating = if rating.is_empty() { Ok(0) } else { rating.parse() };
    let rating = rating
        .ok()
        .filter(|rating| *rating <= 9999)
        .ok_or_else(|| format!("expected a rating after the name in {line:?}"))?;
    let mut player = Player::new(0, name, rating);
    player.title = fields.next().unwrap_or_default().into();
    player.federation = fields.next().unwrap_or_default().into();
    Ok(player)
}
