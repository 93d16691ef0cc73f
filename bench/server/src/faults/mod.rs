//! Several nodes on one PostgreSQL and one NATS, under load, while each of them is killed or stopped at random. Every move
//! that was answered, and every move that anybody saw, must still be there, once; players go on at another node.

mod cluster;

use crate::crash::{Shared, Table, judge_all};
use crate::random::Random;
use crate::visitor::Visitor;
use anyhow::{Result, ensure};
use cluster::Cluster;
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// For how many seconds there are faults.
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    /// How many nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Games at once.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves a second in all games together.
    #[arg(long, default_value_t = 300)]
    rate: usize,
    /// After so many moves somebody resigns, and they begin another game.
    #[arg(long, default_value_t = 60)]
    plies: usize,
    /// Milliseconds between faults, at least and at most.
    #[arg(long, default_value_t = 2000)]
    least: usize,
    #[arg(long, default_value_t = 6000)]
    most: usize,
    /// Another seed, other faults and moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Which faults; all, if none is named.
    #[arg(long = "fault", value_enum)]
    faults: Vec<Fault>,
    /// The program to start.
    #[arg(long, default_value = "target/release/tabiya")]
    server: PathBuf,
    /// More arguments for `tabiya serve`, one each.
    #[arg(long = "serve", allow_hyphen_values = true)]
    arguments: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fault {
    /// SIGKILL of a node, which starts again a little later.
    KillNode,
    /// SIGSTOP of a node for a few seconds.
    PauseNode,
    /// PostgreSQL ends at once and starts again.
    Database,
    /// NATS is killed and starts again a little later.
    Bus,
}

const ALL: [Fault; 4] = [Fault::KillNode, Fault::PauseNode, Fault::Database, Fault::Bus];

pub(crate) async fn run(options: Options) -> Result<bool> {
    ensure!(options.nodes > 0 && options.least < options.most, "nothing to do");
    let mut cluster = Cluster::start(&options.server, options.nodes, &options.arguments).await?;
    let client = Client::builder().timeout(Duration::from_secs(15)).build()?;
    let shared = Arc::new(Shared::in_cluster());
    let think = Duration::from_secs_f64(options.games as f64 / options.rate.max(1) as f64);
    let servers = cluster.addresses();
    let tables: Vec<Table> = stream::iter(0..options.games)
        .map(|number| Table::sit_down(&client, &servers, number, options.plies, think))
        .buffer_unordered(8)
        .try_collect()
        .await?;
    let mut players = JoinSet::new();
    for table in tables {
        players.spawn(table.play(shared.clone()));
    }
    let (begun, mut random) = (Instant::now(), Random::new(options.seed));
    let faults = if options.faults.is_empty() { ALL.to_vec() } else { options.faults };
    let mut count = 0;
    while begun.elapsed() < Duration::from_secs(options.seconds) {
        let calm = options.least + random.below(options.most - options.least);
        tokio::time::sleep(Duration::from_millis(calm as u64)).await;
        let fault = faults[random.below(faults.len())];
        let node = random.below(options.nodes);
        let pause = Duration::from_millis(500 + random.below(3500) as u64);
        let answered = shared.answered();
        eprintln!(
            "{:>5} s: {answered} moves answered, {} faults found; {fault:?} {node} {pause:?}",
            begun.elapsed().as_secs(),
            shared.faults()
        );
        match fault {
            Fault::KillNode => cluster.kill_node(node, pause).await?,
            Fault::PauseNode => cluster.pause_node(node, pause).await?,
            Fault::Database => cluster.restart_database().await?,
            Fault::Bus => cluster.restart_bus(pause).await?,
        }
        count += 1;
    }
    // Everybody is back, and what was pending is answered.
    tokio::time::sleep(Duration::from_secs(5)).await;
    shared.done.store(true, Ordering::Relaxed);
    let mut records = Vec::new();
    while let Some(table) = players.join_next().await {
        records.extend(table?);
    }
    for some in records.chunks(100) {
        let visitor = Visitor::arrive(&client, servers[0]).await?;
        judge_all(&visitor, some, &shared).await?;
    }
    let whole = cluster.stop_and_check()?;
    println!(
        "{count} faults in {} s on {} nodes, {} games, {} moves answered",
        begun.elapsed().as_secs(),
        options.nodes,
        records.len(),
        shared.answered()
    );
    println!("{whole}");
    print!("{}", shared.verdict());
    Ok(shared.faults() == 0 && whole.ends_with("whole") && shared.answered() > 0)
}
