//! The engine instance, and the thread that a search runs on.

use super::output::{bare_info, best_move, info, say};
use engine::network::{Evaluation, Network};
use engine::time::Stalls;
use engine::{
    Ability, Limits, Line, Opponent, Report, SearchResult, Searcher, Shared, Signals, TranspositionTable,
    human_pace as human_pace_of,
};
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// An engine instance: the state that is kept from one search to the next.
pub(super) struct Engine {
    pub(super) table: TranspositionTable,
    pub(super) searchers: Vec<Searcher<Evaluation>>,
    megabytes: usize,
    network: Option<Arc<Network>>,
    /// The opponent that plays when strength is limited, and the strength it was made for.
    opponent: Option<(Strength, Opponent)>,
    /// How long the last move took.
    pub(super) last_move: Duration,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) struct Strength {
    pub(super) ability: Ability,
    pub(super) seed: u64,
}

impl Engine {
    pub(super) fn new(megabytes: usize, threads: usize) -> Engine {
        let network = Some(Arc::clone(Network::embedded()));
        let searchers =
            Vec::from_iter((0..threads.max(1)).map(|_| Searcher::new(Evaluation::new(network.as_ref()))));
        let table = TranspositionTable::with_megabytes(megabytes);
        Engine { table, searchers, megabytes, network, opponent: None, last_move: Duration::ZERO }
    }

    /// Sets the size of the table, the number of threads and the network. If there is not enough memory, the table
    /// keeps its size, which is returned as the error.
    pub(super) fn fit(
        &mut self,
        megabytes: usize,
        threads: usize,
        network: Option<&Arc<Network>>,
    ) -> Result<(), usize> {
        let is_same = match (&self.network, network) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (one, other) => one.is_none() && other.is_none(),
        };
        if !is_same {
            self.network = network.cloned();
            self.searchers.clear();
            self.table.clear();
        }
        self.searchers.resize_with(threads.max(1), || Searcher::new(Evaluation::new(network)));
        if megabytes == self.megabytes {
            return Ok(());
        }
        // The old table is freed first, so that both never exist at once.
        self.table = TranspositionTable::with_megabytes(0);
        let Ok(table) = TranspositionTable::try_with_megabytes(megabytes) else {
            self.table = TranspositionTable::with_megabytes(self.megabytes);
            return Err(self.megabytes);
        };
        self.table = table;
        self.megabytes = megabytes;
        Ok(())
    }

    pub(super) fn forget(&mut self) {
        self.table.clear();
        self.opponent = None;
        for searcher in &mut self.searchers {
            searcher.forget();
        }
    }

    /// Searches with all threads; thread 0 decides.
    pub(super) fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        elapsed: &(dyn Fn() -> Duration + Sync),
        report: &mut dyn FnMut(&Report, &TranspositionTable),
    ) -> SearchResult {
        let table = &self.table;
        table.age();
        let (first, others) = self.searchers.split_first_mut().expect("there is always one thread");
        thread::scope(|scope| {
            for (number, searcher) in others.iter_mut().enumerate() {
                let work = move || {
                    let shared = Shared { table, signals, elapsed: &|| elapsed(), thread: number + 1 };
                    searcher.search(line, limits, shared, &mut |_| {});
                };
                // If the system refuses another thread, fewer threads search.
                let _ = thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, work);
            }
            let shared = Shared { table, signals, elapsed: &|| elapsed(), thread: 0 };
            let outcome = first.search(line, limits, shared, &mut |found| report(found, table));
            signals.finish();
            outcome
        })
    }
}

impl Engine {
    /// The opponent of this strength: the current one, or a new one.
    fn opponent(&mut self, strength: Strength) -> &mut Opponent {
        let known = self.opponent.take().filter(|(made_from, _)| *made_from == strength);
        let new = || (strength, Opponent::with_ability(strength.ability, strength.seed));
        &mut self.opponent.insert(known.unwrap_or_else(new)).1
    }
}

/// The search recurses once per ply, so deep lines need a large stack.
pub(super) const STACK_SIZE: usize = 64 << 20;

/// One search.
pub(super) struct Task {
    pub(super) line: Line,
    pub(super) limits: Limits,
    pub(super) started: Instant,
    /// Whether `bestmove` waits for `stop`.
    pub(super) infinite: bool,
    pub(super) show_wdl: bool,
    /// `None` means full strength.
    pub(super) strength: Option<Strength>,
    /// Whether `bestmove` waits as long as a person would think.
    pub(super) human_pace: bool,
    pub(super) stalls: Arc<Stalls>,
}

/// A running search.
pub(super) struct SearchThread {
    pub(super) signals: Arc<Signals>,
    handle: JoinHandle<Engine>,
}

impl SearchThread {
    pub(super) fn start(mut engine: Engine, task: Task, ponder: bool) -> io::Result<SearchThread> {
        let signals = Arc::new(Signals::new(ponder));
        let shared = Arc::clone(&signals);
        let work = move || {
            search(&mut engine, &task, &shared);
            engine
        };
        let handle = thread::Builder::new().stack_size(STACK_SIZE).spawn(work)?;
        Ok(SearchThread { signals, handle })
    }

    pub(super) fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Waits for the end of the search and returns the engine.
    pub(super) fn join(self) -> Engine {
        self.handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

/// Searches, prints what is found, and finally prints `bestmove`.
fn search(engine: &mut Engine, task: &Task, signals: &Signals) {
    let Task { line, limits, started, infinite, show_wdl, strength, human_pace, stalls } = task;
    let position = line.last();
    let mut reported = false;
    let mut report = |found: &Report, permill_full| {
        reported = true;
        say(&info(position, found, started.elapsed(), permill_full, *show_wdl));
    };
    stalls.begin();
    let elapsed = || {
        let elapsed = started.elapsed();
        stalls.clock_read(elapsed);
        elapsed
    };
    let outcome = match strength {
        Some(strength) => {
            let opponent = engine.opponent(*strength);
            opponent.search(line, limits, signals, &elapsed, &mut |found| report(found, 0))
        }
        None => engine
            .search(line, limits, signals, &elapsed, &mut |found, table| report(found, table.permill_full())),
    };
    if !reported {
        say(&bare_info(&outcome));
    }
    // `go infinite` and `go ponder` answer only after `stop` or `ponderhit`.
    while (*infinite || signals.is_pondering()) && !signals.is_stopped() {
        thread::park_timeout(Duration::from_millis(1));
    }
    if let (true, Some(best)) = (human_pace, outcome.best) {
        let pace = human_pace_of(line, best, limits.time);
        while started.elapsed() < pace && !signals.is_stopped() {
            thread::park_timeout(Duration::from_millis(5));
        }
    }
    say(&best_move(position, &outcome));
    engine.last_move = started.elapsed();
}
