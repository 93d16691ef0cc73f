//! Searches for a position on which the solver is wrong: mutates positions at random and checks every answer by brute
//! force.
//!
//! ```sh
//! cargo run --release -p tabiya-unwinnable --example soundness -- --positions 1000000 --seed 1
//! ```
//!
//! A mating line is played to its end. A "cannot win" is confirmed by enumerating every reachable position, with no
//! code of the solver. `verify` must accept every proof, and reject proofs for other positions. Wrong answers are
//! printed with their FEN, and the exit code is 1.

mod hunt;

use hunt::{Effort, Proofs, Tally, hunt};
use std::env;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const USAGE: &str =
    "usage: soundness [--positions N] [--seed N] [--limit STATES] [--most STATES] [--mean STATES]
  --positions  how many different positions, each asked about for both sides (100000)
  --seed       another seed, other positions (1)
  --limit      what the solver may look at for one answer (5000)
  --most       how many positions are enumerated at most to confirm one answer (1000000)
  --mean       the same, the mean over all positions and for each kind of proof: it bounds the run (500)";

fn main() -> ExitCode {
    let effort = match parse(env::args().skip(1)) {
        Ok(effort) => effort,
        Err(problem) => {
            eprintln!("{problem}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let start = Instant::now();
    let (mut next, mut reported) = (Duration::from_secs(2), 0);
    let tally = hunt(&effort, |tally| {
        for refuted in &tally.refuted[reported..] {
            println!("WRONG {refuted}");
        }
        reported = tally.refuted.len();
        if start.elapsed() >= next {
            next = start.elapsed() + Duration::from_secs(10);
            eprintln!("{:>6.0} s  {}", start.elapsed().as_secs_f64(), line(tally));
        }
    });
    println!("{} in {:.0} s", line(&tally), start.elapsed().as_secs_f64());
    for (kind, Proofs { all, confirmed, .. }) in &tally.proofs {
        println!("{all:>9} cannot win, {confirmed:>9} confirmed: {kind}");
    }
    if tally.refuted.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn line(tally: &Tally) -> String {
    let Proofs { all, confirmed, enumerated } = tally.unwinnable();
    let Tally { positions, asked, mates, undecided, forgeries, refuted, .. } = tally;
    format!(
        "{positions} positions, {asked} asked: {mates} can win, {undecided} undecided, {all} cannot win \
         ({confirmed} confirmed, {} too large; {enumerated} enumerated), {forgeries} false proofs offered, \
         {} refuted",
        all - confirmed,
        refuted.len(),
    )
}

fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Effort, String> {
    let mut effort = Effort { positions: 100_000, seed: 1, limit: 5_000, most: 1_000_000, mean: 500 };
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(format!("{name} needs a number"))?;
        let number: usize = value.parse().map_err(|_| format!("{name} needs a number, found {value}"))?;
        match name.as_str() {
            "--positions" => effort.positions = number,
            "--seed" => effort.seed = number as u64,
            "--limit" => effort.limit = number,
            "--most" => effort.most = number,
            "--mean" => effort.mean = number,
            _ => return Err(format!("unknown option: {name}")),
        }
    }
    Ok(effort)
}
