//! SIGKILL every few seconds under load. Every move that was answered, and every move that anybody saw, must
//! still be there; no command may have worked twice; nobody's clock may have paid for the outage.

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
    /// At least so many moves are answered.
    #[arg(long, default_value_t = 1_000_000)]
    moves: u64,
    /// Games at once.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// Moves a second in all games together; 0: as fast as they are answered.
    #[arg(long, default_value_t = 3000)]
    rate: usize,
    /// After so many moves somebody resigns, and they begin another game.
    #[arg(long, default_value_t = 120)]
    plies: usize,
    /// The server is killed at random between these milliseconds after it serves.
    #[arg(long, default_value_t = 1000)]
    least: usize,
    #[arg(long, default_value_t = 5000)]
    most: usize,
    /// Another seed, other moments and moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    server: ServerOptions,
}

/// What all tables share.
pub(crate) struct Shared {
    verdict: Verdict,
    outages: Outages,
    answered: AtomicU64,
    /// The latest moment at which a command was sent that was answered.
    served: AtomicU64,
    /// Time to get up.
    pub(crate) done: AtomicBool,
    /// Whether there are several nodes: then an outage of one is not an outage of all, and commands may be refused because
    /// a node cannot save anything.
    in_cluster: bool,
    /// From the first attempt to send a command until it was answered, whatever was in between.
    stalls: Mutex<Latencies>,
    /// From the end of a connection until everybody at that table was back.
    returns: Mutex<Latencies>,
    /// The same, of those whose node was killed.
    returns_of_killed: Mutex<Latencies>,
    /// When a node was last killed.
    killed: Mutex<Option<Instant>>,
}

/// A connection that ends so soon after a node was killed ended because of it.
const BECAUSE_KILLED: Duration = Duration::from_millis(500);

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

    /// A table whose connection ended at a moment is complete again.
    fn note_return(&self, closed: Instant) {
        let away = closed.elapsed();
        self.returns.lock().unwrap_or_else(PoisonError::into_inner).add(away);
        let killed = *self.killed.lock().unwrap_or_else(PoisonError::into_inner);
        if killed.is_some_and(|killed| closed >= killed && closed - killed < BECAUSE_KILLED) {
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

    /// How long it took to be back at another node when one was killed, and how many tables that were.
    pub(crate) fn returns_of_killed(&self) -> (usize, Summary) {
        let mut returns = self.returns_of_killed.lock().unwrap_or_else(PoisonError::into_inner);
        (returns.len(), returns.summary())
    }

    /// How long it took to be back at another node when a connection had ended.
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
        .map(|number| Table::sit_down(&client, &servers, number, options.plies, think))
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
    // Nobody may ask for thousands of games in a row, but many may ask for some.
    for some in records.chunks(100) {
        let visitor = Visitor::arrive(&client, program.address).await?;
        judge_all(&visitor, some, &shared).await?;
    }
    server.stop()?;
    Ok(report(&shared, kills, begun, &records, starts))
}

async fn restart(program: &Program, server: Running, shared: &Shared) -> Result<Running> {
    // Answers may still be on their way: what is known to have been served by now is enough.
    let served = shared.served.load(Ordering::Relaxed);
    server.kill()?;
    let dead = now();
    let server = program.start().await?;
    let ready = now();
    let spawned = ready - u64::try_from(server.ready_after.as_millis())?;
    shared.outages.add(Outage { served, dead, spawned, ready });
    Ok(server)
}

/// Asks once more for every game that was played, the finished ones too.
pub(crate) async fn judge_all(visitor: &Visitor, records: &[Record], shared: &Shared) -> Result<()> {
    let judged = stream::iter(records).map(|record| async move {
        let text = visitor.get(&format!("/app/games/{}", record.game)).await?;
        let heard = serde_json::from_str(&text).with_context(|| format!("cannot read {text}"))?;
        let known = record.version;
        record.clone().compare(&heard, known, &shared.verdict, &shared.outages, shared.in_cluster);
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
