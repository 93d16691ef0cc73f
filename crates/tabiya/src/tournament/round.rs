//! `tabiya tournament round`: the boards of a round, to be posted.

use super::{file, html};
use pairing::check::recorded;
use pairing::dutch::Pair;
use pairing::{Entry, PlayerResult, System, Tournament, sort_boards};
use serde_json::{Value, json};
use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

/// Print the boards of a round with their results
#[derive(clap::Args)]
pub(super) struct Args {
    /// The report file; - is stdin
    #[arg(value_name = "FILE")]
    file: OsString,

    /// The round [default: the last one that was paired]
    #[arg(long, value_name = "ROUND")]
    round: Option<usize>,

    /// Print one JSON object
    #[arg(long, group = "form")]
    json: bool,

    /// Print an HTML page for A4 paper
    #[arg(long, group = "form")]
    html: bool,
}

pub(super) fn run(args: &Args) -> io::Result<ExitCode> {
    let document = match file::read(&args.file) {
        Ok(document) => document,
        Err(error) => {
            error.report(args.json)?;
            return Ok(ExitCode::FAILURE);
        }
    };
    let tournament = &document.tournament;
    let paired = tournament.paired_rounds();
    let round = args.round.unwrap_or(paired);
    if round == 0 || round > paired {
        let message = match paired {
            0 => String::from("no round has been paired yet"),
            _ => format!("round {round} has not been paired; the last one is {paired}"),
        };
        if args.json {
            writeln!(io::stdout(), "{}", json!({ "round": round, "error": message }))?;
        } else {
            let _ = writeln!(io::stderr(), "error: {message}");
        }
        return Ok(ExitCode::FAILURE);
    }
    let boards = Boards::new(tournament, round);
    let mut output = BufWriter::new(io::stdout().lock());
    if args.json {
        writeln!(output, "{}", boards.json())?;
    } else if args.html {
        boards.html(&mut output)?;
    } else {
        boards.text(&mut output)?;
    }
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

struct Boards<'t> {
    tournament: &'t Tournament,
    round: usize,
    pairs: Vec<Pair>,
    /// The players without an opponent, with the reason.
    others: Vec<(u32, &'static str)>,
}

impl<'t> Boards<'t> {
    fn new(tournament: &'t Tournament, round: usize) -> Self {
        let mut pairs = recorded(tournament, round).pairs;
        if !matches!(tournament.system, System::RoundRobin | System::DoubleRoundRobin) {
            sort_boards(tournament, round, &mut pairs);
        }
        let others = tournament.players.iter().filter_map(|player| {
            let why = match player.entry(round) {
                Entry::PairingBye => "bye",
                Entry::FullPointBye => "full-point bye",
                Entry::HalfPointBye => "half-point bye",
                Entry::ZeroPointBye | Entry::Blank => "absent",
                // Games and forfeits have an opponent.
                _ => return None,
            };
            Some((player.number, why))
        });
        Self { tournament, round, pairs, others: others.collect() }
    }

    /// The result of a game; `None` if it is not known yet.
    fn result(&self, pair: &Pair) -> Option<String> {
        let score = |number: u32| {
            let index = self.tournament.index_of(number)?;
            Some(match self.tournament.players[index].entry(self.round) {
                Entry::Game { result: PlayerResult::Win, .. } => "1",
                Entry::Game { result: PlayerResult::Draw, .. } => "½",
                Entry::Game { result: PlayerResult::Loss, .. } => "0",
                Entry::Forfeit { won: true, .. } => "+",
                Entry::Forfeit { won: false, .. } => "-",
                _ => return None,
            })
        };
        Some(format!("{}-{}", score(pair.white)?, score(pair.black)?))
    }

    /// The name with title, and the points before the round.
    fn player(&self, number: u32) -> (String, String) {
        let Some(index) = self.tournament.index_of(number) else { return Default::default() };
        let player = &self.tournament.players[index];
        let title = if player.title.is_empty() { String::new() } else { format!("{} ", player.title) };
        (format!("{title}{}", player.name), self.tournament.score(index, self.round - 1).to_string())
    }

    fn json(&self) -> Value {
        let games: Vec<Value> = self
            .pairs
            .iter()
            .zip(1..)
            .map(|(pair, board)| {
                let result = self.result(pair).map(|result| result.replace('½', "1/2"));
                json!({ "board": board, "white": pair.white, "black": pair.black, "result": result })
            })
            .collect();
        let others: Vec<Value> =
            self.others.iter().map(|(number, why)| json!({ "number": number, "why": why })).collect();
        json!({ "round": self.round, "games": games, "others": others })
    }

    fn text(&self, output: &mut impl Write) -> io::Result<()> {
        let named = |number: u32| {
            let (name, points) = self.player(number);
            format!("{number} {name} ({points})")
        };
        let width = self.pairs.iter().map(|pair| named(pair.white).chars().count()).max().unwrap_or(0);
        writeln!(output, "Round {}", self.round)?;
        for (board, pair) in self.pairs.iter().enumerate() {
            let result = self.result(pair).unwrap_or_else(|| String::from("-"));
            writeln!(
                output,
                "{:>4}  {:<width$}  {result:^3}  {}",
                board + 1,
                named(pair.white),
                named(pair.black)
            )?;
        }
        for (number, why) in &self.others {
            writeln!(output, "      {}: {why}", named(*number))?;
        }
        Ok(())
    }

    fn html(&self, output: &mut impl Write) -> io::Result<()> {
        html::begin(output, &self.tournament.name, &format!("Round {}", self.round), false)?;
        writeln!(
            output,
            "<table>\n<thead><tr><th scope=\"col\" class=\"n\">Board</th><th scope=\"col\" class=\"n\">No.</th>\
             <th scope=\"col\">White</th><th scope=\"col\" class=\"n\">Points</th><th scope=\"col\" class=\"c\">Result</th>\
             <th scope=\"col\" class=\"n\">Points</th><th scope=\"col\">Black</th><th scope=\"col\" class=\"n\">No.</th>\
             </tr></thead>\n<tbody>"
        )?;
        for (board, pair) in self.pairs.iter().enumerate() {
            let ((white, white_points), (black, black_points)) =
                (self.player(pair.white), self.player(pair.black));
            let result = self.result(pair).unwrap_or_else(|| String::from("–"));
            writeln!(
                output,
                "<tr><td class=\"n\">{}</td><td class=\"n\">{}</td><td>{}</td><td class=\"n\">{white_points}</td>\
                 <td class=\"c\">{result}</td><td class=\"n\">{black_points}</td><td>{}</td><td class=\"n\">{}</td></tr>",
                board + 1,
                pair.white,
                html::escape(&white),
                html::escape(&black),
                pair.black
            )?;
        }
        for (number, why) in &self.others {
            let (name, points) = self.player(*number);
            writeln!(
                output,
                "<tr><td></td><td class=\"n\">{number}</td><td>{}</td><td class=\"n\">{points}</td>\
                 <td class=\"c\" colspan=\"4\">{why}</td></tr>",
                html::escape(&name)
            )?;
        }
        writeln!(output, "</tbody>\n</table>\n</html>")
    }
}
