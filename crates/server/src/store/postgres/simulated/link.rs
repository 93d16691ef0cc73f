//! The connection of a node to the simulated database. It loses requests and answers at random, by the seed.

use super::{Database, DatabaseFault, StoredAppend, Tables};
use crate::ids::GameId;
use crate::store::Append;
use crate::store::postgres::StoreError;
use crate::store::postgres::writer::{Connect, Failure, Session};
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The connection of a node to the database.
#[derive(Clone, Debug)]
pub(in crate::store::postgres) struct Link {
    pub(super) database: Database,
    pub(super) node: i32,
    pub(super) alive: Arc<AtomicBool>,
}

/// What happens to a request on the network.
enum Delivery {
    /// The request and the answer arrive.
    Complete,
    /// The request arrives, but the answer is lost.
    AnswerLost,
    /// The request is lost.
    RequestLost,
}

impl Link {
    fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Relaxed)
    }

    /// Waits forever if the process has ended, so that nothing more happens in it.
    async fn hang_if_dead(&self) {
        if !self.is_alive() {
            std::future::pending::<()>().await;
        }
    }

    /// Delays a request, and decides what happens to it.
    async fn travel(&self) -> Delivery {
        self.hang_if_dead().await;
        let (delay, epoch, lost) = {
            let mut tables = self.database.0.lock();
            let slow = tables.dice.one_in(40);
            let delay = tables.dice.below(if slow { 1_500 } else { 6 });
            (delay, tables.epoch, tables.dice.one_in(60))
        };
        tokio::time::sleep(Duration::from_millis(delay)).await;
        self.hang_if_dead().await;
        let mut tables = self.database.0.lock();
        let reached = !tables.down && tables.epoch == epoch && !tables.cut_off.contains(&self.node);
        match (reached, lost) {
            (true, false) => Delivery::Complete,
            (true, true) if tables.dice.one_in(2) => Delivery::AnswerLost,
            _ => Delivery::RequestLost,
        }
    }

    /// Runs something in the database and returns the answer.
    pub(super) async fn ask<T>(&self, job: impl FnOnce(&mut Tables) -> T) -> Result<T, StoreError> {
        match self.travel().await {
            Delivery::Complete => Ok(job(&mut self.database.0.lock())),
            Delivery::AnswerLost => {
                job(&mut self.database.0.lock());
                Err(StoreError::Unavailable)
            }
            Delivery::RequestLost => Err(StoreError::Unavailable),
        }
    }
}

impl Connect for Link {
    type Session = Link;

    async fn open(&self) -> Result<Link, StoreError> {
        self.ask(|_| self.clone()).await
    }
}

impl Session for Link {
    fn id(&self) -> i32 {
        self.node
    }

    fn is_closed(&self) -> bool {
        false
    }

    async fn take_name(&self, _: &str, _: Option<i32>) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn append(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let appends: Vec<_> = rows.iter().map(|row| StoredAppend::of(row)).collect();
        let delivery = self.travel().await;
        let mut tables = self.database.0.lock();
        if let Delivery::RequestLost = delivery {
            return Err(Failure::Lost);
        }
        if tables.dice.one_in(50) {
            return Err(Failure::Locked);
        }
        let tokens: HashSet<i64> = appends.iter().map(|append| append.row.token).collect();
        let written = if tables.fault == Some(DatabaseFault::AckBeforeCommit) {
            tables.promised.extend(appends);
            tokens
        } else {
            let written = |append: StoredAppend| {
                let token = append.row.token;
                tables.insert(append).then_some(token)
            };
            appends.into_iter().filter_map(written).collect()
        };
        if let Delivery::AnswerLost = delivery { Err(Failure::Lost) } else { Ok(written) }
    }

    async fn written(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let keys: Vec<_> = rows.iter().map(|row| ((row.game, row.seq), row.token)).collect();
        let found = self.ask(|tables| {
            let is_there = |key: &(GameId, u64), token: i64| {
                tables.journal.get(key).is_some_and(|row| row.token == token)
            };
            keys.iter().filter(|(key, token)| is_there(key, *token)).map(|(_, token)| *token).collect()
        });
        found.await.map_err(|_| Failure::Lost)
    }
}
