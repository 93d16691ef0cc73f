//! The computer as an opponent: engine jobs, bounded in number and time, and fair between players.
//!
//! ```
//! use engine::{Level, Line};
//! use tabiya_server::computer::{Computer, Question};
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let computer = Computer::start(1);
//! let level = Level::new(3).expect("there are eight");
//! let question = Question { asker: "bobby".into(), level, seed: 7, line: Line::new(rules::Position::start()), clock: None };
//! let answer = computer.ask(question)?.await;
//! assert!(answer.is_some_and(|thought| rules::Position::start().legal(thought.best).is_some()));
//! # Ok::<(), tabiya_server::computer::Busy>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A few threads search, in the lowest scheduling class, so they never delay anything that a player waits for. Players
//! with many requests wait behind those with few, and when many wait, every answer gets less time. A search whose
//! answer is no longer wanted is stopped.

pub(crate) mod idle;
pub mod opponent;
mod queue;
mod thinking;
mod worker;

pub use idle::leave_idle_class;

use engine::{Level, Line, Signals, Value, time};
use parking_lot::{Condvar, Mutex};
use queue::RoundRobinQueue;
use rules::Move;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::oneshot;

/// A request to the computer: choose a move in this position and evaluate it.
pub struct Question {
    /// The player it is for. Players with many games at once wait longest.
    pub asker: Arc<str>,
    pub level: Level,
    /// One for each game: the same seed makes the same mistakes.
    pub seed: u64,
    pub line: Line,
    /// The computer's own clock, if it has one.
    pub clock: Option<time::Clock>,
}

#[derive(Clone, Copy, Debug)]
pub struct SearchResult {
    pub best: Move,
    /// The evaluation for the player to move.
    pub value: Value,
}

/// The computer has too many requests to accept another.
#[derive(Debug, thiserror::Error)]
#[error("the computer is playing too many games: try again")]
pub struct Busy;

/// The most waiting requests. Each live game has at most one, so this also bounds the games.
const MAX_WAITING: usize = 1000;

/// A handle to the computer. Clones share it; dropping the last one ends its threads.
#[derive(Clone)]
pub struct Computer(Arc<PoolOwner>);

/// Ends the threads when the last handle is dropped.
struct PoolOwner(Arc<EnginePool>);

/// What handles and threads share.
struct EnginePool {
    waiting: Mutex<PendingJobs>,
    added: Condvar,
    workers: usize,
    /// The number of threads that are searching.
    thinking: AtomicUsize,
}

#[derive(Default)]
struct PendingJobs {
    jobs: RoundRobinQueue<Job>,
    closed: bool,
}

struct Job {
    question: Question,
    asked: Instant,
    signals: Arc<Signals>,
    answer: oneshot::Sender<Option<SearchResult>>,
}

impl Computer {
    pub fn start(workers: usize) -> Computer {
        let pool = Arc::new(EnginePool {
            waiting: Mutex::default(),
            added: Condvar::new(),
            workers: workers.max(1),
            thinking: AtomicUsize::new(0),
        });
        for number in 0..pool.workers {
            worker::spawn(number, pool.clone());
        }
        Computer(Arc::new(PoolOwner(pool)))
    }

    /// Queues a request. The answer is `None` if there is no legal move; dropping it cancels the request.
    pub fn ask(&self, question: Question) -> Result<Answer, Busy> {
        let (answer, receiver) = oneshot::channel();
        let signals = Arc::new(Signals::default());
        let pool = &self.0.0;
        let mut waiting = pool.waiting.lock();
        // Cancelled requests make room.
        if waiting.jobs.len() >= MAX_WAITING {
            waiting.jobs.retain(|job| !job.answer.is_closed());
        }
        if waiting.jobs.len() >= MAX_WAITING {
            return Err(Busy);
        }
        let asker = question.asker.clone();
        let job = Job { question, asked: Instant::now(), signals: signals.clone(), answer };
        waiting.jobs.push(asker, job);
        pool.added.notify_one();
        Ok(Answer { receiver, signals })
    }

    /// The number of waiting requests.
    pub fn waiting(&self) -> usize {
        self.0.0.waiting.lock().jobs.len()
    }

    /// The number of running searches.
    pub fn thinking(&self) -> usize {
        self.0.0.thinking.load(Ordering::Acquire)
    }
}

impl Drop for PoolOwner {
    fn drop(&mut self) {
        self.0.waiting.lock().closed = true;
        self.0.added.notify_all();
    }
}

impl EnginePool {
    /// The next request and how many wait behind it; `None` when the pool is closed.
    fn next(&self) -> Option<(Job, usize)> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.jobs.pop() {
                return Some((job, waiting.jobs.len()));
            }
            self.added.wait(&mut waiting);
        }
    }
}

pub struct Answer {
    receiver: oneshot::Receiver<Option<SearchResult>>,
    signals: Arc<Signals>,
}

impl Future for Answer {
    type Output = Option<SearchResult>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<SearchResult>> {
        // If the thread is gone, there is no answer.
        Pin::new(&mut self.receiver).poll(context).map(|answer| answer.ok().flatten())
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.signals.stop();
    }
}
