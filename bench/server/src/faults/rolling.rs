//! A rolling restart under load: nodes are shut down and started again, one after the other, as in an upgrade.

use super::TableOptions;
use super::cluster::{Cluster, Plan};
use super::play::Play;
use anyhow::{Result, ensure};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The maximum p99 of a move and of a reconnect while nodes are being restarted.
const BAR_MS: f64 = 3_000.0;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often each node is restarted.
    #[arg(long, default_value_t = 2)]
    rounds: usize,
    /// Seconds between restarts.
    #[arg(long, default_value_t = 3)]
    calm: u64,
    /// An older version of the program, which runs first; each node is then restarted with the newer one.
    #[arg(long)]
    old: Option<PathBuf>,
    #[command(flatten)]
    tables: TableOptions,
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    ensure!(options.tables.nodes > 1, "one node alone cannot be restarted without a pause");
    let mut cluster = Cluster::start(Plan {
        program: options.old.as_deref().unwrap_or(&options.tables.server),
        nodes: options.tables.nodes,
        arguments: &options.tables.arguments,
        network: false,
        clocks: false,
    })
    .await?;
    cluster.set_program(&options.tables.server);
    let play = Play::begin(&cluster, &options.tables).await?;
    let begun = Instant::now();
    let mut slowest_stop = Duration::ZERO;
    for _ in 0..options.rounds {
        for node in 0..options.tables.nodes {
            tokio::time::sleep(Duration::from_secs(options.calm)).await;
            let stopping = Instant::now();
            cluster.stop_node(node).await?;
            let stopped = stopping.elapsed();
            slowest_stop = slowest_stop.max(stopped);
            cluster.restart_node(node).await?;
            eprintln!(
                "{:>5} s: node {node} stopped in {stopped:.1?}, ready again after {:.1?}; {} moves answered, {} violations",
                begun.elapsed().as_secs(),
                stopping.elapsed(),
                play.shared.answered(),
                play.shared.faults()
            );
        }
    }
    let restarts = options.rounds * options.tables.nodes;
    println!(
        "{restarts} restarts in {} s on {} nodes, the slowest stop took {slowest_stop:.2?}",
        begun.elapsed().as_secs(),
        options.tables.nodes
    );
    let shared = play.shared.clone();
    let outcome = play.judge(cluster).await?;
    let whole = outcome.passed;
    outcome.folder.end(options.tables.keep || !whole);
    let (stalls, returns) = (shared.stalls(), shared.returns());
    let quick = stalls.p99 < BAR_MS && returns.p99 < BAR_MS;
    let verdict = if whole && quick { "PASS " } else { "FAIL " };
    println!(
        "{verdict}  p99 {:.0} ms from first attempt to answer, {:.0} ms from a closed connection to being back; the bar is {BAR_MS:.0}",
        stalls.p99, returns.p99
    );
    Ok(whole && quick)
}
