//! How long does it take to pair all rounds of a tournament again? Beside another program where `SWISS_JUDGE` names its
//! command (bbpPairings 6 or one with the same arguments).

use super::Effort;
use std::fmt::Write;
use std::process::Command;
use std::time::{Duration, Instant};
use std::{env, fs};
use tabiya_pairing::Tournament;
use tabiya_pairing::check::check_round;
use tabiya_pairing::generate::{Config, generate};
use tabiya_pairing::trf::{Dialect, Document};

pub(super) fn run(effort: &Effort) -> String {
    let judge = env::var("SWISS_JUDGE").ok();
    let mut text = format!(
        "{:<24}{:>10}{:>14}{:>12}{:>8}\n",
        "swiss, 9 rounds", "ours, s", "worst round", "other, s", "ratio"
    );
    let sizes: &[u32] = if effort.quick { &[50, 200] } else { &[50, 200, 1000] };
    for &players in sizes {
        let mut config = Config::default();
        (config.players, config.rounds, config.seed) = (players, 9, 2026);
        let tournament = generate(&config, |_| {});
        let (ours, worst) = measure(&tournament);
        let _ = write!(
            text,
            "{:<24}{:>10.3}{:>14.3}",
            format!("{players} players"),
            ours.as_secs_f64(),
            worst.as_secs_f64()
        );
        let other = judge.as_deref().and_then(|judge| measure_other(judge, &tournament, players));
        let _ = match other {
            Some(other) => writeln!(
                text,
                "{:>12.3}{:>8.1}",
                other.as_secs_f64(),
                other.as_secs_f64() / ours.as_secs_f64()
            ),
            None => writeln!(text, "{:>12}{:>8}", "-", "-"),
        };
    }
    text
}

/// All rounds together, and the slowest one.
fn measure(tournament: &Tournament) -> (Duration, Duration) {
    let mut times = Vec::new();
    for round in 1..=tournament.paired_rounds() {
        let started = Instant::now();
        let checked = check_round(tournament, round);
        times.push(started.elapsed());
        assert!(checked.is_same(), "what was generated is paired the same again");
    }
    (times.iter().sum(), times.iter().max().copied().unwrap_or_default())
}

fn measure_other(judge: &str, tournament: &Tournament, players: u32) -> Option<Duration> {
    let path = env::temp_dir().join(format!("tabiya-bench-{}-{players}.trf", std::process::id()));
    fs::write(&path, Document::new(tournament.clone(), Dialect::Trf16).to_string()).ok()?;
    let started = Instant::now();
    let output = Command::new(judge).arg("--dutch").arg(&path).arg("-c").output();
    let took = started.elapsed();
    let _ = fs::remove_file(&path);
    let output = output.ok().filter(|output| output.status.success())?;
    let report = String::from_utf8_lossy(&output.stdout).replace('\r', "\n");
    assert!(!report.contains("Checker pairings"), "the other program pairs this differently:\n{report}");
    Some(took)
}
