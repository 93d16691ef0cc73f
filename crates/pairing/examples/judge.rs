//! Compares this crate with another pairing program, both ways: it re-pairs tournaments that we generated, and we
//! re-pair tournaments that it generated.
//!
//! `cargo run --release --package tabiya-pairing --example judge -- COMMAND [--tournaments N] [--seed N]`, where
//! COMMAND is bbpPairings 6 or a program with the same arguments.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};
use std::{env, fs, io};
use tabiya_pairing::check::check;
use tabiya_pairing::generate::{Config, generate};
use tabiya_pairing::trf::{Dialect, Document};
use tabiya_pairing::{Entry, Points, Tournament};

fn main() -> io::Result<ExitCode> {
    let mut arguments = env::args().skip(1);
    let Some(judge) = arguments.next() else {
        eprintln!("usage: judge COMMAND [--tournaments N] [--seed N] [--keep FOLDER]");
        return Ok(ExitCode::from(2));
    };
    let (mut tournaments, mut seed) = (1000u64, 1u64);
    let mut keep = env::temp_dir().join(format!("tabiya-swiss-judge-{}", std::process::id()));
    while let Some(name) = arguments.next() {
        let value = arguments.next().unwrap_or_default();
        match name.as_str() {
            "--tournaments" => tournaments = value.parse().unwrap_or(tournaments),
            "--seed" => seed = value.parse().unwrap_or(seed),
            "--keep" => keep = PathBuf::from(value),
            _ => {
                eprintln!("unknown argument {name}");
                return Ok(ExitCode::from(2));
            }
        }
    }
    fs::create_dir_all(&keep)?;
    let mut report = Report::default();
    for number in 0..tournaments {
        let seed = seed + number;
        ours(&judge, &keep, seed, &mut report)?;
        // The other program's generator is slower, and produces fewer kinds of tournaments.
        if number % 4 == 0 {
            theirs(&judge, &keep, seed, &mut report)?;
        }
        if (number + 1) % 500 == 0 {
            println!("{report}");
        }
    }
    println!("{report}");
    Ok(if report.unexplained == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[derive(Default)]
struct Report {
    tournaments: u64,
    rounds: u64,
    unexplained: u64,
    explained: BTreeMap<&'static str, u64>,
    /// Tournaments that could not be compared, by reason.
    not_judged: BTreeMap<String, u64>,
}

impl std::fmt::Display for Report {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} tournaments, {} rounds: {} unexplained differences, {} not judged",
            self.tournaments,
            self.rounds,
            self.unexplained,
            self.not_judged.values().sum::<u64>()
        )?;
        for (reason, count) in &self.explained {
            write!(f, "\n  {count} explained: {reason}")?;
        }
        for (reason, count) in &self.not_judged {
            write!(f, "\n  {count} not judged: {reason}")?;
        }
        Ok(())
    }
}

impl Report {
    /// Counts a tournament that the other program could not process, by its message without file names and numbers.
    fn not_judge(&mut self, what: &str, output: &Output, path: &Path, seed: u64) {
        let stderr = String::from_utf8_lossy(&output.stderr);
        let said = stderr.replace(&*path.to_string_lossy(), "FILE").replace('\r', "\n");
        let line = said.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or("nothing said");
        let is_digit = |character: char| character.is_ascii_digit();
        let general = line.split(is_digit).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("N");
        let code = match output.status.code() {
            Some(1) => String::from("no legal pairing (exit code 1)"),
            Some(code) => format!("exit code {code}"),
            None => String::from("ended by a signal"),
        };
        *self.not_judged.entry(format!("{what}: {code}: {general}")).or_default() += 1;
        println!("seed {seed}: {what}: {code}: {line}");
    }
}

/// The other program checks a tournament of ours.
fn ours(judge: &str, folder: &Path, seed: u64, report: &mut Report) -> io::Result<()> {
    let tournament = generate(&Config::any(seed), |_| {});
    let path = folder.join(format!("ours-{seed}.trf"));
    fs::write(&path, Document::new(tournament.clone(), Dialect::Trf16).to_string())?;
    let output = Command::new(judge).arg("--dutch").arg(&path).arg("-c").output()?;
    let text = String::from_utf8_lossy(&output.stdout).replace('\r', "\n");
    if !output.status.success() {
        report.not_judge("it refuses a tournament of ours", &output, &path, seed);
        return Ok(());
    }
    report.tournaments += 1;
    report.rounds += tournament.paired_rounds() as u64;
    // There is one heading for each round; any other line is a difference.
    let differs = text.lines().any(|line| !line.trim().is_empty() && !line.contains(": Round #"));
    finish(&path, &tournament, differs, &text, seed, "ours", report)
}

