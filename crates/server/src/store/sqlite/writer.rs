//! The one thread that writes. It takes what is queued, writes it in one transaction, and answers when the commit
//! is on disk: while one commit is on its way the next one fills by itself, so nobody waits for company.

use super::StoreError;
use super::checkpoint::Copier;
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

/// How many rows wait before the next one is refused: memory has an end, and a wait too.
const WAITING_ROWS: usize = 8_192;
/// How many other jobs wait before the next one is refused.
const WAITING_JOBS: usize = 8_192;
/// How many rows go into one commit.
const BATCH: usize = 512;
/// How many other jobs go into one commit.
const JOBS: usize = 32;
/// How long other jobs may take in one commit, because moves wait behind it. One job is always done.
const JOBS_TIME: Duration = Duration::from_millis(2);

/// The thread, and what waits for it.
pub(super) struct Writer {
    queue: Arc<Queue>,
    /// Where each live game's rows are: the journal has no other index. Changed by the thread alone.
    pub(super) heads: Heads,
    /// Whether the last transaction failed.
    pub(super) failing: Arc<AtomicBool>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Default)]
struct Queue {
    waiting: Mutex<Waiting>,
    bell: Condvar,
}

#[derive(Default)]
struct Waiting {
    rows: VecDeque<(Append, Answer)>,
    jobs: VecDeque<Box<dyn Job>>,
    closed: bool,
}

/// Where each live game's rows are.
pub(super) type Heads = Arc<Mutex<HashMap<GameId, Head>>>;

type Rows = Vec<(Append, Answer)>;
type Jobs = Vec<Box<dyn Job>>;
type Answer = oneshot::Sender<Result<(), AppendError>>;

/// Something that is written behind the moves.
trait Job: Send {
    /// Does it, inside a transaction. Returns whether it is to be kept.
    fn run(&mut self, connection: &Connection) -> bool;
    /// It is on disk, or it has failed and left nothing behind.
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
            // Nobody may be waiting any more.
            let _ = self.answer.send(result);
        }
    }
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        copier: Copier,
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
            copier,
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
            if waiting.rows.len() >= WAITING_ROWS {
                return Err(AppendError::Busy);
            }
            waiting.rows.push_back((row, answer));
        }
        self.queue.bell.notify_one();
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
            if waiting.jobs.len() >= WAITING_JOBS {
                return Err(StoreError::Busy);
            }
            waiting.jobs.push_back(Box::new(WriteJob { job: Some(job), result: None, answer }));
        }
        self.queue.bell.notify_one();
        Ok(result.await.map_err(|_| StoreError::Unavailable)??)
    }

    /// How many rows wait.
    pub(super) fn waiting(&self) -> usize {
        self.queue.waiting.lock().rows.len()
    }

    /// Takes nothing more, and comes back when all that was queued is on disk.
    pub(super) fn stop(&self) {
        self.queue.waiting.lock().closed = true;
        self.queue.bell.notify_one();
        if let Some(thread) = self.thread.lock().take() {
            // Its panic has been told by itself.
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
    copier: Copier,
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
            self.copier.after_commit(&self.connection);
        }
        self.copier.at_the_end(&self.connection);
    }

    /// What is to be done next, moves first; none when all is done and no more comes.
    fn next(&self) -> Option<(Rows, Jobs)> {
        let mut waiting = self.queue.waiting.lock();
        while waiting.rows.is_empty() && waiting.jobs.is_empty() {
            if waiting.closed {
                return None;
            }
            self.queue.bell.wait(&mut waiting);
        }
        let rows = waiting.rows.len().min(BATCH);
        let jobs = waiting.jobs.len().min(JOBS);
        Some((waiting.rows.drain(..rows).collect(), waiting.jobs.drain(..jobs).collect()))
    }

    fn append(&mut self, rows: Rows) {
        // The server of the crash test's control tells first and writes then, which the test must notice.
        #[cfg(feature = "crash-test-control")]
        let rows = super::control::answer_at_once(rows, &self.heads.lock());
        let begun = Instant::now();
        self.metrics.batch.observe(rows.len() as f64);
        let mut answers = Vec::with_capacity(rows.len());
        let mut written = Vec::with_capacity(rows.len());
        // Whoever is not reached hears it by the answer being dropped, when it is known that nothing can be written.
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
            // Nothing of it is on disk.
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
            // Nobody may be waiting any more; the row stands all the same.
            let _ = answer.send(result);
        }
    }

    fn work(&mut self, mut jobs: Jobs) {
        let begun = Instant::now();
        let mut done = 0;
        let outcome = self.in_transaction(|thread| {
            for job in &mut jobs {
                if done > 0 && begun.elapsed() > JOBS_TIME {
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
        // After a failure the answers are dropped, which says that nothing was written.
        if outcome.is_err() {
            return;
        }
        {
            // What was not reached comes first next time.
            let mut waiting = self.queue.waiting.lock();
            jobs.drain(done..).rev().for_each(|job| waiting.jobs.push_front(job));
        }
        jobs.into_iter().for_each(Job::answer);
    }

    /// Does something and commits it. What fails before the commit is undone. A commit that fails otherwise than
    /// for want of space leaves open what is on disk: then the process ends, and the next start reads what is.
    fn in_transaction(
        &mut self,
        work: impl FnOnce(&mut Thread) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        let worked = self.connection.execute_batch("BEGIN IMMEDIATE").and_then(|()| work(self));
        let committed = worked.and_then(|()| match self.connection.execute_batch("COMMIT") {
            Err(error) if error.sqlite_error_code() != Some(ErrorCode::DiskFull) => {
                tracing::error!(%error, "a commit failed: the server ends, and the next start reads what is on disk");
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

/// The exit code that says so: an error of input or output.
const EXIT_COMMIT_FAILED: i32 = 74;
