//! Matches between UCI engines: any programs, a clock or a fixed limit, openings with colours exchanged, Elo with error
//! bars, and the sequential probability ratio test.

mod control;
mod game;
mod pgn;
mod process;
mod statistics;

pub(crate) use statistics::elo;

use crate::openings;
use control::{Clocks, Control, Limit};
use game::{Adjudication, GameRecord};
use indicatif::{ProgressBar, ProgressStyle};
use process::{Engine, EngineSpec};
use rules::{Color, Position};
use statistics::{Sprt, Tally, Verdict};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::Duration;

/// Play a match between UCI engines: the first against each of the others
///
/// The exit status is 0, or 2 if an engine crashed, stalled, lost on time or played an illegal move, 130 after Ctrl-C.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An engine: cmd="program arguments" [name=N] [option.NAME=VALUE …] [tc=8+0.08 | nodes=N | depth=N | movetime=MS]
    #[arg(short, long = "engine", num_args = 1.., required = true, value_name = "KEY=VALUE")]
    engine: Vec<String>,

    /// A clock for each player: seconds for the game + seconds for each move
    #[arg(long, value_name = "BASE+INC", group = "limit")]
    tc: Option<Control>,

    /// Nodes for each move
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The depth of each search
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,

    /// Milliseconds for each move
    #[arg(long, group = "limit", value_parser = clap::value_parser!(u64).range(1..))]
    movetime: Option<u64>,

    /// Pairs of games against each opponent; both games of a pair have the same opening, with colours exchanged
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..))]
    pairs: u64,

    /// A file of openings, one FEN or EPD per line; without it, 8 random plies that are roughly balanced
    #[arg(long)]
    openings: Option<PathBuf>,

    /// Decides the order of the openings in the file, or the random openings
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// Games played at once
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,

    /// Milliseconds by which a clock may be overstepped
    #[arg(long, default_value_t = 50)]
    margin: u64,

    /// Append the games to this file as PGN
    #[arg(long)]
    pgn: Option<PathBuf>,

    /// Stop when a sequential probability ratio test (SPRT) decides between ELO0 and ELO1, with 5 % errors
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Play every game to its end by the laws, even if both engines agree on the result
    #[arg(long)]
    no_adjudication: bool,
}

/// An engine with its limit.
#[derive(Clone, Debug, PartialEq)]
struct Player {
    spec: EngineSpec,
    limit: Limit,
}

/// Parses `cmd=… name=… option.X=… cmd=…`; every `cmd` begins another engine.
fn players(words: &[String], common: Option<Limit>) -> Result<Vec<Player>, String> {
    let mut players: Vec<(EngineSpec, Option<Limit>)> = Vec::new();
    for word in words {
        let (key, value) =
            word.split_once('=').ok_or_else(|| format!("engine: expected KEY=VALUE, found {word:?}"))?;
        if key == "cmd" {
            let program = value.split_whitespace().next().unwrap_or_default();
            let name = program.rsplit('/').next().unwrap_or(program).to_owned();
            players.push((EngineSpec { name, command: value.to_owned(), options: Vec::new() }, common));
            continue;
        }
        let (spec, limit) =
            players.last_mut().ok_or_else(|| format!("engine: expected cmd=… first, found {word:?}"))?;
        let number =
            || value.parse().map_err(|_| format!("engine: {key}: expected a number, found {value:?}"));
        match key {
            "name" => value.clone_into(&mut spec.name),
            "tc" => {
                let control = value.parse().map_err(|error| format!("engine: tc: {error}"))?;
                *limit = Some(Limit::Clock(control));
            }
            "nodes" => *limit = Some(Limit::Nodes(number()?)),
            "depth" => *limit = Some(Limit::Depth(number()?.try_into().unwrap_or(u32::MAX))),
            "movetime" => *limit = Some(Limit::MoveTime(Duration::from_millis(number()?))),
            _ => match key.strip_prefix("option.") {
                Some(option) => spec.options.push((option.to_owned(), value.to_owned())),
                None => return Err(format!("engine: there is no key {key:?}")),
            },
        }
    }
    if players.len() < 2 {
        return Err(format!("engine: expected two or more, found {}", players.len()));
    }
    let player = |(spec, limit): (EngineSpec, Option<Limit>)| match limit {
        Some(limit) => Ok(Player { spec, limit }),
        None => Err(format!("{}: no limit; give --tc, --nodes, --depth or --movetime", spec.name)),
    };
    players.into_iter().map(player).collect()
}