/// We check a tournament of the other program.
fn theirs(judge: &str, folder: &Path, seed: u64, report: &mut Report) -> io::Result<()> {
    let pick = |values: [u64; 4], shift: u32| {
        values[(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> shift & 3) as usize]
    };
    let config = format!(
        "PlayersNumber={}\nRoundsNumber={}\nDrawPercentage={}\nForfeitRate={}\nRetiredRate={}\nHalfPointByeRate={}\nHighestRating=2600\nLowestRating=1400\n",
        pick([8, 13, 27, 44], 40),
        pick([4, 5, 7, 9], 43),
        pick([10, 30, 50, 70], 46),
        pick([7, 15, 30, 100], 49),
        pick([10, 30, 100, 500], 52),
        pick([15, 50, 100, 300], 55),
    );
    let (settings, path) = (folder.join(format!("{seed}.config")), folder.join(format!("theirs-{seed}.trf")));
    fs::write(&settings, config)?;
    let output = Command::new(judge)
        .args(["--dutch", "-g"])
        .arg(&settings)
        .arg("-o")
        .arg(&path)
        .args(["-s", &seed.to_string()])
        .output()?;
    fs::remove_file(&settings)?;
    let text = fs::read_to_string(&path).unwrap_or_default();
    let mut document = match Document::parse(&text) {
        Ok(document) if output.status.success() => document,
        Ok(_) => {
            report.not_judge("its generator gives up", &output, &path, seed);
            return fs::remove_file(&path);
        }
        Err(faults) => {
            println!("seed {seed}: {faults}");
            report.unexplained += 1;
            return Ok(());
        }
    };
    // Its files omit the number of rounds, which is the number of rounds played.
    let rounds = document.tournament.paired_rounds() as u32;
    document.tournament.rounds.get_or_insert(rounds);
    report.tournaments += 1;
    let mut differs = false;
    for round in check(&document.tournament) {
        report.rounds += 1;
        differs |= !round.is_same();
    }
    finish(&path, &document.tournament, differs, "", seed, "theirs", report)
}

fn finish(
    path: &Path,
    tournament: &Tournament,
    differs: bool,
    text: &str,
    seed: u64,
    whose: &str,
    report: &mut Report,
) -> io::Result<()> {
    if !differs {
        return fs::remove_file(path);
    }
    if let Some(reason) = explanation(tournament, whose, text) {
        *report.explained.entry(reason).or_default() += 1;
        return Ok(());
    }
    report.unexplained += 1;
    println!("seed {seed} ({whose}): see {}\n{text}", path.display());
    Ok(())
}

/// Known deviations of bbpPairings 6.0.0 from the rules.
fn explanation(tournament: &Tournament, whose: &str, text: &str) -> Option<&'static str> {
    let bye = tournament.points.pairing_bye;
    if whose == "ours" && bye <= tournament.points.loss && bye == Points::ZERO {
        return Some("a pairing-allocated bye worth nothing gives a downfloat (article 1.4)");
    }
    if whose == "ours" && gives_a_second_bye(tournament, text) {
        return Some("it gives a second pairing-allocated bye, although a pairing without one exists (C2)");
    }
    None
}

/// Whether in every round that differs, the other program gives the bye to a player who has already had one. The
/// columns of a difference are its pairs and ours; "10 - 0" is a bye.
fn gives_a_second_bye(tournament: &Tournament, text: &str) -> bool {
    let (mut round, mut different, mut second) = (0_usize, 0, 0);
    for line in text.lines() {
        if let Some((_, number)) = line.split_once(": Round #") {
            round = number.trim().parse().unwrap_or(0);
        } else if line.contains("Checker pairings") {
            different += 1;
        } else if let [player, "-", "0", ..] = line.split_whitespace().collect::<Vec<_>>()[..] {
            let player = player.parse().ok().and_then(|number| tournament.index_of(number));
            let before =
                player.map(|player| tournament.players[player].rounds.iter().take(round.saturating_sub(1)));
            second += usize::from(before.into_iter().flatten().any(|entry| *entry == Entry::PairingBye));
        }
    }
    different > 0 && different == second
}
