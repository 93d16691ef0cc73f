//! SIGKILL every few seconds under load. Every move that was answered or that any client saw must still be there, no
//! command may have taken effect twice, and no clock may have been charged for the outage.

mod outages;
mod record;
mod table;
mod verdict;

use crate::latency::{Latencies, Summary};
use crate::program::{Program, Running, ServerOptions};
use crate::random::Random;
use crate::visitor::Visitor;
use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use outages::{Outage, Outages, now};
pub(crate) use record::Record;
use reqwest::Client;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
pub(crate) use table::Table;
use tokio::task::JoinSet;
pub(crate) use verdict::{Fault, Verdict};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// How often the server is killed.
    #[arg(long, default_value_t = 200)]
    kills: usize,
    /// Continue until this many moves have been answered.
    #[arg(long, default_value_t = 1_000_000)]
    moves: u64,
    /// Games at once.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// Moves a second in all games together; 0: as fast as they are answered.
    #[arg(long, default_value_t = 3000)]
    rate: usize,
    /// After this many half-moves a player resigns, and another game begins.
    #[arg(long, default_value_t = 120)]
    plies: usize,
    /// The server is killed at a random moment between `least` and `most` milliseconds after its start.
    #[arg(long, default_value_t = 1000)]
    least: usize,
    #[arg(long, default_value_t = 5000)]
    most: usize,
    /// The seed of the random moments.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    server: ServerOptions,
}

/// State shared by all tables.
pub(crate) struct Shared {
    verdict: Verdict,
    outages: Outages,
    answered: AtomicU64,
    /// When the latest command that was answered had been sent.
    served: AtomicU64,
    /// Tells the tables to stop.
    pub(crate) done: AtomicBool,
    /// Whether there are several nodes: then an outage of one is not an outage of all, and a node that cannot save may
    /// refuse commands.
    in_cluster: bool,
    /// From the first attempt to send a command until its answer, including reconnects.
    stalls: Mutex<Latencies>,
    /// From the loss of a connection until all players of that table were back.
    returns: Mutex<Latencies>,
    /// The same for tables whose node was killed.
    returns_of_killed: Mutex<Latencies>,
    /// When a node was last killed.
    killed: Mutex<Option<Instant>>,
}

/// A connection that ends this soon after a node was killed is taken to have ended because of it.
const KILL_WINDOW: Duration = Duration::from_millis(500);

impl Shared {
    pub(crate) fn in_cluster() -> Shared {
        Shared { in_cluster: true, ..Shared::new() }
    }

    fn new() -> Shared {
        Shared {
            verdict: Verdict::default(),
            outages: Outages::default(),
            answered: AtomicU64::new(0),
            served: AtomicU64::new(now()),
            done: AtomicBool::new(false),
            in_cluster: false,
            stalls: Mutex::default(),
            returns: Mutex::default(),
            returns_of_killed: Mutex::default(),
            killed: Mutex::default(),
        }
    }

    pub(crate) fn answered(&self) -> u64 {
        self.answered.load(Ordering::Relaxed)
    }

    pub(crate) fn faults(&self) -> u64 {
        self.verdict.faults()
    }

    pub(crate) fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    fn note_stall(&self, stall: Duration) {
        self.stalls.lock().unwrap_or_else(PoisonError::into_inner).add(stall);
    }

    /// All players of a table whose connection ended at `closed` are back.
    fn note_return(&self, closed: Instant) {
        let away = closed.elapsed();
        self.returns.lock().unwrap_or_else(PoisonError::into_inner).add(away);
        let killed = *self.killed.lock().unwrap_or_else(PoisonError::into_inner);
        if killed.is_some_and(|killed| closed >= killed && closed - killed < KILL_WINDOW) {
            self.returns_of_killed.lock().unwrap_or_else(PoisonError::into_inner).add(away);
        }
    }

