//! The store in PostgreSQL, shared by any number of nodes. SQL for PostgreSQL is written only in this module.
//!
//! The primary key `(game, seq)` of the journal decides which of two nodes was first; everything else follows from it.

mod accounts;
mod append;
mod archive;
mod begin;
mod challenges;
mod chat;
mod check;
mod club;
mod codes;
mod connection;
mod error;
mod games;
mod journal;
mod limits;
mod nodes;
mod notices;
mod online;
mod presence;
mod ratings;
mod rematch;
mod search;
mod sessions;
#[cfg(test)]
pub(crate) mod simulated;
mod standing;
mod successors;
mod tls;
mod transfer;
mod writer;

pub use challenges::ChangedChallenge;
pub use journal::{LogRow, StoredGame};
pub use nodes::{Beat, Outage};
pub use notices::StoredNotice;
pub(crate) use online::OnlineElsewhere;
pub use presence::Whereabouts;

use super::{Append, AppendError, StoreError};
use crate::metrics::Metrics;
use deadpool_postgres::{Object, Pool, Transaction};
use game::Timestamp;
use std::sync::Arc;
use tokio_postgres::Row;
use tokio_postgres::types::ToSql;
use writer::Writer;

mod migrations {
    refinery::embed_migrations!("src/store/postgres/migrations");
}

/// The store in a PostgreSQL database that several nodes share. Cheap to clone.
#[derive(Clone)]
pub struct Store(Arc<StoreInner>);

struct StoreInner {
    pool: Pool,
    /// None for a command-line tool, which appends nothing to the journal.
    writer: Option<Writer>,
    node: i32,
    name: String,
    /// The connection to the simulated database, in the simulation of a cluster.
    #[cfg(test)]
    simulated: Option<simulated::Link>,
}

/// The parameters of a statement.
type Values<'v> = &'v [&'v (dyn ToSql + Sync)];

impl Store {
    /// Connects a node: runs the migrations, refuses a database on which moves could be lost, and locks the node's
    /// name.
    pub async fn connect(url: &str, name: &str, metrics: Arc<Metrics>) -> Result<Store, StoreError> {
        let config = connection::config(url)?;
        connection::prepare_database(&config).await?;
        let pool = connection::pool(config.clone())?;
        let writer = Writer::start(config, name, metrics).await?;
        let node = nodes::register(&pool, name).await?;
        Ok(Store::of(pool, Some(writer), node, name))
    }

    /// Connects a command-line tool while nodes may be running. It does not change the schema.
    pub async fn connect_for_cli(url: &str) -> Result<Store, StoreError> {
        let config = connection::config(url)?;
        connection::check_version(&config).await?;
        let pool = connection::pool(config)?;
        Ok(Store::of(pool, None, 0, ""))
    }

    fn of(pool: Pool, writer: Option<Writer>, node: i32, name: &str) -> Store {
        Store(Arc::new(StoreInner {
            pool,
            writer,
            node,
            name: name.to_owned(),
            #[cfg(test)]
            simulated: None,
        }))
    }

    /// The number of this node, which is never reused.
    pub fn node(&self) -> i32 {
        self.0.node
    }

    pub fn node_name(&self) -> &str {
        &self.0.name
    }

    async fn client(&self) -> Result<Object, StoreError> {
        Ok(self.0.pool.get().await?)
    }

    async fn query(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        // Tables that the simulation does not model are empty.
        #[cfg(test)]
        if self.0.simulated.is_some() {
            return Ok(Vec::new());
        }
        let client = self.client().await?;
        let statement = client.prepare_cached(sql).await?;
        Ok(client.query(&statement, values).await?)
    }

    async fn query_opt(&self, sql: &str, values: Values<'_>) -> Result<Option<Row>, StoreError> {
        Ok(self.query(sql, values).await?.into_iter().next())
    }

    async fn execute(&self, sql: &str, values: Values<'_>) -> Result<u64, StoreError> {
        let client = self.client().await?;
        let statement = client.prepare_cached(sql).await?;
        Ok(client.execute(&statement, values).await?)
    }

    /// Checks that the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        self.query("SELECT 1", &[]).await.map(drop)
    }

    /// Appends a row to the journal. It is committed when this returns.
    pub async fn append(&self, row: Append) -> Result<(), AppendError> {
        match &self.0.writer {
            Some(writer) => writer.append(row).await,
            None => Err(AppendError::Closed),
        }
    }

    /// Whether the last write failed.
    pub fn is_failing(&self) -> bool {
        self.0.writer.as_ref().is_some_and(Writer::is_failing)
    }

    /// How many rows wait to be written.
    pub fn waiting(&self) -> usize {
        self.0.writer.as_ref().map_or(0, Writer::waiting)
    }

    /// Writes everything that is queued, and accepts nothing after that. A second call has no effect.
    pub async fn close(&self) {
        if let Some(writer) = &self.0.writer {
            writer.stop().await;
            nodes::leave(self).await;
        }
        self.0.pool.close();
    }
}

/// Runs a query in a transaction. The statement is prepared once per connection, not once per transaction.
async fn query_in(
    transaction: &Transaction<'_>,
    sql: &str,
    values: Values<'_>,
) -> Result<Vec<Row>, StoreError> {
    let statement = transaction.prepare_cached(sql).await?;
    Ok(transaction.query(&statement, values).await?)
}

/// Runs a statement in a transaction; returns the number of affected rows.
async fn execute_in(transaction: &Transaction<'_>, sql: &str, values: Values<'_>) -> Result<u64, StoreError> {
    let statement = transaction.prepare_cached(sql).await?;
    Ok(transaction.execute(&statement, values).await?)
}

fn millis(moment: Timestamp) -> i64 {
    i64::try_from(moment.millis()).unwrap_or(i64::MAX)
}

fn moment(millis: i64) -> Timestamp {
    Timestamp::from_millis(u64::try_from(millis).unwrap_or_default())
}

/// The error for a row that this program never writes.
fn damaged(what: &str) -> StoreError {
    StoreError::Database(format!("the database holds {what}").into())
}
