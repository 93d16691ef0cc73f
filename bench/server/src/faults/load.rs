//! Many games over several nodes at a given rate; the two players of each game are on different nodes.

use super::cluster::{Cluster, Plan};
use crate::load::{Measurements, play};
use crate::machine::Usage;
use crate::pair::Pair;
use anyhow::{Context, Result, ensure};
use reqwest::Client;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The number of nodes.
    #[arg(long, default_value_t = 3)]
    nodes: usize,
    /// Games at once, each with two sockets.
    #[arg(long, default_value_t = 2000)]
    games: usize,
    /// Moves a second in all games together; 0: as fast as they are answered.
    #[arg(long, default_value_t = 1000)]
    rate: usize,
    /// The duration of the measurement, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How long the games run before the measurement begins, in seconds.
    #[arg(long, default_value_t = 10)]
    warm_up: u64,
    /// After this many half-moves a player resigns, and a rematch begins.
    #[arg(long, default_value_t = 80)]
    plies: usize,
    /// The maximum p99 from move to opponent, in milliseconds.
    #[arg(long, default_value_t = 40.0)]
    bar: f64,
    /// The minimum moves a second if they are played as fast as they are answered.
    #[arg(long, default_value_t = 5000.0)]
    least: f64,
    /// The program to start.
    #[arg(long, default_value = "target/release/tabiya")]
    server: PathBuf,
    /// More arguments for `tabiya serve`, one each.
    #[arg(long = "serve", allow_hyphen_values = true)]
    arguments: Vec<String>,
    /// Keep the folder with the logs and the database.
    #[arg(long)]
    keep: bool,
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    ensure!(options.nodes > 0 && options.games > 0, "nothing to do");
    let cluster = Cluster::start(Plan {
        program: &options.server,
        nodes: options.nodes,
        arguments: &options.arguments,
        network: false,
        clocks: false,
    })
    .await?;
    let empty = cluster.memory();
    let (client, servers, begun) = (Client::new(), cluster.addresses(), Instant::now());
    let (go, waiting) = watch::channel(None::<(Instant, Instant)>);
    let (seated, seats) = (Arc::new(AtomicUsize::new(0)), Arc::new(Semaphore::new(16)));
    let mut players = JoinSet::new();
    for number in 0..options.games {
        let places = [servers[number % servers.len()], servers[(number + 1) % servers.len()]];
        let (client, waiting) = (client.clone(), waiting.clone());
        let (seated, seats) = (Arc::clone(&seated), Arc::clone(&seats));
        let (games, rate, plies) = (options.games, options.rate, options.plies);
        players.spawn(async move {
            let place = seats.acquire().await?;
            let mut pair = Pair::create(&client, places, "1800+5", number as u64).await?;
            drop(place);
            seated.fetch_add(1, Ordering::Relaxed);
            loop {
                let measured = *waiting.borrow();
                if let Some((start, end)) = measured {
                    return play(pair, games, rate, plies, start, end).await;
                }
                // Waiting players answer pings, or the server would drop them.
                pair.wait_until(Instant::now() + Duration::from_millis(200)).await?;
            }
        });
    }
    while seated.load(Ordering::Relaxed) < options.games {
        if let Some(ended) = players.try_join_next() {
            ended?.context("a pair could not start its game")?;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    eprintln!("{} games after {:.1} s", options.games, begun.elapsed().as_secs_f64());
    let start = Instant::now() + Duration::from_secs(options.warm_up);
    let end = start + Duration::from_secs(options.seconds);
    go.send(Some((start, end)))?;
    tokio::time::sleep_until(start.into()).await;
    let (nodes, database) = cluster.processes();
    let usage = || (nodes.iter().map(|id| Usage::now(*id)).collect::<Vec<_>>(), Usage::of_family(database));
    let (wal_before, (before, database_before)) = (cluster.wal_bytes()?, usage());
    tokio::time::sleep_until(end.into()).await;
    let (after, database_after) = usage();
    let wal = cluster.wal_bytes()? - wal_before;
    let memory = cluster.memory().saturating_sub(empty);
    let mut measured = Measurements::default();
    while let Some(one) = players.join_next().await {
        measured.add(one?.context("a pair stopped playing")?);
    }
    let cores: Vec<_> = after.iter().zip(&before).map(|(now, then)| now.since(*then)).collect();
    let on_nodes: f64 = cores.iter().map(|cores| cores.server).sum();
    let generator = cores[0].generator;
    let on_database = (database_after.saturating_sub(database_before)).as_secs_f64() / options.seconds as f64;
    let foreign = (cores[0].foreign + cores[0].server - on_nodes - on_database).max(0.0);
    println!(
        "nodes {on_nodes:.2} cores, PostgreSQL {on_database:.2}, this program {generator:.2}, everybody else {foreign:.2}"
    );
    let moves = measured.answered.len().max(1) as f64;
    let per_move = |cores: f64| cores * options.seconds as f64 * 1e6 / moves;
    println!(
        "a move: {:.0} us of the nodes, {:.0} us of PostgreSQL, {:.0} bytes of WAL; {:.1} kB of the nodes for each socket",
        per_move(on_nodes),
        per_move(on_database),
        wal as f64 / moves,
        memory as f64 / (2 * options.games) as f64
    );
    cluster.end().end(options.keep);
    Ok(report(&options, measured))
}

fn report(options: &Options, mut measured: Measurements) -> bool {
    let rate = measured.answered.len() as f64 / options.seconds as f64;
    let seen = measured.seen.summary();
    println!(
        "{} nodes, {} games at once, {} ended; {rate:.0} durable moves/s for {} s",
        options.nodes, options.games, measured.games_ended, options.seconds
    );
    println!("move to answer   {}", measured.answered.summary());
    println!("move to opponent {seen}");
    println!("sent late by     {}", measured.late.summary());
    let saturated = options.rate == 0;
    let pass = if saturated {
        rate >= options.least
    } else {
        seen.p99 <= options.bar && rate >= 0.97 * options.rate as f64
    };
    let verdict = if pass { "PASS " } else { "below" };
    match saturated {
        true => println!("{verdict}  {rate:.0} moves/s, the bar is {:.0}", options.least),
        false => println!(
            "{verdict}  p99 {:.2} ms to the opponent, the bar is {:.0}; {rate:.0} moves/s of {}",
            seen.p99, options.bar, options.rate
        ),
    }
    pass
}
