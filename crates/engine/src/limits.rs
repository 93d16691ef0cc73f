//! When a search ends, and what it is told from outside while it runs.

use rules::Move;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// How long to search; what is not set does not limit.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Complete so many moves ahead.
    pub depth: Option<u32>,
    /// Visit so many positions.
    pub nodes: Option<u64>,
    /// Finish the depth during which so many positions were passed.
    pub soft_nodes: Option<u64>,
    /// A mate in so many moves is enough.
    pub mate: Option<u32>,
    /// Time to use.
    pub time: Option<Budget>,
    /// Only these moves at the root; empty: all.
    pub moves: Vec<Move>,
    /// How many best lines to find; at least one.
    pub lines: usize,
}

/// Time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// About so much, less when the move is clear, more when it is not.
    pub soft: Duration,
    /// Never more.
    pub hard: Duration,
}

/// What threads tell each other during a search.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    finished: AtomicBool,
    pondering: AtomicBool,
    nodes: AtomicU64,
}

impl Signals {
    /// Signals for a new search. While it is pondering, it does not look at the time.
    pub fn new(pondering: bool) -> Signals {
        Signals { pondering: AtomicBool::new(pondering), ..Signals::default() }
    }

    /// Ends the search as soon as it looks.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The thread that decides has decided: the others end too.
    pub fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.finished.load(Ordering::Relaxed)
    }

    /// The expected move was played: from now on time counts.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether it is still the opponent who thinks.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Positions visited by all threads, as far as they have told.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    pub(crate) fn add_nodes(&self, count: u64) {
        self.nodes.fetch_add(count, Ordering::Relaxed);
    }
}
