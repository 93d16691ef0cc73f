//! Deliberately broken servers. The fault test is worth something only if it detects each of them and passes a correct
//! server.

use super::{Options as FaultOptions, attempt};
use anyhow::Result;
use clap::Parser;
use std::path::PathBuf;

/// The defects of a program that was built with the feature `crash-test-control`.
const DEFECTS: [&str; 3] =
    ["--unsafe-ack-before-commit", "--unsafe-skip-sequence-check", "--unsafe-trust-bus"];
const CORRECT: &str = "a correct program";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program to start, built with the feature `crash-test-control`.
    #[arg(long, default_value = "target/debug/tabiya")]
    server: PathBuf,
    /// How long each defect may go unnoticed, in seconds.
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// How long the correct program is tested, in seconds.
    #[arg(long, default_value_t = 30)]
    honest: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let mut outcomes = Vec::new();
    for defect in [None].into_iter().chain(DEFECTS.map(Some)) {
        eprintln!("{}", defect.unwrap_or(CORRECT));
        let seconds = if defect.is_some() { options.seconds } else { options.honest };
        let outcome = attempt(&faults(&options, defect, seconds)?).await?;
        let right = outcome.passed == defect.is_none();
        outcome.folder.end(!right);
        outcomes.push((defect, right, outcome.first_violation));
    }
    let mut all_right = true;
    for (defect, right, first_violation) in outcomes {
        all_right &= right;
        let verdict = if right { "PASS " } else { "FAIL " };
        let found = first_violation.unwrap_or_else(|| "nothing found".into());
        println!("{verdict}  {}: {found}", defect.unwrap_or(CORRECT));
    }
    Ok(all_right)
}

/// The faults under which the defects show.
fn faults(options: &Options, defect: Option<&str>, seconds: u64) -> Result<FaultOptions> {
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        faults: FaultOptions,
    }
    let (seconds, seed) = (seconds.to_string(), options.seed.to_string());
    let mut line = vec!["faults", "--seconds", &seconds, "--seed", &seed, "--until-found"];
    line.extend(["--games", "40", "--rate", "120", "--least", "500", "--most", "1500"]);
    line.extend(["--fault", "kill-node", "--fault", "database-and-node", "--fault", "pause-node"]);
    let server = options.server.to_string_lossy();
    line.extend(["--server", &server]);
    if let Some(defect) = defect {
        line.extend(["--serve", defect]);
    }
    Ok(Line::try_parse_from(line)?.faults)
}
