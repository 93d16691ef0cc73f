//! Many games at a given rate.

use crate::latency::Latencies;
use crate::machine::Usage;
use crate::pair::{Pair, receive};
use crate::program::{Program, Running, ServerOptions};
use crate::random::Random;
use crate::socket::{Socket, command};
use crate::visitor::Visitor;
use anyhow::{Context, Result};
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use serde_json::json;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use tabiya_rules::Position;
use tokio::task::JoinSet;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Games at once, each with two sockets.
    #[arg(long, default_value_t = 5000)]
    games: usize,
    /// Moves a second in all games together; 0: as fast as they are answered.
    #[arg(long, default_value_t = 3000)]
    rate: usize,
    /// The duration of the measurement, in seconds.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// How long the games run before the measurement begins, in seconds.
    #[arg(long, default_value_t = 5)]
    warm_up: u64,
    /// After this many half-moves a player resigns, and a rematch begins.
    #[arg(long, default_value_t = 80)]
    plies: usize,
    /// Additional games against the computer at full strength, which keep the engine busy.
    #[arg(long, default_value_t = 0)]
    computers: usize,
    /// The maximum p99 from move to answer, in milliseconds.
    #[arg(long, default_value_t = 10.0)]
    bar: f64,
    #[command(flatten)]
    server: ServerOptions,
}

/// A move that waits longer than this for its answer is counted as a stall.
const STALL: Duration = Duration::from_millis(15);

/// The measurements of one pair, or of all of them.
#[derive(Default)]
pub(crate) struct Measurements {
    pub(crate) answered: Latencies,
    pub(crate) seen: Latencies,
    /// How late moves were sent, because of this program or of an overloaded CPU.
    pub(crate) late: Latencies,
    pub(crate) games_ended: usize,
    /// The second of the measurement in which each stalled move was sent.
    stalls: Vec<u64>,
}

impl Measurements {
    pub(crate) fn add(&mut self, other: Measurements) {
        self.answered.extend(other.answered);
        self.seen.extend(other.seen);
        self.late.extend(other.late);
        self.games_ended += other.games_ended;
        self.stalls.extend(other.stalls);
    }
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let program = Program::new(options.server.clone())?;
    let server = program.start().await?;
    let (empty, _) = server.memory();
    let client = Client::new();
    let begun = Instant::now();
    let pairs = create_pairs(&client, program.address, options.games).await?;
    eprintln!("{} games after {:.1} s", pairs.len(), begun.elapsed().as_secs_f64());
    let (seated, _) = server.memory();

    let start = Instant::now() + Duration::from_secs(options.warm_up);
    let end = start + Duration::from_secs(options.seconds);
    let mut players = JoinSet::new();
    for pair in pairs {
        players.spawn(play(pair, options.games, options.rate, options.plies, start, end));
    }
    let mut computers = JoinSet::new();
    for seed in 0..options.computers {
        computers.spawn(keep_busy(client.clone(), program.address, seed as u64));
    }
    tokio::time::sleep_until(start.into()).await;
    let before = Usage::now(server.id());
    tokio::time::sleep_until(end.into()).await;
    let cores = Usage::now(server.id()).since(before);

    let mut measured = Measurements::default();
    while let Some(one) = players.join_next().await {
        measured.add(one?.context("a pair stopped playing")?);
    }
    if let Some(computer) = computers.try_join_next() {
        computer?.context("a game against the computer stopped")?;
    }
    computers.abort_all();
    println!(
        "server {:.2} cores, this program {:.2}, everybody else {:.2}",
        cores.server, cores.generator, cores.foreign
    );
    let verdict = report(&options, &server, measured, empty, seated);
    server.stop()?;
    Ok(verdict)
}

