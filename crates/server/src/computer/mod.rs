//! The computer as an opponent: jobs that are bounded in number and time, and fair between players.
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
//! A few threads search, at the system's lowest class: nothing that a player waits for waits for them. Who asks
//! much waits behind those who ask little, and when many wait everybody's answer comes sooner and is thought
//! over less. An answer that nobody wants any more is not sought any further.

pub(crate) mod idle;
pub mod opponent;
mod queue;
mod thinking;
mod worker;

pub use idle::leave_idle_class;

use engine::{Level, Line, Signals, Value, time};
use parking_lot::{Condvar, Mutex};
use queue::FairQueue;
use rules::Move;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Instant;
use tokio::sync::oneshot;

/// What the computer is asked: which move would you play here, and what do you think of it?
pub struct Question {
    /// For whose sake: a player. Who asks for many games at once waits longest.
    pub asker: Arc<str>,
    pub level: Level,
    /// The same seed errs in the same way: one for each game.
    pub seed: u64,
    /// The game so far.
    pub line: Line,
    /// The computer's own clock, if it has one.
    pub clock: Option<time::Clock>,
}

/// What the computer answers.
#[derive(Clone, Copy, Debug)]
pub struct Thought {
    pub best: Move,
    /// How good it is for the player to move.
    pub value: Value,
}

/// So much is being thought about that nothing can be taken on.
#[derive(Debug, thiserror::Error)]
#[error("the computer has too many games: try again")]
pub struct Busy;

/// Questions that wait at most. Each live game has at most one, so this also bounds the games.
const MAX_WAITING: usize = 1000;

/// The door to the computer. Clones are the same computer; the last one that goes ends its threads.
#[derive(Clone)]
pub struct Computer(Arc<PoolOwner>);

/// Ends the threads when nobody can ask any more.
struct PoolOwner(Arc<EnginePool>);

/// What askers and threads share.
struct EnginePool {
    waiting: Mutex<Waiting>,
    came: Condvar,
    workers: usize,
    /// How many threads search.
    thinking: AtomicUsize,
}

#[derive(Default)]
struct Waiting {
    jobs: FairQueue<Job>,
    closed: bool,
}

/// A question on its way.
struct Job {
    question: Question,
    asked: Instant,
    signals: Arc<Signals>,
    answer: oneshot::Sender<Option<Thought>>,
}

impl Computer {
    /// Starts so many threads.
    pub fn start(workers: usize) -> Computer {
        let pool = Arc::new(EnginePool {
            waiting: Mutex::default(),
            came: Condvar::new(),
            workers: workers.max(1),
            thinking: AtomicUsize::new(0),
        });
        for number in 0..pool.workers {
            worker::spawn(number, pool.clone());
        }
        Computer(Arc::new(PoolOwner(pool)))
    }

    /// Asks. The answer is none where there is no legal move; who drops it takes the question back.
    pub fn ask(&self, question: Question) -> Result<Answer, Busy> {
        let (answer, receiver) = oneshot::channel();
        let signals = Arc::new(Signals::default());
        let pool = &self.0.0;
        let mut waiting = pool.waiting.lock();
        // What was taken back meanwhile waits for nothing.
        if waiting.jobs.len() >= MAX_WAITING {
            waiting.jobs.retain(|job| !job.answer.is_closed());
        }
        if waiting.jobs.len() >= MAX_WAITING {
            return Err(Busy);
        }
        let asker = question.asker.clone();
        let job = Job { question, asked: Instant::now(), signals: signals.clone(), answer };
        waiting.jobs.push(asker, job);
        pool.came.notify_one();
        Ok(Answer { receiver, signals })
    }

    /// How many questions wait.
    pub fn waiting(&self) -> usize {
        self.0.0.waiting.lock().jobs.len()
    }

    /// How many questions are being thought about.
    pub fn thinking(&self) -> usize {
        self.0.0.thinking.load(Ordering::Acquire)
    }
}

impl Drop for PoolOwner {
    fn drop(&mut self) {
        self.0.waiting.lock().closed = true;
        self.0.came.notify_all();
    }
}

impl EnginePool {
    /// The next question, and how many wait behind it; none when the office is closed.
    fn next(&self) -> Option<(Job, usize)> {
        let mut waiting = self.waiting.lock();
        loop {
            if waiting.closed {
                return None;
            }
            if let Some(job) = waiting.jobs.pop() {
                return Some((job, waiting.jobs.len()));
            }
            self.came.wait(&mut waiting);
        }
    }
}

/// An answer to come.
pub struct Answer {
    receiver: oneshot::Receiver<Option<Thought>>,
    signals: Arc<Signals>,
}

impl Future for Answer {
    type Output = Option<Thought>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Thought>> {
        // A thread that is gone answers nothing.
        Pin::new(&mut self.receiver).poll(context).map(|answer| answer.ok().flatten())
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        self.signals.stop();
    }
}
