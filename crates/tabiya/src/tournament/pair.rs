//! `tabiya tournament pair`: the next round.

use super::{file, journal, result, round_robin};
use pairing::dutch::{self, Explanation, RoundPairing};
use pairing::{Color, Entry, PlayerResult, System, Tournament};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

/// Pair the next round by FIDE's Dutch system, or by the table of a round robin
#[derive(clap::Args)]
pub(super) struct Args {
    /// The report file; - is stdin. Players with an entry in the next round (H, F, Z) are not paired
    #[arg(value_name = "FILE")]
    file: OsString,

    /// Print one JSON object
    #[arg(long)]
    json: bool,

    /// Say which criterion decided, for every pair, float, colour and the bye
    #[arg(long)]
    explain: bool,

    /// Enter the games without results into the file, and the change into the log beside it
    #[arg(long)]
    write: bool,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    if args.write && args.file == "-" {
        let _ = writeln!(io::stderr(), "error: --write needs a file, not stdin");
        return Ok(ExitCode::from(2));
    }
    let read = file::read_text(&args.file)
        .and_then(|text| file::parse(&args.file, &text).map(|document| (text, document)));
    let (text, document) = match read {
        Ok(read) => read,
        Err(error) => {
            error.report(args.json)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let tournament = &document.tournament;
    let round = tournament.paired_rounds() + 1;
    warn(tournament, round);
    let (pairing, explanation) = match pair(tournament, round, args.explain) {
        Ok(paired) => paired,
        Err(message) => {
            if args.json {
                writeln!(io::stdout(), "{}", json!({ "round": round, "error": message }))?;
            } else {
                let _ = writeln!(io::stderr(), "error: round {round}: {message}");
            }
            return Ok(ExitCode::FAILURE);
        }
    };
    // Write the file first: the reader of the output may close the pipe at any time.
    if args.write {
        let mut written = document.clone();
        enter(&mut written.tournament, &pairing);
        if result::is_round_robin(tournament) {
            round_robin::enter_walkovers(&mut written.tournament, round);
        }
        written.update_points();
        let what = format!("pair round {round}");
        journal::change(Path::new(&args.file), what, Some(text), &written.to_string())?;
    }
    let mut output = BufWriter::new(io::stdout().lock());
    if args.json {
        writeln!(output, "{}", as_json(tournament, &pairing, explanation.as_ref()))?;
    } else {
        write_text(tournament, &pairing, &mut output)?;
        if let Some(explanation) = &explanation {
            write!(output, "\n{explanation}")?;
        }
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn pair(
    tournament: &Tournament,
    round: usize,
    explain: bool,
) -> Result<(RoundPairing, Option<Explanation>), String> {
    if tournament.rounds.is_some_and(|rounds| round > rounds as usize) {
        return Err(dutch::PairingError::NoMoreRounds(tournament.rounds.unwrap_or(0)).to_string());
    }
    match &tournament.system {
        System::RoundRobin | System::DoubleRoundRobin => {
            return round_robin::pair(tournament, round).map(|pairing| (pairing, None));
        }
        System::Other(code) => {
            let _ = writeln!(
                io::stderr(),
                "note: the file says {code:?}; this is the pairing of FIDE_DUTCH_2026"
            );
        }
        _ => {}
    }
    let available = tournament.available(round);
    if explain {
        let explanation = dutch::explain(tournament, round, &available).map_err(|error| error.to_string())?;
        Ok((explanation.pairing.clone(), Some(explanation)))
    } else {
        dutch::pair(tournament, round, &available)
            .map(|pairing| (pairing, None))
            .map_err(|error| error.to_string())
    }
}

/// Reports on stderr how many games up to a round have no result yet.
pub(super) fn note_open_games(tournament: &Tournament, last: usize) {
    let is_open = |entry: Entry| matches!(entry, Entry::Game { result: PlayerResult::Unknown, .. });
    let open_in = |round| tournament.players.iter().filter(|player| is_open(player.entry(round))).count() / 2;
    let open: usize = (1..=last).map(open_in).sum();
    if open > 0 {
        let _ = writeln!(
            io::stderr(),
            "note: {open} games have no result yet and count as unknown results (draws by default)"
        );
    }
}

/// Things an arbiter should know before relying on a pairing.
fn warn(tournament: &Tournament, round: usize) {
    note_open_games(tournament, round - 1);
    if tournament.rounds.is_none() {
        let _ = writeln!(
            io::stderr(),
            "note: no number of rounds (142); topscorer rules of the last round are not applied"
        );
    }
}

/// Enters the games, still without results.
fn enter(tournament: &mut Tournament, pairing: &RoundPairing) {
    let mut set = |number: u32, entry: Entry| {
        if let Some(index) = tournament.index_of(number) {
            tournament.players[index].set_entry(pairing.round, entry);
        }
    };
    for pair in &pairing.pairs {
        let game =
            |opponent, color| Entry::Game { opponent, color, result: PlayerResult::Unknown, rated: true };
        set(pair.white, game(pair.black, Color::White));
        set(pair.black, game(pair.white, Color::Black));
    }
    if let Some(number) = pairing.bye {
        set(number, Entry::PairingBye);
    }
}

fn absent(tournament: &Tournament, round: usize) -> Vec<u32> {
    let absent = tournament.players.iter().filter(|player| player.entry(round) != Entry::Blank);
    absent.map(|player| player.number).collect()
}

fn as_json(tournament: &Tournament, pairing: &RoundPairing, explanation: Option<&Explanation>) -> Value {
    let pairs: Vec<[u32; 2]> = pairing.pairs.iter().map(|pair| [pair.white, pair.black]).collect();
    let mut object = json!({
        "round": pairing.round,
        "pairs": pairs,
        "bye": pairing.bye,
        "absent": absent(tournament, pairing.round),
    });
    if let Some(explanation) = explanation {
        object["explanation"] = json!({ "brackets": explanation.brackets, "bye": explanation.bye });
        object["sentences"] = explanation.to_string().lines().collect();
    }
    object
}

fn write_text(tournament: &Tournament, pairing: &RoundPairing, output: &mut impl Write) -> io::Result<()> {
    let named = |number: u32| {
        let name = tournament
            .index_of(number)
            .map(|index| tournament.players[index].name.as_str())
            .unwrap_or_default();
        format!("{number} {name}")
    };
    let width = pairing.pairs.iter().map(|pair| named(pair.white).chars().count()).max().unwrap_or(0);
    writeln!(output, "Round {}", pairing.round)?;
    for (board, pair) in pairing.pairs.iter().enumerate() {
        writeln!(output, "{:>4}  {:<width$}  -  {}", board + 1, named(pair.white), named(pair.black))?;
    }
    if let Some(number) = pairing.bye {
        writeln!(output, "      {}: bye", named(number))?;
    }
    for number in absent(tournament, pairing.round) {
        writeln!(output, "      {}: absent", named(number))?;
    }
    Ok(())
}