fn report(options: &Options, server: &Running, mut measured: Measurements, empty: u64, seated: u64) -> bool {
    let rate = measured.answered.len() as f64 / options.seconds as f64;
    let (memory, most) = server.memory();
    let answered = measured.answered.summary();
    println!(
        "{} sockets, {} games at once, {} ended; {rate:.0} durable moves/s for {} s",
        2 * options.games,
        options.games,
        measured.games_ended,
        options.seconds
    );
    println!("move to answer   {answered}");
    println!("{}", stalls(&measured.stalls));
    println!("move to opponent {}", measured.seen.summary());
    println!("sent late by     {}", measured.late.summary());
    println!(
        "memory {:.0} MB (highest {:.0}); {:.1} kB a game with its two sockets before the first move",
        memory as f64 / 1e3,
        most as f64 / 1e3,
        seated.saturating_sub(empty) as f64 / options.games as f64
    );
    let pass = answered.p99 <= options.bar && rate >= 0.97 * options.rate as f64;
    let verdict = if pass { "PASS " } else { "below" };
    println!(
        "{verdict}  p99 {:.2} ms, the bar is {:.0}; {rate:.0} moves/s of {}",
        answered.p99, options.bar, options.rate
    );
    pass
}

/// When moves stalled: a few moments of a slow disk look different from a server that is slow throughout.
fn stalls(seconds: &[u64]) -> String {
    let mut by_second = BTreeMap::<u64, usize>::new();
    for second in seconds {
        *by_second.entry(*second).or_default() += 1;
    }
    let list: Vec<_> =
        by_second.iter().map(|(second, moves)| format!("{moves} in second {second}")).collect();
    let (moves, limit) = (seconds.len(), STALL.as_millis());
    if list.is_empty() {
        return format!("no move waited over {limit} ms");
    }
    format!("{moves} moves waited over {limit} ms: {}", list.join(", "))
}

/// Creates the pairs, 32 at a time.
pub(crate) async fn create_pairs(client: &Client, server: SocketAddr, games: usize) -> Result<Vec<Pair>> {
    stream::iter(0..games)
        .map(|number| Pair::create(client, [server; 2], "1800+5", number as u64))
        .buffer_unordered(32)
        .try_collect()
        .await
}

/// Plays the moves of one pair on a fixed schedule. A pair that waited for late answers would send fewer moves to a
/// slow server and so hide its slowness (coordinated omission).
pub(crate) async fn play(
    mut pair: Pair,
    games: usize,
    rate: usize,
    plies: usize,
    start: Instant,
    end: Instant,
) -> Result<Measurements> {
    let interval =
        if rate == 0 { Duration::ZERO } else { Duration::from_secs_f64(games as f64 / rate as f64) };
    let mut measured = Measurements::default();
    let mut due = Instant::now() + interval.mul_f64(pair.random_below(1000) as f64 / 1000.0);
    loop {
        pair.wait_until(due).await?;
        let now = Instant::now();
        if now >= end {
            return Ok(measured);
        }
        let mut played = pair.play().await?;
        if now >= start {
            measured.late.add(if rate == 0 { Duration::ZERO } else { now - due });
            measured.answered.add(played.answered);
            measured.seen.add(played.seen);
            if played.answered > STALL {
                measured.stalls.push((now - start).as_secs());
            }
        }
        if pair.ply() >= plies && !played.over {
            played = pair.resign().await?;
        }
        if played.over {
            measured.games_ended += usize::from(now >= start);
            pair.rematch().await?;
        }
        due = if rate == 0 { Instant::now() } else { due + interval };
    }
}

/// Plays against the computer at full strength without a pause.
async fn keep_busy(client: Client, server: SocketAddr, seed: u64) -> Result<()> {
    let visitor = Visitor::arrive(&client, server).await?;
    let mut socket = Socket::connect(&visitor).await?;
    let mut random = Random::new(seed);
    loop {
        let game = visitor.play_computer(8).await?;
        socket.watch(&game, None).await?;
        let mut position = Position::start();
        let mut ply = 0;
        loop {
            let moves = position.legal_moves();
            let Some(legal) = moves.iter().nth(random.below(moves.len().max(1))) else { break };
            let action = json!({"do": "move", "move": legal.uci()});
            socket.send(&command(&game, &format!("{game}{ply}"), ply, &action)).await?;
            let after_move = legal.play();
            ply += 2;
            let reply = receive(&mut socket, |message| {
                let state = message
                    .state
                    .as_ref()
                    .filter(|_| message.t == "update" && message.game == Some(&game))?;
                let reply = message.events.as_ref()?.iter().find(|event| event.event == "move")?.uci;
                (state.ply == ply || state.result.is_some())
                    .then(|| if state.result.is_some() { None } else { reply.map(str::to_owned) })
            });
            let Some(reply) = reply.await? else { break };
            position = after_move.parse_uci(&reply)?.play();
        }
    }
}
