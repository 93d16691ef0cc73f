//! Players on all nodes, and the verification at the end of a run.

use super::TableOptions;
use super::cluster::{Cluster, Folder};
use crate::crash::{Fault as Violation, Record, Shared, Table, judge_all};
use crate::visitor::Visitor;
use anyhow::Result;
use futures_util::{StreamExt, TryStreamExt, stream};
use reqwest::Client;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::task::JoinSet;

/// The maximum time until the players of a killed node are back at another one, in milliseconds.
const MAX_RETURN_MS: f64 = 3_000.0;

pub(super) struct Play {
    client: Client,
    pub(super) shared: Arc<Shared>,
    players: JoinSet<Vec<Record>>,
}

/// How a run ended.
pub(super) struct Outcome {
    pub(super) passed: bool,
    /// The description of the first violation.
    pub(super) first_violation: Option<String>,
    /// Whether the players of every killed node were back at another one in time.
    pub(super) back_in_time: bool,
    pub(super) folder: Folder,
}

impl Play {
    pub(super) async fn begin(cluster: &Cluster, options: &TableOptions) -> Result<Play> {
        let client = Client::builder().timeout(Duration::from_secs(15)).build()?;
        let shared = Arc::new(Shared::in_cluster());
        let think = Duration::from_secs_f64(options.games as f64 / options.rate.max(1) as f64);
        let servers = cluster.addresses();
        let tables: Vec<Table> = stream::iter(0..options.games)
            .map(|number| Table::create(&client, &servers, number, options.plies, think))
            .buffer_unordered(8)
            .try_collect()
            .await?;
        let mut players = JoinSet::new();
        for table in tables {
            players.spawn(table.play(shared.clone()));
        }
        Ok(Play { client, shared, players })
    }

    /// Ends the games, reads every game again from the nodes and from the log, and returns the outcome.
    pub(super) async fn judge(mut self, cluster: Cluster) -> Result<Outcome> {
        // Time for all players to be back and for pending commands to be answered.
        tokio::time::sleep(Duration::from_secs(5)).await;
        self.shared.done.store(true, Ordering::Relaxed);
        let mut records = Vec::new();
        while let Some(table) = self.players.join_next().await {
            records.extend(table?);
        }
        let verdict = self.shared.verdict();
        // Each node is asked for a part of the games, including games that it never served.
        let servers = cluster.addresses();
        for (number, some) in records.chunks(100).enumerate() {
            if let Err(error) = self.read_again(servers[number % servers.len()], some).await {
                verdict.note(Violation::WrongAnswer, || format!("a game cannot be read: {error:#}"));
            }
        }
        let (whole, log, folder) = cluster.stop_and_check(verdict)?;
        records.iter().for_each(|record| log.judge(record, verdict));
        println!(
            "{} games, {} moves answered, {} rows in the log",
            records.len(),
            self.shared.answered(),
            log.rows()
        );
        println!("first attempt to answer {}", self.shared.stalls());
        println!("closed connection to back at the board {}", self.shared.returns());
        let (tables, back) = self.shared.returns_of_killed();
        let back_in_time = tables == 0 || back.most < MAX_RETURN_MS;
        if tables > 0 {
            let verdict = if back_in_time { "PASS " } else { "LATE " };
            println!(
                "{verdict}  killed node to back at another one {back}, {tables} tables; the bar is {MAX_RETURN_MS:.0} ms"
            );
        }
        println!("charged beyond thinking {}", verdict.charges());
        println!("{whole}");
        print!("{verdict}");
        let is_whole = whole.ends_with("whole");
        Ok(Outcome {
            passed: self.shared.faults() == 0 && is_whole && self.shared.answered() > 0,
            first_violation: verdict.first_case().or((!is_whole).then_some(whole)),
            back_in_time,
            folder,
        })
    }

    async fn read_again(&self, server: SocketAddr, records: &[Record]) -> Result<()> {
        let visitor = Visitor::arrive(&self.client, server).await?;
        judge_all(&visitor, records, &self.shared).await
    }
}
