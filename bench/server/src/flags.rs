//! Measures how late flags are announced, and checks that none falls early.

use crate::latency::Latencies;
use crate::machine::Usage;
use crate::pair::receive;
use crate::program::{Program, ServerOptions};
use crate::socket::{Socket, command};
use crate::visitor::Visitor;
use anyhow::{Context, Result, bail};
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The number of games, each of which ends on time.
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// The maximum delay of an announcement, in milliseconds.
    #[arg(long, default_value_t = 250.0)]
    bar: f64,
    #[command(flatten)]
    server: ServerOptions,
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let program = Program::new(options.server)?;
    let server = program.start().await?;
    let client = Client::new();
    let before = Usage::now(server.id());
    let late: Vec<i64> = stream::iter(0..options.games)
        .map(|_| flag(&client, program.address))
        .buffer_unordered(options.games.min(100))
        .try_collect()
        .await?;
    let cores = Usage::now(server.id()).since(before);
    let early = late.iter().filter(|late| **late < 0).count();
    let mut times = Latencies::default();
    late.iter().for_each(|late| times.add(Duration::from_millis(u64::try_from(*late).unwrap_or(0))));
    let summary = times.summary();
    println!(
        "{} flags: {early} early, announced late by {summary} (everybody else {:.2} cores)",
        late.len(),
        cores.foreign
    );
    let pass = early == 0 && summary.most <= options.bar;
    println!("{}  the bar is {:.0} ms, never early", if pass { "PASS " } else { "below" }, options.bar);
    server.stop()?;
    Ok(pass)
}

/// Both make a move, then White lets the time run out. Returns the delay of the announcement in milliseconds.
async fn flag(client: &Client, server: SocketAddr) -> Result<i64> {
    let visitors = [Visitor::arrive(client, server).await?, Visitor::arrive(client, server).await?];
    let game = visitors[0].play(&visitors[1], "2").await?;
    let mut sockets = [Socket::connect(&visitors[0]).await?, Socket::connect(&visitors[1]).await?];
    for socket in &mut sockets {
        socket.watch(&game, None).await?;
    }
    let mut left = 0;
    let mut moved_at = 0;
    for (ply, uci) in ["e2e4", "e7e5"].into_iter().enumerate() {
        let message = command(&game, &ply.to_string(), ply, &json!({"do": "move", "move": uci}));
        sockets[ply].send(&message).await?;
        for socket in &mut sockets {
            (left, moved_at) = receive(socket, |message| {
                let state =
                    message.state.as_ref().filter(|state| message.t == "update" && state.ply == ply + 1)?;
                Some((state.clock.white?, message.now?))
            })
            .await?;
        }
    }
    let [mut white, mut black] = sockets;
    let ended = receive(&mut white, |message| {
        let state = message.state.as_ref().filter(|state| message.t == "update" && state.result.is_some())?;
        Some(state.reason? == "time")
    });
    // Black keeps reading, because the server drops clients that do not read.
    let (by_time, _) = tokio::join!(ended, async { black.next().await });
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("before 1970")?.as_millis();
    if !by_time? {
        bail!("{game} did not end by time");
    }
    // The clocks were sent as of `moved_at`, so White's time was over at `moved_at + left`.
    Ok(now as i64 - (moved_at + left) as i64)
}
