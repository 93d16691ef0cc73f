//! The writer thread: the only one that writes to the database. It takes everything that is queued, writes it in one
//! transaction, and answers when the commit is on disk (group commit). The next batch queues up while a commit is being
//! flushed, so no request ever waits for a batch to fill.

use super::StoreError;
use super::checkpoint::Checkpointer;
use super::journal::{self, Head, Journal};
use crate::ids::GameId;
use crate::metrics::Metrics;
use crate::store::{Append, AppendError};
use parking_lot::{Condvar, Mutex};
use rusqlite::{Connection, ErrorCode};
use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// Rows that may be queued before the next one is refused, which bounds both memory and waiting time.
const MAX_QUEUED_ROWS: usize = 8_192;
/// Other jobs that may be queued before the next one is refused.
const MAX_QUEUED_JOBS: usize = 8_192;
/// The most rows in one commit.
const MAX_BATCH_ROWS: usize = 512;
/// The most other jobs in one commit.
const MAX_BATCH_JOBS: usize = 32;
/// The time budget of the other jobs in one commit, because moves wait behind it. At least one job is always run.
const JOBS_TIME_BUDGET: Duration = Duration::from_millis(2);

/// A handle to the writer thread and its queue.
pub(super) struct Writer {
    queue: Arc<Queue>,
    /// Where each live game's rows are; the journal has no other index. Only the thread changes it.
    pub(super) heads: Heads,
    /// Whether the last transaction failed.
    pub(super) failing: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<PendingWrites>,
    added: Condvar,
}

#[derive(Default)]
struct PendingWrites {
    rows: VecDeque<(Append, Answer)>,
    jobs: VecDeque<Box<dyn Job>>,
    closed: bool,
}

/// Where each live game's rows are.
pub(super) type Heads = Arc<Mutex<HashMap<GameId, Head>>>;

type Rows = Vec<(Append, Answer)>;
type Jobs = Vec<Box<dyn Job>>;
type Answer = oneshot::Sender<Result<(), AppendError>>;

/// A write that comes after the moves of the same batch.
trait Job: Send {
    /// Runs inside a transaction. Returns whether to keep the changes.
    fn run(&mut self, connection: &Connection) -> bool;
    /// Called when the changes are on disk, or have failed and left nothing behind.
    fn answer(self: Box<Self>);
}

struct WriteJob<F, T> {
    job: Option<F>,
    result: Option<rusqlite::Result<T>>,
    answer: oneshot::Sender<rusqlite::Result<T>>,
}

impl<F, T> Job for WriteJob<F, T>
where
    F: FnOnce(&Connection) -> rusqlite::Result<T> + Send,
    T: Send,
{
    fn run(&mut self, connection: &Connection) -> bool {
        self.result = self.job.take().map(|job| job(connection));
        matches!(self.result, Some(Ok(_)))
    }

    fn answer(self: Box<Self>) {
        if let Some(result) = self.result {
            // The receiver may be gone.
            let _ = self.answer.send(result);
        }
    }
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        checkpointer: Checkpointer,
        journal: &Journal,
        metrics: Arc<Metrics>,
    ) -> Writer {
        let queue = Arc::new(Queue::default());
        let rows = journal.heads.values().flat_map(|head| &head.rows).chain(&journal.archived);
        let next_key = rows.max().copied().unwrap_or(0) + 1;
        let heads = Heads::new(Mutex::new(journal.heads.clone()));
        let failing = Arc::new(AtomicBool::new(false));
        let mut thread = Thread {
            connection,
            queue: Arc::clone(&queue),
            heads: Arc::clone(&heads),
            failing: Arc::clone(&failing),
            next_key,
            checkpointer,
            metrics,
        };
        let handle = thread::Builder::new().name("writer".into()).spawn(move || thread.run());
        Writer { queue, heads, failing, thread: Mutex::new(Some(handle.expect("a thread can be started"))) }
    }

    pub(super) async fn append(&self, row: Append) -> Result<(), AppendError> {
        let (answer, result) = oneshot::channel();
        {
            let mut waiting = self.queue.waiting.lock();
            if waiting.closed {
                return Err(AppendError::Closed);
            }
            if waiting.rows.len() >= MAX_QUEUED_ROWS {
                return Err(AppendError::Busy);
            }
            waiting.rows.push_back((row, answer));
        }
        self.queue.added.notify_one();
        result.await.unwrap_or(Err(AppendError::Unavailable))
    }

    pub(super) async fn write<T: Send + 'static>(
        &self,
        job: impl FnOnce(&Connection) -> rusqlite::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        let (answer, result) = oneshot::channel();
        {
            let mut waiting = self.queue.waiting.lock();
            if waiting.closed {
                return Err(StoreError::Unavailable);
            }
            if waiting.jobs.len() >= MAX_QUEUED_JOBS {
                return Err(StoreError::Busy);
            }
            waiting.jobs.push_back(Box::new(WriteJob { job: Some(job), result: None, answer }));
        }
        self.queue.added.notify_one();
        Ok(result.await.map_err(|_| StoreError::Unavailable)??)
    }

    /// The number of queued rows.
    pub(super) fn waiting(&self) -> usize {
        self.queue.waiting.lock().rows.len()
    }

    /// Refuses new work, and returns when everything that was queued is on disk.
    pub(super) fn stop(&self) {
        self.queue.waiting.lock().closed = true;
        self.queue.added.notify_one();
        if let Some(thread) = self.thread.lock().take() {
            // A panic has already been reported by the thread.
            let _ = thread.join();
        }
    }
}