/// One pair of games against an opponent.
struct Pair {
    opponent: usize,
    number: u64,
}

/// A report of a worker.
enum Report {
    Pair {
        pair: Pair,
        games: Box<[GameRecord; 2]>,
    },
    /// An engine does not start, so the match is over.
    Broken(String),
}

/// The state that all workers share.
struct Match<'a> {
    args: &'a Args,
    players: Vec<Player>,
    openings: openings::Book,
    next: AtomicU64,
    stop: Arc<AtomicBool>,
}

pub(crate) fn run(args: &Args) -> io::Result<ExitCode> {
    let common = args
        .tc
        .map(Limit::Clock)
        .or(args.nodes.map(Limit::Nodes))
        .or(args.depth.map(Limit::Depth))
        .or(args.movetime.map(|time| Limit::MoveTime(Duration::from_millis(time))));
    let invalid = |why: String| io::Error::new(io::ErrorKind::InvalidInput, why);
    let players = players(&args.engine, common).map_err(invalid)?;
    let openings = match &args.openings {
        Some(file) => openings::Book::read(file, args.seed)?,
        None => openings::Book::random(args.seed),
    };
    let stop = Arc::new(AtomicBool::new(false));
    let interrupted = Arc::new(AtomicBool::new(false));
    let flags = (Arc::clone(&stop), Arc::clone(&interrupted));
    ctrlc::set_handler(move || {
        flags.0.store(true, Ordering::Relaxed);
        flags.1.store(true, Ordering::Relaxed);
    })
    .map_err(io::Error::other)?;
    let pgn =
        args.pgn.as_ref().map(|file| OpenOptions::new().create(true).append(true).open(file)).transpose()?;
    let all = Match { args, players, openings, next: AtomicU64::new(0), stop };
    let mut scores = Scores::new(&all, pgn);
    let broken = all.play(&mut scores)?;
    scores.finish();
    if let Some(why) = broken {
        return Err(io::Error::other(why));
    }
    Ok(if interrupted.load(Ordering::Relaxed) {
        ExitCode::from(130)
    } else if scores.faults.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(2)
    })
}

