//! The single task of a node that appends to the journal. It sends the queued rows as one statement, and answers when
//! the commit has returned.
//!
//! If the connection is lost after a batch was sent, it is unknown whether the batch was committed. No answer is given
//! then. The batch is sent again on a new connection, where the primary key prevents duplicates; the rows that are in
//! the journal with our tokens are the ones that were written.

use super::StoreError;
use crate::metrics::Metrics;
use crate::store::{Append, AppendError};
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

/// How many rows may wait before further ones are refused.
const MAX_WAITING: usize = 8_192;
/// How many rows may go into one commit.
const MAX_BATCH: usize = 512;
/// How long to wait before the next attempt.
const RETRY_DELAY: Duration = Duration::from_millis(100);
/// How long a node that shuts down waits for a database that does not answer. Its players have been sent to other nodes
/// by then.
const STOP_TIMEOUT: Duration = Duration::from_secs(3);
/// How long a starting node waits for its name. The connection of a dead process, or of a machine that was cut off,
/// ends within five seconds.
const NAME_TIMEOUT: Duration = Duration::from_secs(8);
/// How often to check that there is a connection and that it holds the node's name, whether or not rows are written.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

struct Pending {
    row: Append,
    answer: oneshot::Sender<Result<(), AppendError>>,
}

/// The handle to the writer task and its queue.
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

/// How the task connects: to PostgreSQL, or in the simulation to a database that fails on purpose.
pub(super) trait Connect: Send + 'static {
    type Session: Session;

    fn open(&self) -> impl Future<Output = Result<Self::Session, StoreError>> + Send;
}

/// A connection on which rows are appended.
pub(super) trait Session: Send + Sync {
    /// The id of this connection in the database.
    fn id(&self) -> i32;

    fn is_closed(&self) -> bool;

    /// Locks the name of a node, which this connection then holds until it ends; returns whether the name was free. If
    /// a former connection of this node still holds it, that connection is terminated first: after a network failure
    /// the database may believe that it is alive.
    fn take_name(
        &self,
        name: &str,
        former: Option<i32>,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Writes rows in one commit. Returns the tokens of those that were written.
    fn append(&self, rows: &[&Append]) -> impl Future<Output = Result<HashSet<i64>, Failure>> + Send;

    /// The tokens of those of the rows that are in the journal.
    fn written(&self, rows: &[&Append]) -> impl Future<Output = Result<HashSet<i64>, Failure>> + Send;
}

/// What is known after a statement has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// Nothing was written: the database returned an error.
    Refused,
    /// The batch ran into a lock and was rolled back. Sent one by one, its rows do not wait for each other.
    Locked,
    /// The connection was lost, and it is unknown whether the batch was written.
    Lost,
}

impl Writer {
    /// Connects, locks the node's name and starts the task.
    pub(super) async fn start<C: Connect>(
        connect: C,
        name: &str,
        metrics: Arc<Metrics>,
    ) -> Result<Writer, StoreError> {
        let session = connect.open().await?;
        let begun = Instant::now();
        while !session.take_name(name, None).await? {
            if begun.elapsed() > NAME_TIMEOUT {
                return Err(StoreError::Refused(format!("a node with the name {name:?} is already running")));
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
        let (queue, waiting) = mpsc::channel(MAX_WAITING);
        let status = Arc::<Status>::default();
        let task = Task {
            connect,
            name: name.to_owned(),
            named: session.id(),
            has_name: true,
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

    /// Called when something else was written: the next row is worth an attempt.
    pub(super) fn clear_failing(&self) {
        self.status.failing.store(false, Ordering::Release);
    }

    /// Accepts no more rows, and returns when all queued rows are written.
    pub(super) async fn stop(&self) {
        self.status.stopping.store(true, Ordering::Release);
        drop(self.queue.lock().take());
        let task = self.task.lock().take();
        if let Some(mut task) = task {
            // If the task has panicked, that has been logged already.
            if tokio::time::timeout(STOP_TIMEOUT, &mut task).await.is_err() {
                tracing::warn!("the database does not answer: the last rows may not be written");
                task.abort();
            }
        }
    }
}

struct Task<C: Connect> {
    connect: C,
    name: String,
    /// The id of the connection that last held the name.
    named: i32,
    /// Whether the current connection holds it.
    has_name: bool,
    session: Option<C::Session>,
    status: Arc<Status>,
    metrics: Arc<Metrics>,
}

impl<C: Connect> Task<C> {
    async fn run(mut self, mut waiting: mpsc::Receiver<Pending>) {
        let mut batch = Vec::with_capacity(MAX_BATCH);
        let mut next_check = tokio::time::Instant::now() + CHECK_INTERVAL;
        loop {
            let received =
                tokio::time::timeout_at(next_check, waiting.recv_many(&mut batch, MAX_BATCH)).await;
            match received {
                Ok(0) => return,
                Ok(_) => self.write(std::mem::take(&mut batch)).await,
                Err(_) => {}
            }
            if tokio::time::Instant::now() >= next_check {
                self.check().await;
                next_check = tokio::time::Instant::now() + CHECK_INTERVAL;
            }
        }
    }

    /// Makes sure that there is a connection and that it holds the node's name. If the database is unreachable, the
    /// next row or the next check tries again.
    async fn check(&mut self) {
        if self.connect().await.is_ok() && !self.has_name {
            self.take_name().await;
        }
    }

    async fn write(&mut self, batch: Vec<Pending>) {
        let begun = Instant::now();
        self.metrics.batch.observe(batch.len() as f64);
        // The deliberately faulty server acknowledges before it writes, which the fault test must detect.
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
            // The receiver may be gone; the row is written all the same.
            let _ = pending.answer.send(result);
        }
    }

    /// Retries until it is known which rows are in the journal. None if nothing was written, or if the node is shutting
    /// down and it is unknown.
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
                Err(Failure::Locked) => tokio::time::sleep(RETRY_DELAY).await,
                Err(Failure::Lost) => {
                    self.status.failing.store(true, Ordering::Release);
                    self.session = None;
                    if self.status.stopping.load(Ordering::Acquire) && begun.elapsed() > STOP_TIMEOUT {
                        return None;
                    }
                    self.metrics.unknown_outcomes.inc_by(u64::from(!resent));
                    resent = true;
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            }
        }
    }

    /// Opens a connection, if there is none.
    async fn connect(&mut self) -> Result<(), Failure> {
        if self.session.as_ref().is_some_and(|session| !session.is_closed()) {
            return Ok(());
        }
        (self.session, self.has_name) = (None, false);
        self.session = Some(self.connect.open().await.map_err(|_| Failure::Lost)?);
        self.take_name().await;
        if !self.has_name {
            tracing::warn!(name = self.name, "the name of this node is not free yet");
        }
        Ok(())
    }

    async fn take_name(&mut self) {
        let Some(session) = &self.session else { return };
        if matches!(session.take_name(&self.name, Some(self.named)).await, Ok(true)) {
            (self.named, self.has_name) = (session.id(), true);
        }
    }

    async fn attempt(&mut self, rows: &[&Append], resent: bool) -> Result<HashSet<i64>, Failure> {
        self.connect().await?;
        let Some(session) = &self.session else { return Err(Failure::Lost) };
        let written = session.append(rows).await?;
        if !resent || written.len() == rows.len() {
            return Ok(written);
        }
        // An earlier attempt may have written the rows that this one found taken.
        session.written(rows).await.map_err(|_| Failure::Lost)
    }
}
