//! The race: all contestants do the same work in turns, several times, and the fastest time of each counts.
//!
//! Disturbances on a shared machine can only make a measurement slower, so the fastest run is the least disturbed one.

use crate::progress::Progress;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tabiya_rules::cpu::{self, Limit};

/// Work that takes less than this is repeated within a round.
const MIN_TIME: Duration = Duration::from_millis(20);

/// Work of a known size, and the contestants that do it.
pub(crate) struct Case {
    pub(crate) name: String,
    /// The result that every contestant must return, which is divided by its time.
    pub(crate) count: u64,
    pub(crate) contestants: Vec<Contestant>,
}

/// A library, or one way to use it, that does the work of a case and returns its size.
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    pub(crate) ours: bool,
    limit: Limit,
    work: Box<dyn Fn() -> u64>,
}

impl Contestant {
    pub(crate) fn ours(name: &'static str, limit: Limit, work: impl Fn() -> u64 + 'static) -> Contestant {
        Contestant { name, ours: true, limit, work: Box::new(work) }
    }

    pub(crate) fn peer(name: &'static str, work: impl Fn() -> u64 + 'static) -> Contestant {
        Contestant { name, ours: false, limit: Limit::None, work: Box::new(work) }
    }

    /// The fastest time in one round.
    fn run(&self, case: &str, count: u64) -> Duration {
        cpu::limit(self.limit);
        let (mut best, mut sum) = (Duration::MAX, Duration::ZERO);
        while sum < MIN_TIME {
            let start = Instant::now();
            let counted = (self.work)();
            let time = start.elapsed();
            assert_eq!(counted, count, "{} counts wrongly: {case}", self.name);
            best = best.min(time);
            sum += time;
        }
        cpu::limit(Limit::None);
        best
    }
}

/// Millions a second: a row for each contestant, a number for each case. Every case has the same contestants.
pub(crate) fn race(cases: &[Case], rounds: usize, progress: &Progress) -> Vec<Vec<f64>> {
    let contestants = cases[0].contestants.len();
    let mut best = vec![vec![Duration::MAX; cases.len()]; contestants];
    for round in 0..rounds {
        for (column, case) in cases.iter().enumerate() {
            progress.show(round, rounds, &case.name);
            for turn in 0..contestants {
                // Each round begins with another contestant, so that none always runs after the same one.
                let row = (turn + round) % contestants;
                let time = deeper(round, &|| case.contestants[row].run(&case.name, case.count));
                best[row][column] = best[row][column].min(time);
            }
        }
    }
    progress.clear();
    best.iter()
        .map(|times| times.iter().zip(cases).map(|(time, case)| millions(case.count, *time)).collect())
        .collect()
}

/// Runs this many steps deeper in the stack. How the stack is aligned with the tables differs from start to start, and
/// an unlucky alignment can cost a quarter of the speed: another depth each round evens that out.
#[inline(never)]
fn deeper(steps: usize, run: &dyn Fn() -> Duration) -> Duration {
    if steps == 0 {
        return run();
    }
    let step = black_box([0u8; 336]);
    let time = deeper(steps - 1, run);
    black_box(&step);
    time
}

fn millions(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64() / 1e6
}
