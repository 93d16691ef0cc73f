//! Measures the memory of an idle socket.

use crate::program::{Program, ServerOptions};
use crate::socket::Socket;
use crate::visitor::Visitor;
use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use std::time::Duration;
use tokio::task::JoinSet;

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The number of sockets.
    #[arg(long, default_value_t = 10_000)]
    sockets: usize,
    /// How long they stay open, in seconds.
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// The maximum memory of one socket, in kilobytes.
    #[arg(long, default_value_t = 12.0)]
    bar: f64,
    #[command(flatten)]
    server: ServerOptions,
}

pub(crate) async fn run(options: Options) -> Result<bool> {
    let program = Program::new(options.server)?;
    let server = program.start().await?;
    let client = Client::new();
    let visitors: Vec<Visitor> = stream::iter(0..options.sockets)
        .map(|_| Visitor::arrive(&client, program.address))
        .buffer_unordered(32)
        .try_collect()
        .await?;
    let (before, _) = server.memory();
    let mut sockets = JoinSet::new();
    for visitor in visitors {
        let mut socket = Socket::connect(&visitor).await?;
        sockets.spawn(async move {
            loop {
                if let Err(error) = socket.next().await {
                    return error;
                }
            }
        });
    }
    let (opened, _) = server.memory();
    tokio::time::sleep(Duration::from_secs(options.seconds)).await;
    if let Some(error) = sockets.try_join_next() {
        return Err(error?);
    }
    let (after, _) = server.memory();
    let each = |memory: u64| memory.saturating_sub(before) as f64 / options.sockets as f64;
    println!(
        "{} idle sockets: {:.1} kB each when opened, {:.1} kB each after {} s ({:.0} MB in all)",
        options.sockets,
        each(opened),
        each(after),
        options.seconds,
        after as f64 / 1e3
    );
    let pass = each(after) <= options.bar;
    println!("{}  the bar is {:.0} kB", if pass { "PASS " } else { "below" }, options.bar);
    server.stop()?;
    Ok(pass)
}
