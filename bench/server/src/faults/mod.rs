//! Several nodes on one PostgreSQL and one NATS, under load, while each of them is killed, paused or cut off at random.
//! Every move that was answered or that any client saw must still be there exactly once; players continue at another
//! node.

mod cluster;
mod controls;
mod load;
mod log;
mod nats;
mod network;
mod node;
mod play;
mod postgres;
mod process;
mod rolling;

pub(crate) use controls::{Options as ControlOptions, run as controls};
pub(crate) use load::{Options as LoadOptions, run as load};
pub(crate) use rolling::{Options as RollingOptions, run as rolling};

use crate::random::Random;
use anyhow::{Result, ensure};
use clap::ValueEnum;
use cluster::{Cluster, Plan};
use network::{Direction, Network, Peer};
use node::faketime;
use play::{Outcome, Play};
use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

#[derive(clap::Args, Clone)]
pub(crate) struct Options {
    /// How long faults are caused, in seconds.
    #[arg(long, default_value_t = 120)]
    seconds: u64,
    #[command(flatten)]
    tables: TableOptions,
    /// Milliseconds between faults, at least and at most.
    #[arg(long, default_value_t = 1000)]
    least: usize,
    #[arg(long, default_value_t = 4000)]
    most: usize,
    /// The seed of the random faults.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The faults to cause; all, if none is named.
    #[arg(long = "fault", value_enum)]
    faults: Vec<Fault>,
    /// Cause no partitions and no packet loss, which need root.
    #[arg(long)]
    without_network_faults: bool,
    /// Stop as soon as a violation is found.
    #[arg(long)]
    until_found: bool,
    /// Do not fail because players of a killed node were back late, for busy machines.
    #[arg(long)]
    late_is_fine: bool,
}

