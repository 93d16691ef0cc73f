//! The one task of a node that appends to the journal. It takes what is queued, sends it as one statement, and answers when
//! the commit has returned.
//!
//! When the connection is lost after a batch was sent, nobody knows whether it was committed. Then nobody is answered: the
//! batch is sent again on a new connection, where the key admits no row twice, and the rows that are in the journal with
//! the token of this node are the ones that were written.

use super::error::describe;
use super::{StoreError, connection, millis};
use crate::metrics::Metrics;
use crate::store::{Append, AppendError};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Config, Statement};

/// How many rows wait before the next one is refused.
const MAX_WAITING: usize = 8_192;
/// How many rows go into one commit.
const MAX_BATCH: usize = 512;
/// How long to wait before the next attempt to connect.
const RETRY: Duration = Duration::from_millis(100);
/// How long a node that stops waits for a database that is not there.
const LAST_WORDS: Duration = Duration::from_secs(3);
/// The class of the locks that keep two nodes from having one name.
pub(super) const NAME_LOCK: i32 = 0x7461;

// A row is inserted only upon the row that it was decided upon, and never after the game is in the archive. The order lets
// two nodes lock keys in the same order. The scalar subqueries are looked up by index, whatever the planner believes about
// the sizes of tables, because sequential scans are off in this session.
const APPEND: &str = "INSERT INTO journal (game, seq, at, token, command, payload) \
    SELECT e.game, e.seq, e.at, e.token, e.command, e.payload \
    FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) \
        AS e (game, seq, at, token, after, command, payload) \
    WHERE (SELECT p.token FROM journal p WHERE p.game = e.game AND p.seq = e.seq - 1) = e.after \
        AND (SELECT a.game FROM archive a WHERE a.game = e.game) IS NULL \
    ORDER BY e.game, e.seq ON CONFLICT (game, seq) DO NOTHING RETURNING token";
// The server of a control lets the last one win, which the fault test must notice.
#[cfg(feature = "crash-test-control")]
const UNCHECKED: &str = "INSERT INTO journal (game, seq, at, token, command, payload) \
    SELECT e.game, e.seq, e.at, e.token, e.command, e.payload \
    FROM unnest($1::bigint[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) \
        AS e (game, seq, at, token, after, command, payload) \
    ORDER BY e.game, e.seq ON CONFLICT (game, seq) DO UPDATE SET at = EXCLUDED.at, token = EXCLUDED.token, \
    command = EXCLUDED.command, payload = EXCLUDED.payload RETURNING token";
const WRITTEN: &str = "SELECT j.token FROM unnest($1::bigint[], $2::int[], $3::bigint[]) AS e (game, seq, token) \
    JOIN journal j ON j.game = e.game AND j.seq = e.seq AND j.token = e.token";

struct Pending {
    row: Append,
    answer: oneshot::Sender<Result<(), AppendError>>,
}

/// The task, and what waits for it.
pub(super) struct Writer {
    queue: Mutex<Option<mpsc::Sender<Pending>>>,
    status: Arc<Status>,
    task: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Status {
    /// Whether the last attempt to write failed.
    failing: AtomicBool,
    /// Whether the node is being stopped.
    stopping: AtomicBool,
}

/// What the task appends to: PostgreSQL, or in the simulation something that fails on purpose.
pub(super) trait Connect: Send + 'static {
    type Session: Session;

    fn open(&self) -> impl Future<Output = Result<Self::Session, StoreError>> + Send;
}

/// A connection that appends.
pub(super) trait Session: Send + Sync {
    /// Takes the name of a node, which belongs to this connection until it ends; says whether it was free.
    fn take_name(&self, name: &str) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Writes rows in one commit. What comes back are the tokens of those that were written.
    fn append(&self, rows: &[&Append]) -> impl Future<Output = Result<HashSet<i64>, Failure>> + Send;

    /// The tokens of those rows that are in the journal.
    fn written(&self, rows: &[&Append]) -> impl Future<Output = Result<HashSet<i64>, Failure>> + Send;
}

/// What is known when a statement has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// Nothing was written: the database says why.
    Refused,
    /// The batch met somebody else's lock and was undone: its rows one by one do not wait for each other.
    Locked,
    /// The connection was lost, and nobody knows whether it was written.
    Lost,
}

