//! The connection of a node to the simulated database, which loses requests and answers as the seed says.

use super::{Database, Lie, StoredAppend, Tables};
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

/// What became of a request on its way.
enum Way {
    /// It arrives, and so does the answer.
    Both,
    /// It arrives, but the answer does not.
    There,
    /// It does not arrive.
    Nowhere,
}

impl Link {
    fn is_alive(&self) -> bool {
        self.alive.load(Ordering::Relaxed)
    }

    /// The process has ended: nothing happens any more.
    async fn live(&self) {
        if !self.is_alive() {
            std::future::pending::<()>().await;
        }
    }

    /// Lets a request take its time.
    async fn travel(&self) -> Way {
        self.live().await;
        let (delay, epoch, lost) = {
            let mut tables = self.database.0.lock();
            let slow = tables.dice.one_in(40);
            let delay = tables.dice.below(if slow { 1_500 } else { 6 });
            (delay, tables.epoch, tables.dice.one_in(60))
        };
        tokio::time::sleep(Duration::from_millis(delay)).await;
        self.live().await;
        let mut tables = self.database.0.lock();
        let reached = !tables.down && tables.epoch == epoch && !tables.cut_off.contains(&self.node);
        match (reached, lost) {
            (true, false) => Way::Both,
            (true, true) if tables.dice.one_in(2) => Way::There,
            _ => Way::Nowhere,
        }
    }

    /// Does something in the database, and brings the answer back.
    pub(super) async fn ask<T>(&self, does: impl FnOnce(&mut Tables) -> T) -> Result<T, StoreError> {
        match self.travel().await {
            Way::Both => Ok(does(&mut self.database.0.lock())),
            Way::There => {
                does(&mut self.database.0.lock());
                Err(StoreError::Unavailable)
            }
            Way::Nowhere => Err(StoreError::Unavailable),
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
        let way = self.travel().await;
        let mut tables = self.database.0.lock();
        if let Way::Nowhere = way {
            return Err(Failure::Lost);
        }
        if tables.dice.one_in(50) {
            return Err(Failure::Locked);
        }
        let tokens: HashSet<i64> = appends.iter().map(|append| append.row.token).collect();
        let written = if tables.lie == Some(Lie::AckBeforeCommit) {
            tables.promised.extend(appends);
            tokens
        } else {
            let written = |append: StoredAppend| {
                let token = append.row.token;
                tables.insert(append).then_some(token)
            };
            appends.into_iter().filter_map(written).collect()
        };
        if let Way::There = way { Err(Failure::Lost) } else { Ok(written) }
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