/// The games and the nodes.
#[derive(clap::Args, Clone)]
pub(crate) struct TableOptions {
    /// The number of nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Games at once.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Moves a second in all games together.
    #[arg(long, default_value_t = 300)]
    rate: usize,
    /// After this many half-moves a player resigns, and another game begins.
    #[arg(long, default_value_t = 60)]
    plies: usize,
    /// The program to start.
    #[arg(long, default_value = "target/release/tabiya")]
    server: PathBuf,
    /// More arguments for `tabiya serve`, one each.
    #[arg(long = "serve", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// Keep the folder with the logs and the database even if nothing is found.
    #[arg(long)]
    keep: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Fault {
    /// SIGKILL of a node, which starts again a little later.
    KillNode,
    /// SIGSTOP of a node for a few seconds.
    PauseNode,
    /// PostgreSQL crashes and starts again.
    Database,
    /// PostgreSQL crashes, and a node is killed before it is back.
    DatabaseAndNode,
    /// SIGSTOP of PostgreSQL for a few seconds.
    PauseDatabase,
    /// NATS is killed and starts again a little later.
    Bus,
    /// SIGSTOP of NATS for a few seconds, so that messages come late.
    PauseBus,
    /// A node is cut off from the database, the bus, its clients or all of them, in both directions or in one.
    Partition,
    /// A node loses 30 % of its packets.
    Loss,
    /// The clock of a node is set ahead or back, sometimes while it starts.
    Clock,
}

impl Fault {
    fn is_of_the_network(self) -> bool {
        matches!(self, Fault::Partition | Fault::Loss)
    }
}

impl Options {
    /// The faults to cause: those that were named, or all.
    fn faults(&self) -> Vec<Fault> {
        let named = |fault: &Fault| self.faults.is_empty() || self.faults.contains(fault);
        let left_out = |fault: &Fault| self.without_network_faults && fault.is_of_the_network();
        Fault::value_variants().iter().copied().filter(|fault| named(fault) && !left_out(fault)).collect()
    }
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let outcome = attempt(&options).await?;
    let passed = outcome.passed && (outcome.back_in_time || options.late_is_fine);
    outcome.folder.end(options.tables.keep || !passed);
    Ok(passed)
}

/// Plays games while causing faults, and returns the outcome.
async fn attempt(options: &Options) -> Result<Outcome> {
    ensure!(options.tables.nodes > 0 && options.least < options.most, "nothing to do");
    let faults = options.faults();
    ensure!(!faults.is_empty(), "no fault is left to cause");
    // A fault that is not possible here makes the run fail: it must not pass without having caused everything.
    let network = faults.iter().any(|fault| fault.is_of_the_network());
    ensure!(
        !network || Network::is_possible(),
        "partitions and packet loss need root, ip, nft and the right to create network namespaces; \
         --without-network-faults leaves them out"
    );
    let clocks = faults.contains(&Fault::Clock);
    ensure!(!clocks || faketime().is_some(), "wrong clocks need the package faketime");
    let mut cluster = Cluster::start(Plan {
        program: &options.tables.server,
        nodes: options.tables.nodes,
        arguments: &options.tables.arguments,
        network,
        clocks,
    })
    .await?;
    let play = Play::begin(&cluster, &options.tables).await?;
    let (begun, mut random) = (Instant::now(), Random::new(options.seed));
    let mut counts = vec![0; faults.len()];
    // Each kind once, in random order, before any is repeated.
    let mut bag = Vec::new();
    while begun.elapsed() < Duration::from_secs(options.seconds) {
        if options.until_found && play.shared.faults() > 0 {
            break;
        }
        let calm = options.least + random.below(options.most - options.least);
        tokio::time::sleep(Duration::from_millis(calm as u64)).await;
        if bag.is_empty() {
            bag.extend(0..faults.len());
        }
        let kind = bag.swap_remove(random.below(bag.len()));
        let fault = faults[kind];
        // The same clock as in the logs of the nodes.
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_millis();
        eprintln!(
            "{:>5} s ({now}): {} moves answered, {} violations; {fault:?}",
            begun.elapsed().as_secs(),
            play.shared.answered(),
            play.shared.faults()
        );
        if fault == Fault::KillNode {
            play.shared.note_kill();
        }
        cause(&mut cluster, fault, options.tables.nodes, &mut random).await?;
        counts[kind] += 1;
    }
    let count: usize = counts.iter().sum();
    println!("{count} faults in {} s on {} nodes", begun.elapsed().as_secs(), options.tables.nodes);
    let each = faults.iter().zip(&counts).map(|(fault, count)| format!("{count} {fault:?}"));
    println!("{}", each.collect::<Vec<_>>().join(", "));
    play.judge(cluster).await
}

/// Causes a fault, and repairs it after a while.
async fn cause(cluster: &mut Cluster, fault: Fault, nodes: usize, random: &mut Random) -> Result<()> {
    let node = random.below(nodes);
    let pause = Duration::from_millis(500 + random.below(3500) as u64);
    eprintln!("         node {node}, {pause:?}");
    match fault {
        Fault::KillNode => {
            cluster.kill_node(node)?;
            tokio::time::sleep(pause).await;
            cluster.restart_node(node).await
        }
        Fault::PauseNode => cluster.pause_node(node, pause * 2).await,
        Fault::Database => {
            cluster.stop_database()?;
            cluster.start_database().await
        }
        Fault::DatabaseAndNode => {
            cluster.stop_database()?;
            tokio::time::sleep(pause / 4).await;
            cluster.kill_node(node)?;
            cluster.start_database().await?;
            cluster.restart_node(node).await
        }
        Fault::PauseDatabase => cluster.pause_database(pause).await,
        Fault::Bus => cluster.restart_bus(pause).await,
        Fault::PauseBus => cluster.pause_bus(pause).await,
        Fault::Partition => {
            let peers = [Peer::Database, Peer::Bus, Peer::Clients, Peer::Everybody];
            let directions = [Direction::Both, Direction::In, Direction::Out];
            let (peer, direction) =
                (peers[random.below(peers.len())], directions[random.below(directions.len())]);
            eprintln!("         {peer:?}, {direction:?}");
            cluster.cut(node, peer, direction, pause * 2).await
        }
        Fault::Loss => cluster.lose(node, 30, pause * 2).await,
        Fault::Clock => {
            let offsets = [3_600, 60, 2, -2, -60, -3_600];
            let offset = offsets[random.below(offsets.len())];
            eprintln!("         {offset} s");
            cluster.set_clock(node, offset)?;
            // A running node must not use its machine's clock, and a starting node must not trust it.
            if random.below(2) == 0 {
                cluster.kill_node(node)?;
                cluster.restart_node(node).await?;
            }
            tokio::time::sleep(pause).await;
            cluster.set_clock(node, 0)
        }
    }
}