impl Writer {
    /// Connects, takes the node's name and starts the task.
    pub(super) async fn start<C: Connect>(
        connect: C,
        name: &str,
        metrics: Arc<Metrics>,
    ) -> Result<Writer, StoreError> {
        let session = connect.open().await?;
        let begun = Instant::now();
        while !session.take_name(name).await? {
            // The connection of a process that died may take a moment to end.
            if begun.elapsed() > LAST_WORDS {
                return Err(StoreError::Refused(format!("a node with the name {name:?} is running already")));
            }
            tokio::time::sleep(RETRY).await;
        }
        let (queue, waiting) = mpsc::channel(MAX_WAITING);
        let status = Arc::<Status>::default();
        let task = Task {
            connect,
            name: name.to_owned(),
            session: Some(session),
            status: Arc::clone(&status),
            metrics,
        };
        let task = tokio::spawn(task.run(waiting));
        Ok(Writer { queue: Mutex::new(Some(queue)), status, task: Mutex::new(Some(task)) })
    }

    pub(super) async fn append(&self, row: Append) -> Result<(), AppendError> {
        let (answer, result) = oneshot::channel();
        let queue = self.queue.lock().clone().ok_or(AppendError::Closed)?;
        queue.try_send(Pending { row, answer }).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => AppendError::Busy,
            mpsc::error::TrySendError::Closed(_) => AppendError::Closed,
        })?;
        drop(queue);
        result.await.unwrap_or(Err(AppendError::Unavailable))
    }

    pub(super) fn waiting(&self) -> usize {
        self.queue.lock().as_ref().map_or(0, |queue| MAX_WAITING - queue.capacity())
    }

    pub(super) fn is_failing(&self) -> bool {
        self.status.failing.load(Ordering::Acquire)
    }

    /// Something else could be written: the next row is worth an attempt.
    pub(super) fn clear_failing(&self) {
        self.status.failing.store(false, Ordering::Release);
    }

    /// Takes nothing more, and returns when all that was queued is written.
    pub(super) async fn stop(&self) {
        self.status.stopping.store(true, Ordering::Release);
        drop(self.queue.lock().take());
        let task = self.task.lock().take();
        if let Some(task) = task {
            // Its panic has been told by itself.
            let _ = task.await;
        }
    }
}

/// A connection to PostgreSQL that appends.
pub(super) struct PostgresSession {
    client: Client,
    append: Statement,
    written: Statement,
}

impl Connect for Config {
    type Session = PostgresSession;

    async fn open(&self) -> Result<PostgresSession, StoreError> {
        let client = connection::connect(self).await?;
        client.batch_execute("SET enable_seqscan = off").await?;
        #[cfg(not(feature = "crash-test-control"))]
        let append = client.prepare(APPEND).await?;
        #[cfg(feature = "crash-test-control")]
        let append =
            client.prepare(if crate::control::skips_sequence_check() { UNCHECKED } else { APPEND }).await?;
        let written = client.prepare(WRITTEN).await?;
        Ok(PostgresSession { client, append, written })
    }
}

impl Session for PostgresSession {
    async fn take_name(&self, name: &str) -> Result<bool, StoreError> {
        let lock = "SELECT pg_try_advisory_lock($1, hashtext($2))";
        Ok(self.client.query_one(lock, &[&NAME_LOCK, &name]).await?.get(0))
    }

    async fn append(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let columns = Columns::of(rows);
        let values: [&(dyn ToSql + Sync); 7] = [
            &columns.games,
            &columns.seqs,
            &columns.ats,
            &columns.tokens,
            &columns.afters,
            &columns.commands,
            &columns.payloads,
        ];
        let written = self.client.query(&self.append, &values).await.map_err(|error| self.judge(&error))?;
        Ok(written.iter().map(|row| row.get(0)).collect())
    }

    async fn written(&self, rows: &[&Append]) -> Result<HashSet<i64>, Failure> {
        let columns = Columns::of(rows);
        let values: [&(dyn ToSql + Sync); 3] = [&columns.games, &columns.seqs, &columns.tokens];
        let found = self.client.query(&self.written, &values).await.map_err(|error| self.judge(&error))?;
        Ok(found.iter().map(|row| row.get(0)).collect())
    }
}

impl PostgresSession {
    /// What an error leaves open.
    fn judge(&self, error: &tokio_postgres::Error) -> Failure {
        tracing::warn!(error = describe(error), "a batch was not written");
        let busy = [
            SqlState::LOCK_NOT_AVAILABLE,
            SqlState::T_R_DEADLOCK_DETECTED,
            SqlState::QUERY_CANCELED,
            SqlState::T_R_SERIALIZATION_FAILURE,
        ];
        match error.code() {
            _ if self.client.is_closed() => Failure::Lost,
            Some(code) if busy.contains(code) => Failure::Locked,
            // The server shuts down, or has ended this session: the connection is of no use.
            Some(code) if code.code().starts_with("57P") => Failure::Lost,
            Some(_) => Failure::Refused,
            None => Failure::Lost,
        }
    }
}

