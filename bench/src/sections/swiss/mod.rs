//! The time to pair a tournament file, compared with another program if `SWISS_JUDGE` names its command (bbpPairings 6
//! or one with the same arguments).
//!
//! Both are measured as whole processes that read the same file; ours is this program, started again. Both must return
//! the same pairs, colours and bye.

mod job;
mod program;

pub(crate) use program::answer;

use super::Effort;
use crate::bars::{SWISS_BARS, SWISS_SLOWEST_ROUND};
use crate::progress::Progress;
use job::Job;
use program::Program;
use std::env;
use std::fmt::Write;
use std::time::{Duration, Instant};
use tabiya_pairing::Tournament;
use tabiya_pairing::check::check_round;
use tabiya_pairing::generate::{Config, generate};

/// The other program takes minutes for a round of a thousand players, so only one late round is measured.
const ROUNDS_OF_1000: [usize; 1] = [9];

pub(super) fn run(effort: &Effort) -> String {
    let progress = Progress::new("swiss");
    let other = env::var_os("SWISS_JUDGE").map(Program::Other);
    println!("{:<26}{:>10}{:>10}{:>8}", "swiss, whole process", "ours, s", "other, s", "ratio");
    let mut bars = String::new();
    for players in [50, 200] {
        let job = Job::all_rounds(&tournament(players));
        compare(&job, effort.rounds, other.as_ref(), &progress, &mut bars);
    }
    if !effort.quick {
        progress.show_text("1,000 players, every round");
        let large = tournament(1000);
        let slowest = slowest_round(&large);
        let verdict = if slowest < SWISS_SLOWEST_ROUND { "PASS " } else { "below" };
        let _ = writeln!(
            bars,
            "{verdict}  the slowest of nine rounds of 1000 players takes {:.2} s, the bar is {} s",
            slowest.as_secs_f64(),
            SWISS_SLOWEST_ROUND.as_secs()
        );
        for round in ROUNDS_OF_1000 {
            compare(&Job::one_round(&large, round), 1, other.as_ref(), &progress, &mut bars);
        }
    }
    if other.is_none() {
        bars += "the other program is missing: set SWISS_JUDGE to the command of bbpPairings to compare\n";
    }
    format!("\n{bars}")
}

fn tournament(players: u32) -> Tournament {
    let mut config = Config::default();
    (config.players, config.rounds, config.seed) = (players, 9, 2026);
    generate(&config, |_| {})
}

/// Runs both programs in turns, prints the fastest time of each, and adds the verdict on the bar.
fn compare(job: &Job, turns: usize, other: Option<&Program>, progress: &Progress, bars: &mut String) {
    let (mut ours, mut theirs) = (Duration::MAX, Duration::MAX);
    for turn in 0..turns {
        progress.show(turn, turns, &job.name);
        let (answer, time) = Program::Ours.run(job);
        job.check(&answer);
        ours = ours.min(time);
        if let Some(other) = other {
            let (answer, time) = other.run(job);
            job.check(&answer);
            theirs = theirs.min(time);
        }
    }
    progress.clear();
    print!("{:<26}{:>10.3}", job.name, ours.as_secs_f64());
    if other.is_none() {
        println!("{:>10}{:>8}", "-", "-");
        return;
    }
    let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
    println!("{:>10.3}{ratio:>8.1}", theirs.as_secs_f64());
    for bar in SWISS_BARS.iter().filter(|bar| bar.players == job.players) {
        let verdict = if ratio >= bar.times { "PASS " } else { "below" };
        let _ = writeln!(
            bars,
            "{verdict}  {}: ours is {ratio:.1} times as fast, the bar is {:.0}",
            job.name, bar.times
        );
    }
}

fn slowest_round(tournament: &Tournament) -> Duration {
    let times = (1..=tournament.paired_rounds()).map(|round| {
        let started = Instant::now();
        let checked = check_round(tournament, round);
        let time = started.elapsed();
        assert!(checked.is_same(), "what was generated is paired the same again");
        time
    });
    times.max().unwrap_or_default()
}
