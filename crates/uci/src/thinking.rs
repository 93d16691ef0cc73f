//! A search that runs beside the conversation.

use super::output::{bare_info, best_move, info, say};
use engine::{
    Ability, Handwritten, Limits, Line, Opponent, Outcome, Report, Searcher, Shared, Signals, Table,
};
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// What is kept from one search to the next.
pub(super) struct Memory {
    pub(super) table: Table,
    pub(super) searchers: Vec<Searcher<Handwritten>>,
    megabytes: usize,
    /// Who plays when strength is limited, and what it was made from.
    opponent: Option<(Strength, Opponent)>,
}

/// A strength below the full one.
#[derive(Clone, Copy, PartialEq)]
pub(super) struct Strength {
    pub(super) ability: Ability,
    pub(super) seed: u64,
}

impl Memory {
    pub(super) fn new(megabytes: usize, threads: usize) -> Memory {
        let searchers = Vec::from_iter((0..threads.max(1)).map(|_| Searcher::new(Handwritten::new())));
        Memory { table: Table::with_megabytes(megabytes), searchers, megabytes, opponent: None }
    }

    /// Makes it the size that is wanted; what fits is kept. Where there is no room for the table it stays as
    /// large as it was, and that is told.
    pub(super) fn fit(&mut self, megabytes: usize, threads: usize) -> Result<(), usize> {
        self.searchers.resize_with(threads.max(1), || Searcher::new(Handwritten::new()));
        if megabytes == self.megabytes {
            return Ok(());
        }
        // The old one goes first, so that both never stand beside each other.
        self.table = Table::with_megabytes(0);
        let Ok(table) = Table::try_with_megabytes(megabytes) else {
            self.table = Table::with_megabytes(self.megabytes);
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

    /// Searches with all threads; the first one decides.
    pub(super) fn search(
        &mut self,
        line: &Line,
        limits: &Limits,
        signals: &Signals,
        started: Instant,
        report: &mut dyn FnMut(&Report, &Table),
    ) -> Outcome {
        let table = &self.table;
        table.age();
        let elapsed = move || started.elapsed();
        let (first, others) = self.searchers.split_first_mut().expect("there is always one");
        thread::scope(|scope| {
            for (number, searcher) in others.iter_mut().enumerate() {
                let work = move || {
                    let shared = Shared { table, signals, elapsed: &elapsed, thread: number + 1 };
                    searcher.search(line, limits, shared, &mut |_| {});
                };
                // A system that gives no more threads still gets its answer.
                let _ = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
            }
            let shared = Shared { table, signals, elapsed: &elapsed, thread: 0 };
            let outcome = first.search(line, limits, shared, &mut |found| report(found, table));
            signals.finish();
            outcome
        })
    }
}

impl Memory {
    /// The opponent of this strength: the one who played so far, or a new one.
    fn opponent(&mut self, strength: Strength) -> &mut Opponent {
        let known = self.opponent.take().filter(|(made_from, _)| *made_from == strength);
        let new = || (strength, Opponent::with_ability(strength.ability, strength.seed));
        &mut self.opponent.insert(known.unwrap_or_else(new)).1
    }
}

/// Deep lines need room.
pub(super) const STACK: usize = 64 << 20;

/// What is asked of one search.
pub(super) struct Task {
    pub(super) line: Line,
    pub(super) limits: Limits,
    pub(super) started: Instant,
    /// Whether the answer waits for `stop`.
    pub(super) infinite: bool,
    pub(super) show_chances: bool,
    /// None: full.
    pub(super) strength: Option<Strength>,
}

/// The running search.
pub(super) struct Thinking {
    pub(super) signals: Arc<Signals>,
    handle: JoinHandle<Memory>,
}

impl Thinking {
    pub(super) fn start(mut memory: Memory, task: Task, ponder: bool) -> io::Result<Thinking> {
        let signals = Arc::new(Signals::new(ponder));
        let shared = Arc::clone(&signals);
        let work = move || {
            think(&mut memory, &task, &shared);
            memory
        };
        let handle = thread::Builder::new().stack_size(STACK).spawn(work)?;
        Ok(Thinking { signals, handle })
    }

    pub(super) fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Waits for its end and gives back what it knows.
    pub(super) fn join(self) -> Memory {
        self.handle.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }
}

fn think(memory: &mut Memory, task: &Task, signals: &Signals) {
    let Task { line, limits, started, infinite, show_chances, strength } = task;
    let position = line.last();
    let mut told = false;
    let mut tell = |found: &Report, permill_full| {
        told = true;
        say(&info(position, found, started.elapsed(), permill_full, *show_chances));
    };
    let outcome = match strength {
        Some(strength) => {
            let elapsed = || started.elapsed();
            let opponent = memory.opponent(*strength);
            opponent.search(line, limits, signals, &elapsed, &mut |found| tell(found, 0))
        }
        None => memory
            .search(line, limits, signals, *started, &mut |found, table| tell(found, table.permill_full())),
    };
    if !told {
        say(&bare_info(&outcome));
    }
    // The answer to `infinite` and `ponder` waits until it is asked for.
    while (*infinite || signals.is_pondering()) && !signals.is_stopped() {
        thread::park_timeout(Duration::from_millis(1));
    }
    say(&best_move(position, &outcome));
}