impl Match<'_> {
    /// Plays all pairs. Returns a message if an engine does not start.
    fn play(&self, scores: &mut Scores<'_>) -> io::Result<Option<String>> {
        let (sender, reports) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.args.concurrency {
                let sender = sender.clone();
                scope.spawn(move || self.work(&sender));
            }
            drop(sender);
            let mut broken = None;
            for report in reports {
                match report {
                    Report::Pair { pair, games } => scores.add(&pair, &games)?,
                    Report::Broken(why) => broken = Some(why),
                }
                if broken.is_some() || scores.is_decided() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(broken)
        })
    }

    /// Plays pairs until none are left. Engines are kept from pair to pair, and restarted after a fault.
    fn work(&self, reports: &mpsc::Sender<Report>) {
        let mut engines: BTreeMap<usize, Engine> = BTreeMap::new();
        while !self.stop.load(Ordering::Relaxed) {
            let index = self.next.fetch_add(1, Ordering::Relaxed);
            let opponent = 1 + (index / self.args.pairs) as usize;
            if opponent >= self.players.len() {
                break;
            }
            // A worker needs only the first engine and its current opponent.
            engines.retain(|player, _| *player == 0 || *player == opponent);
            let pair = Pair { opponent, number: index % self.args.pairs };
            let report = match self.play_pair(&pair, &mut engines) {
                Ok(Some(games)) => Report::Pair { pair, games: Box::new(games) },
                Ok(None) => break,
                Err(why) => Report::Broken(why),
            };
            let over = matches!(report, Report::Broken(_));
            if reports.send(report).is_err() || over {
                break;
            }
        }
    }

    fn play_pair(
        &self,
        pair: &Pair,
        engines: &mut BTreeMap<usize, Engine>,
    ) -> Result<Option<[GameRecord; 2]>, String> {
        let start = self.openings.opening(pair.number);
        let mut games = Vec::new();
        for seats in [[0, pair.opponent], [pair.opponent, 0]] {
            let Some(game) = self.play_game(start, seats, engines)? else { return Ok(None) };
            if game.ending.is_fault() {
                engines.clear();
            }
            games.push(game);
        }
        Ok(games.try_into().ok())
    }

    /// Plays one game; `seats` are the numbers of White's and Black's players.
    fn play_game(
        &self,
        start: Position,
        seats: [usize; 2],
        engines: &mut BTreeMap<usize, Engine>,
    ) -> Result<Option<GameRecord>, String> {
        for player in seats {
            if let Entry::Vacant(place) = engines.entry(player) {
                let spec = &self.players[player].spec;
                place.insert(Engine::start(spec).map_err(|failure| format!("{} {failure}", spec.name))?);
            }
        }
        let mut take = |player: usize| engines.remove(&player).expect("it was started above");
        let (mut white, mut black) = (take(seats[0]), take(seats[1]));
        let limits = seats.map(|player| self.players[player].limit);
        let clocks = Clocks::new(limits, Duration::from_millis(self.args.margin));
        let adjudication = Adjudication { enabled: !self.args.no_adjudication };
        let game = game::play(start, [&mut white, &mut black], clocks, adjudication, &self.stop);
        engines.insert(seats[0], white);
        engines.insert(seats[1], black);
        Ok(game)
    }
}

/// The results so far.
struct Scores<'a> {
    all: &'a Match<'a>,
    /// By opponent; the first entry is unused.
    tallies: Vec<Tally>,
    /// The faults of the engines, with their number.
    faults: BTreeMap<String, u64>,
    pgn: Option<File>,
    bar: ProgressBar,
    sprt: Option<Sprt>,
}