struct Columns<'r> {
    games: Vec<i64>,
    seqs: Vec<i32>,
    ats: Vec<i64>,
    tokens: Vec<i64>,
    afters: Vec<i64>,
    commands: Vec<Option<&'r str>>,
    payloads: Vec<&'r str>,
}

impl<'r> Columns<'r> {
    fn of(rows: &[&'r Append]) -> Columns<'r> {
        Columns {
            games: rows.iter().map(|row| row.game.number()).collect(),
            // A game of two thousand million commands ends there: its next row conflicts.
            seqs: rows.iter().map(|row| i32::try_from(row.seq).unwrap_or(i32::MAX)).collect(),
            ats: rows.iter().map(|row| millis(row.at)).collect(),
            tokens: rows.iter().map(|row| row.token).collect(),
            afters: rows.iter().map(|row| row.after).collect(),
            commands: rows.iter().map(|row| row.command.as_deref()).collect(),
            payloads: rows.iter().map(|row| row.payload.as_str()).collect(),
        }
    }
}

struct Task<C: Connect> {
    connect: C,
    name: String,
    session: Option<C::Session>,
    status: Arc<Status>,
    metrics: Arc<Metrics>,
}

impl<C: Connect> Task<C> {
    async fn run(mut self, mut waiting: mpsc::Receiver<Pending>) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        while waiting.recv_many(&mut batch, MAX_BATCH).await > 0 {
            self.write(std::mem::take(&mut batch)).await;
        }
    }

    async fn write(&mut self, batch: Vec<Pending>) {
        let begun = Instant::now();
        self.metrics.batch.observe(batch.len() as f64);
        // The server of a control tells first and writes then, which the fault test must notice.
        #[cfg(feature = "crash-test-control")]
        let batch: Vec<Pending> = batch
            .into_iter()
            .map(|pending| {
                if !crate::control::acks_before_commit() {
                    return pending;
                }
                let _ = pending.answer.send(Ok(()));
                Pending { row: pending.row, answer: oneshot::channel().0 }
            })
            .collect();
        let rows: Vec<&Append> = batch.iter().map(|pending| &pending.row).collect();
        let outcome = self.settle(&rows).await;
        self.metrics.commit.observe(begun.elapsed());
        for pending in batch {
            let result = match &outcome {
                Some(written) if written.contains(&pending.row.token) => Ok(()),
                Some(_) => {
                    self.metrics.append_conflicts.inc();
                    Err(AppendError::Conflict)
                }
                None => Err(AppendError::Unavailable),
            };
            // Nobody may be waiting any more; the row stands all the same.
            let _ = pending.answer.send(result);
        }
    }

    /// Tries until it is known which rows are in the journal. None: nothing is, or the node is being stopped.
    async fn settle(&mut self, rows: &[&Append]) -> Option<HashSet<i64>> {
        let mut resent = false;
        let begun = Instant::now();
        loop {
            match self.attempt(rows, resent).await {
                Ok(written) => {
                    self.status.failing.store(false, Ordering::Release);
                    return Some(written);
                }
                Err(Failure::Refused) => {
                    self.status.failing.store(true, Ordering::Release);
                    return None;
                }
                Err(Failure::Locked) if rows.len() > 1 => {
                    let mut written = HashSet::new();
                    for row in rows {
                        written.extend(Box::pin(self.settle(&[row])).await.unwrap_or_default());
                    }
                    return Some(written);
                }
                Err(Failure::Locked) => tokio::time::sleep(RETRY).await,
                Err(Failure::Lost) => {
                    self.status.failing.store(true, Ordering::Release);
                    self.session = None;
                    if self.status.stopping.load(Ordering::Acquire) && begun.elapsed() > LAST_WORDS {
                        return None;
                    }
                    self.metrics.unknown_outcomes.inc_by(u64::from(!resent));
                    resent = true;
                    tokio::time::sleep(RETRY).await;
                }
            }
        }
    }

    async fn attempt(&mut self, rows: &[&Append], resent: bool) -> Result<HashSet<i64>, Failure> {
        if self.session.is_none() {
            let Ok(session) = self.connect.open().await else { return Err(Failure::Lost) };
            // Another node cannot have taken it in earnest: this one is running.
            if !matches!(session.take_name(&self.name).await, Ok(true)) {
                tracing::warn!(name = self.name, "the name of this node is not free yet");
            }
            self.session = Some(session);
        }
        let Some(session) = &self.session else { return Err(Failure::Lost) };
        let written = session.append(rows).await?;
        if !resent || written.len() == rows.len() {
            return Ok(written);
        }
        // An earlier attempt may have written what this one found taken.
        session.written(rows).await.map_err(|_| Failure::Lost)
    }
}
