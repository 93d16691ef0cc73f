//! `tabiya tournament result` and `bye`: entries by hand.

use super::{file, journal, round_robin};
use pairing::trf::Document;
use pairing::{Color, Entry, PlayerResult, System, Tournament};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Enter a result of the current round
#[derive(clap::Args)]
pub(super) struct ResultArgs {
    /// The report file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The starting number of White
    white: u32,

    /// The starting number of Black
    black: u32,

    /// 1-0, 0-1, 1/2-1/2 (or =), +-- and --+ (won by forfeit), --- (both lost by forfeit), 1/2-0, 0-1/2, 0-0, * (no
    /// result yet)
    #[arg(allow_hyphen_values = true)]
    result: String,

    /// The round [default: the last one that was paired]
    #[arg(long, value_name = "ROUND")]
    round: Option<usize>,
}

/// Enter a bye or an absence for the next round
#[derive(clap::Args)]
pub(super) struct ByeArgs {
    /// The report file
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The starting number
    player: u32,

    /// The kind of bye, by the points it is worth
    #[arg(value_enum)]
    kind: ByeKind,

    /// The round [default: the next one]
    #[arg(long, value_name = "ROUND")]
    round: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum ByeKind {
    Half,
    Full,
    Zero,
    /// Absent from this round on
    Withdraw,
    /// Available: takes back a bye that was entered
    None,
}

pub(super) fn run_result(args: &ResultArgs) -> io::Result<ExitCode> {
    change(&args.file, |document| {
        let tournament = &mut document.tournament;
        let last = tournament.paired_rounds();
        let round = args.round.unwrap_or(last);
        if round == 0 || round > last {
            return Err(format!("round {round} has not been paired"));
        }
        enter_result(tournament, round, args)?;
        let note = (round < last).then(|| format!("### Correction @ Round {round}"));
        if let Some(note) = note {
            document.push_line(note);
        }
        Ok(format!("round {round}: {} - {} {}", args.white, args.black, args.result))
    })
}

pub(super) fn run_bye(args: &ByeArgs) -> io::Result<ExitCode> {
    change(&args.file, |document| {
        let tournament = &mut document.tournament;
        let index =
            tournament.index_of(args.player).ok_or_else(|| format!("there is no player {}", args.player))?;
        if is_round_robin(tournament) {
            if args.kind != ByeKind::Withdraw || args.round.is_some() {
                return Err(String::from(
                    "a round robin has no byes: enter a forfeit as the result of a game, or withdraw the player",
                ));
            }
            return Ok(round_robin::withdraw(tournament, args.player));
        }
        let next = tournament.paired_rounds() + 1;
        let round = args.round.unwrap_or(next);
        let rounds = tournament.rounds.map_or(round, |rounds| rounds as usize);
        if tournament.rounds.is_some() && next > rounds {
            return Err(format!("all {rounds} rounds of the tournament have been paired"));
        }
        if round < next || round > rounds {
            return Err(format!("expected a round from {next} to {rounds}, found {round}"));
        }
        let (entry, last, what) = match args.kind {
            ByeKind::Half => (Entry::HalfPointBye, round, "half-point bye"),
            ByeKind::Full => (Entry::FullPointBye, round, "full-point bye"),
            ByeKind::Zero => (Entry::ZeroPointBye, round, "zero-point bye"),
            ByeKind::Withdraw => (Entry::ZeroPointBye, rounds, "withdrawn from then on"),
            ByeKind::None => (Entry::Blank, round, "available again"),
        };
        for round in round..=last {
            tournament.players[index].set_entry(round, entry);
        }
        Ok(format!("round {round}: {} {what}", args.player))
    })
}

/// Reads a file, changes it, and writes it with an entry in the log.
pub(super) fn change(
    path: &PathBuf,
    apply: impl FnOnce(&mut Document) -> Result<String, String>,
) -> io::Result<ExitCode> {
    let name = OsString::from(path);
    let read =
        file::read_text(&name).and_then(|text| file::parse(&name, &text).map(|document| (text, document)));
    let (text, mut document) = match read {
        Ok(read) => read,
        Err(error) => return journal::failed(&error),
    };
    match apply(&mut document) {
        Ok(what) => {
            document.update_points();
            journal::change(path, what.clone(), Some(text), &document.to_string())?;
            writeln!(io::stdout(), "{what}")?;
            Ok(ExitCode::SUCCESS)
        }
        Err(message) => {
            let _ = writeln!(io::stderr(), "error: {}: {message}", path.display());
            Ok(ExitCode::FAILURE)
        }
    }
}

pub(super) fn is_round_robin(tournament: &Tournament) -> bool {
    matches!(tournament.system, System::RoundRobin | System::DoubleRoundRobin)
}

fn enter_result(tournament: &mut Tournament, round: usize, args: &ResultArgs) -> Result<(), String> {
    let find =
        |number: u32| tournament.index_of(number).ok_or_else(|| format!("there is no player {number}"));
    let (white, black) = (find(args.white)?, find(args.black)?);
    let color = |entry| match entry {
        Entry::Game { opponent, color, .. } => Some((opponent, color)),
        Entry::Forfeit { opponent, color, .. } => color.map(|color| (opponent, color)),
        _ => None,
    };
    if color(tournament.players[white].entry(round)) != Some((args.black, Color::White)) {
        return Err(format!("{} does not have White against {} in round {round}", args.white, args.black));
    }
    let Some((for_white, for_black)) = outcome(&args.result) else {
        return Err(format!("expected a result such as 1-0, 0-1, = or +--, found {:?}", args.result));
    };
    let entry = |outcome: EnteredResult, opponent: u32, color: Color| match outcome {
        EnteredResult::Played(result) => Entry::Game { opponent, color, result, rated: true },
        EnteredResult::Forfeit(won) => Entry::Forfeit { opponent, color: Some(color), won },
    };
    tournament.players[white].set_entry(round, entry(for_white, args.black, Color::White));
    tournament.players[black].set_entry(round, entry(for_black, args.white, Color::Black));
    Ok(())
}

#[derive(Clone, Copy)]
enum EnteredResult {
    Played(PlayerResult),
    Forfeit(bool),
}

fn outcome(text: &str) -> Option<(EnteredResult, EnteredResult)> {
    use PlayerResult::{Draw, Loss, Unknown, Win};
    let played = |white, black| Some((EnteredResult::Played(white), EnteredResult::Played(black)));
    let forfeit = |white, black| Some((EnteredResult::Forfeit(white), EnteredResult::Forfeit(black)));
    match text.replace('½', "1/2").as_str() {
        "1-0" | "1" => played(Win, Loss),
        "0-1" | "0" => played(Loss, Win),
        "1/2-1/2" | "=" | "1/2" => played(Draw, Draw),
        "1/2-0" => played(Draw, Loss),
        "0-1/2" => played(Loss, Draw),
        "0-0" => played(Loss, Loss),
        "*" => played(Unknown, Unknown),
        "+--" | "+/-" => forfeit(true, false),
        "--+" | "-/+" => forfeit(false, true),
        "---" | "-/-" => forfeit(false, false),
        _ => None,
    }
}