impl<'a> Scores<'a> {
    fn new(all: &'a Match<'a>, pgn: Option<File>) -> Scores<'a> {
        let count = all.args.pairs * (all.players.len() as u64 - 1);
        let style = ProgressStyle::with_template("{elapsed_precise} {bar:20} {pos}/{len} pairs, {msg}");
        let bar = ProgressBar::new(count).with_style(style.expect("the template is well-formed"));
        let sprt = all.args.sprt.as_deref().and_then(|bounds| match bounds {
            [elo0, elo1] => Some(Sprt { elo0: *elo0, elo1: *elo1 }),
            _ => None,
        });
        let tallies = vec![Tally::default(); all.players.len()];
        Scores { all, tallies, faults: BTreeMap::new(), pgn, bar, sprt }
    }

    fn name(&self, player: usize) -> &str {
        &self.all.players[player].spec.name
    }

    fn add(&mut self, pair: &Pair, games: &[GameRecord; 2]) -> io::Result<()> {
        let colors = [Color::White, Color::Black];
        let points = [0, 1].map(|game| games[game].outcome.half_points(colors[game]));
        self.tallies[pair.opponent].add(points);
        for (game, color) in games.iter().zip(colors) {
            let (white, black) = if color == Color::White { (0, pair.opponent) } else { (pair.opponent, 0) };
            if game.ending.is_fault() {
                let text = format!("{} – {}: {}", self.name(white), self.name(black), game.ending);
                *self.faults.entry(text).or_default() += 1;
            }
            let limits = [white, black].map(|player| self.all.players[player].limit.to_string());
            let labels = pgn::Labels {
                white: self.name(white),
                black: self.name(black),
                round: (pair.number + 1, 1 + u64::from(color == Color::Black)),
                limit: if limits[0] == limits[1] { limits[0].clone() } else { limits.join(" : ") },
            };
            let text = pgn::text(game, &labels);
            if let Some(file) = &mut self.pgn {
                file.write_all(text.as_bytes())?;
            }
        }
        self.bar.set_message(self.line(pair.opponent));
        self.bar.inc(1);
        // Without a progress bar, print a line now and then for the log.
        if self.bar.is_hidden() && (pair.number + 1).is_multiple_of(25) {
            eprintln!("{}", self.line(pair.opponent));
        }
        Ok(())
    }

    fn line(&self, opponent: usize) -> String {
        let tally = &self.tallies[opponent];
        let sprt = self.sprt.map(|sprt| {
            let (ratio, bound) = (sprt.ratio(tally), Sprt::BOUND);
            format!(", LLR {ratio:.2} [-{bound:.2}, {bound:.2}]")
        });
        format!("{} – {}: {tally}{}", self.name(0), self.name(opponent), sprt.unwrap_or_default())
    }

    /// Whether the sequential test is decided against every opponent.
    fn is_decided(&self) -> bool {
        self.sprt.is_some_and(|sprt| {
            self.tallies[1..].iter().all(|tally| sprt.verdict(tally) != Verdict::Continue)
        })
    }

    /// Prints the results, even those of an interrupted match.
    fn finish(&self) {
        self.bar.finish_and_clear();
        for opponent in 1..self.tallies.len() {
            let tally = &self.tallies[opponent];
            let limits = [0, opponent].map(|player| self.all.players[player].limit.to_string());
            let limit = if limits[0] == limits[1] { limits[0].clone() } else { limits.join(" : ") };
            println!("{} ({} games, {limit})", self.line(opponent), tally.games());
            if let Some(sprt) = self.sprt {
                let Sprt { elo0, elo1 } = sprt;
                println!(
                    "{}",
                    match sprt.verdict(tally) {
                        Verdict::AcceptH0 =>
                            format!("SPRT [{elo0}, {elo1}]: H0 accepted, not stronger by {elo1}"),
                        Verdict::AcceptH1 =>
                            format!("SPRT [{elo0}, {elo1}]: H1 accepted, stronger by {elo0}"),
                        Verdict::Continue => format!("SPRT [{elo0}, {elo1}]: undecided"),
                    }
                );
            }
        }
        for (fault, times) in &self.faults {
            println!("{times} × {fault}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &[&str]) -> Vec<String> {
        text.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn engines_are_read_from_keys_and_values() {
        let text = ["cmd=/a/b uci", "option.Hash=32", "option.Skill Level=3", "cmd=c", "name=x=y", "nodes=5"];
        let found = players(&words(&text), Some(Limit::Depth(4))).unwrap();
        assert_eq!((found[0].spec.name.as_str(), found[0].limit), ("b", Limit::Depth(4)));
        assert_eq!(found[0].spec.options[1], ("Skill Level".to_owned(), "3".to_owned()));
        assert_eq!((found[1].spec.name.as_str(), found[1].limit), ("x=y", Limit::Nodes(5)));
    }

    #[test]
    fn errors_name_the_wrong_argument() {
        for (text, named) in [
            (&["cmd=a"][..], "two or more"),
            (&["name=a", "cmd=b", "cmd=c"], "cmd=… first"),
            (&["cmd=a", "cmd=b", "speed=1"], "speed"),
            (&["cmd=a", "cmd=b", "nodes=x"], "nodes"),
            (&["cmd=a", "b"], "KEY=VALUE"),
            (&["cmd=a", "cmd=b"], "no limit"),
        ] {
            let error = players(&words(text), None).unwrap_err();
            assert!(error.contains(named), "{text:?}: {error}");
        }
    }
}