    /// A node is being killed.
    pub(crate) fn note_kill(&self) {
        *self.killed.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// How long commands waited for their answers.
    pub(crate) fn stalls(&self) -> Summary {
        self.stalls.lock().unwrap_or_else(PoisonError::into_inner).summary()
    }

    /// The number of tables whose node was killed, and how long their players took to be back at another node.
    pub(crate) fn returns_of_killed(&self) -> (usize, Summary) {
        let mut returns = self.returns_of_killed.lock().unwrap_or_else(PoisonError::into_inner);
        (returns.len(), returns.summary())
    }

    /// How long players took to be back at another node after a connection had ended.
    pub(crate) fn returns(&self) -> Summary {
        self.returns.lock().unwrap_or_else(PoisonError::into_inner).summary()
    }
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let program = Program::new(options.server.clone())?;
    let mut server = program.start().await?;
    let client = Client::new();
    let shared = Arc::new(Shared::new());
    let think = if options.rate == 0 { 0.0 } else { options.games as f64 / options.rate as f64 };
    let think = Duration::from_secs_f64(think);
    let servers = [program.address];
    let tables: Vec<Table> = stream::iter(0..options.games)
        .map(|number| Table::create(&client, &servers, number, options.plies, think))
        .buffer_unordered(32)
        .try_collect()
        .await?;
    let mut players = JoinSet::new();
    for table in tables {
        players.spawn(table.play(shared.clone()));
    }

    let begun = Instant::now();
    let mut random = Random::new(options.seed);
    let mut starts = Vec::new();
    let mut kills = 0;
    while kills < options.kills || shared.answered.load(Ordering::Relaxed) < options.moves {
        let alive = options.least + random.below((options.most - options.least).max(1));
        tokio::time::sleep(Duration::from_millis(alive as u64)).await;
        server = restart(&program, server, &shared).await?;
        kills += 1;
        starts.push(server.ready_after);
        progress(&shared, kills, begun);
    }
    shared.done.store(true, Ordering::Relaxed);
    let mut records = Vec::new();
    while let Some(table) = players.join_next().await {
        records.extend(table?);
    }
    // One visitor would hit a limit with thousands of requests, so each reads a part of the games.
    for some in records.chunks(100) {
        let visitor = Visitor::arrive(&client, program.address).await?;
        judge_all(&visitor, some, &shared).await?;
    }
    server.stop()?;
    Ok(report(&shared, kills, begun, &records, starts))
}

async fn restart(program: &Program, server: Running, shared: &Shared) -> Result<Running> {
    // Answers may still be on their way; what is known to have been served by now is enough.
    let served = shared.served.load(Ordering::Relaxed);
    server.kill()?;
    let dead = now();
    let server = program.start().await?;
    let ready = now();
    let spawned = ready - u64::try_from(server.ready_after.as_millis())?;
    shared.outages.add(Outage { served, dead, spawned, ready });
    Ok(server)
}

/// Reads every game once more, including the finished ones, and compares it with its record.
pub(crate) async fn judge_all(visitor: &Visitor, records: &[Record], shared: &Shared) -> Result<()> {
    let judged = stream::iter(records).map(|record| async move {
        let text = visitor.get(&format!("/app/games/{}", record.game)).await?;
        let message = serde_json::from_str(&text).with_context(|| format!("cannot read {text}"))?;
        let known = record.version;
        record.clone().compare(&message, known, &shared.verdict, &shared.outages, shared.in_cluster);
        anyhow::Ok(())
    });
    judged.buffer_unordered(16).try_collect().await
}

fn progress(shared: &Shared, kills: usize, begun: Instant) {
    let answered = shared.answered.load(Ordering::Relaxed);
    let seconds = begun.elapsed().as_secs();
    eprintln!("{seconds:>5} s: {kills} kills, {answered} moves answered, {} faults", shared.verdict.faults());
}

fn report(
    shared: &Shared,
    kills: usize,
    begun: Instant,
    records: &[Record],
    mut starts: Vec<Duration>,
) -> bool {
    starts.sort_unstable();
    let slowest = starts.last().copied().unwrap_or_default();
    println!(
        "{kills} kills in {} s, {} games, {} moves answered; slowest start {:.2} s",
        begun.elapsed().as_secs(),
        records.len(),
        shared.answered.load(Ordering::Relaxed),
        slowest.as_secs_f64()
    );
    print!("{}", shared.verdict);
    shared.verdict.faults() == 0
}
