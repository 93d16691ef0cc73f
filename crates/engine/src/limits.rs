//! The limits of a search, and the signals that control it while it runs.

use rules::Move;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How long to search. A field that is not set imposes no limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The depth to complete, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to search.
    pub nodes: Option<u64>,
    /// Soft node limit: the depth during which it is reached is completed.
    pub soft_nodes: Option<u64>,
    /// Stop when a mate in this many moves is found, or when the completed depth shows that there is none.
    pub mate: Option<u32>,
    /// The time to use.
    pub time: Option<Budget>,
    /// The root moves to search; empty means all.
    pub moves: Vec<Move>,
    /// How many best lines to find (MultiPV); at least one.
    pub lines: usize,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The planned time; less when the best move is clear, more when it is not.
    pub soft: Duration,
    /// The maximum.
    pub hard: Duration,
}

/// Signals between the threads of a search and their caller.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    finished: AtomicBool,
    pondering: AtomicBool,
    nodes: AtomicU64,
}

impl Signals {
    /// Signals for a new search. Time does not limit it while it is pondering.
    pub fn new(pondering: bool) -> Signals {
        Signals { pondering: AtomicBool::new(pondering), ..Signals::default() }
    }

    /// Stops the search the next time it checks its limits.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Thread 0 has finished, so the helper threads stop too.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.finished.load(Ordering::Relaxed)
    }

    /// The expected move was played: from now on the time limit applies.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search is still pondering.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Nodes searched by all threads, as of their last reports.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn add_nodes(&self, count: u64) {
        self.nodes.fetch_add(count, Ordering::Relaxed);
    }
}