struct Thread {
    connection: Connection,
    queue: Arc<Queue>,
    heads: Heads,
    failing: Arc<AtomicBool>,
    next_key: i64,
    checkpointer: Checkpointer,
    metrics: Arc<Metrics>,
}

impl Thread {
    fn run(&mut self) {
        while let Some((rows, jobs)) = self.next() {
            if !rows.is_empty() {
                self.append(rows);
            }
            if !jobs.is_empty() {
                self.work(jobs);
            }
            self.checkpointer.after_commit(&self.connection);
        }
        self.checkpointer.truncate(&self.connection);
    }

    /// The next batch, moves first; `None` when the queue is closed and empty.
    fn next(&self) -> Option<(Rows, Jobs)> {
        let mut waiting = self.queue.waiting.lock();
        while waiting.rows.is_empty() && waiting.jobs.is_empty() {
            if waiting.closed {
                return None;
            }
            self.queue.added.wait(&mut waiting);
        }
        let rows = waiting.rows.len().min(MAX_BATCH_ROWS);
        let jobs = waiting.jobs.len().min(MAX_BATCH_JOBS);
        Some((waiting.rows.drain(..rows).collect(), waiting.jobs.drain(..jobs).collect()))
    }

    fn append(&mut self, rows: Rows) {
        // The control of the crash test: a server that answers before it writes, which the test must notice.
        #[cfg(feature = "crash-test-control")]
        let rows = super::control::answer_at_once(rows, &self.heads.lock());
        let begun = Instant::now();
        self.metrics.batch.observe(rows.len() as f64);
        let mut answers = Vec::with_capacity(rows.len());
        let mut written = Vec::with_capacity(rows.len());
        // Rows that are not reached are answered by dropping their sender.
        let mut rows = rows.into_iter();
        let outcome = self.in_transaction(|thread| {
            let mut heads = thread.heads.lock();
            for (row, answer) in rows.by_ref() {
                let expected = heads.get(&row.game).map_or(0, |head| head.seq) + 1;
                if row.seq != expected {
                    thread.metrics.append_conflicts.inc();
                    answers.push((answer, Err(AppendError::Conflict)));
                    continue;
                }
                let key = thread.next_key;
                if let Err(error) = journal::insert(&thread.connection, key, &row) {
                    answers.push((answer, Err(AppendError::Unavailable)));
                    return Err(error);
                }
                thread.next_key += 1;
                let head = heads.entry(row.game).or_default();
                head.seq = row.seq;
                head.rows.push(key);
                written.push(row.game);
                answers.push((answer, Ok(())));
            }
            Ok(())
        });
        self.metrics.commit.observe(begun.elapsed());
        if outcome.is_err() {
            // The whole batch was rolled back.
            let mut heads = self.heads.lock();
            for game in written {
                if let Some(head) = heads.get_mut(&game) {
                    head.seq -= 1;
                    head.rows.pop();
                }
            }
            answers.iter_mut().for_each(|(_, result)| *result = Err(AppendError::Unavailable));
        }
        for (answer, result) in answers {
            // The receiver may be gone; the row is written all the same.
            let _ = answer.send(result);
        }
    }

    fn work(&mut self, mut jobs: Jobs) {
        let begun = Instant::now();
        let mut done = 0;
        let outcome = self.in_transaction(|thread| {
            for job in &mut jobs {
                if done > 0 && begun.elapsed() > JOBS_TIME_BUDGET {
                    break;
                }
                done += 1;
                thread.connection.execute_batch("SAVEPOINT job")?;
                let keep = job.run(&thread.connection);
                thread.connection.execute_batch(if keep {
                    "RELEASE job"
                } else {
                    "ROLLBACK TO job; RELEASE job"
                })?;
            }
            Ok(())
        });
        // After a failure the senders are dropped, which tells the callers that nothing was written.
        if outcome.is_err() {
            return;
        }
        {
            // Jobs that were not reached go back to the front of the queue.
            let mut waiting = self.queue.waiting.lock();
            jobs.drain(done..).rev().for_each(|job| waiting.jobs.push_front(job));
        }
        jobs.into_iter().for_each(Job::answer);
    }

    /// Runs `work` in a transaction and commits it. A failure before the commit is rolled back. If the commit itself
    /// fails for any reason but a full disk, nobody knows what is on disk: the process exits, and the next start reads
    /// what is there.
    fn in_transaction(
        &mut self,
        work: impl FnOnce(&mut Thread) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let worked = self.connection.execute_batch("BEGIN IMMEDIATE").and_then(|()| work(self));
        let committed = worked.and_then(|()| match self.connection.execute_batch("COMMIT") {
            Err(error) if error.sqlite_error_code() != Some(ErrorCode::DiskFull) => {
                tracing::error!(%error, "a commit failed: the server exits, and the next start reads what is on disk");
                std::process::exit(EXIT_COMMIT_FAILED);
            }
            other => other,
        });
        self.failing.store(committed.is_err(), Ordering::Release);
        if let Err(error) = &committed {
            tracing::error!(%error, "nothing was written");
            if !self.connection.is_autocommit() {
                self.connection.execute_batch("ROLLBACK")?;
            }
        }
        committed
    }
}

/// `EX_IOERR` of sysexits.h.
const EXIT_COMMIT_FAILED: i32 = 74;
