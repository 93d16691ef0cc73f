//! Servers that lie. The fault test is worth something only if it finds each of them out, and an honest one not guilty.

use super::{Options as FaultOptions, attempt};
use anyhow::Result;
use clap::Parser;
use std::path::PathBuf;

/// The lies of a program that was built with the feature `crash-test-control`.
const LIES: [&str; 3] = ["--unsafe-ack-before-commit", "--unsafe-skip-sequence-check", "--unsafe-trust-bus"];
const HONEST: &str = "an honest program";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The program to start, built with the feature `crash-test-control`.
    #[arg(long, default_value = "target/debug/tabiya")]
    server: PathBuf,
    /// For how many seconds each lie may go unnoticed.
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// For how many seconds the honest program is tried.
    #[arg(long, default_value_t = 30)]
    honest: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let mut outcomes = Vec::new();
    for lie in [None].into_iter().chain(LIES.map(Some)) {
        eprintln!("{}", lie.unwrap_or(HONEST));
        let seconds = if lie.is_some() { options.seconds } else { options.honest };
        let outcome = attempt(&faults(&options, lie, seconds)?).await?;
        let right = outcome.passed == lie.is_none();
        outcome.folder.end(!right);
        outcomes.push((lie, right, outcome.first_violation));
    }
    let mut all_right = true;
    for (lie, right, first_violation) in outcomes {
        all_right &= right;
        let verdict = if right { "PASS " } else { "FAIL " };
        let found = first_violation.unwrap_or_else(|| "nothing found".into());
        println!("{verdict}  {}: {found}", lie.unwrap_or(HONEST));
    }
    Ok(all_right)
}

/// The faults under which a lie shows.
fn faults(options: &Options, lie: Option<&str>, seconds: u64) -> Result<FaultOptions> {
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
    if let Some(lie) = lie {
        line.extend(["--serve", lie]);
    }
    Ok(Line::try_parse_from(line)?.faults)
}
