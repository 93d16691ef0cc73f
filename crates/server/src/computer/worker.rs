//! An engine thread.

use super::thinking::budget;
use super::{EnginePool, Job, SearchResult, idle};
use engine::{Level, Limits, Opponent};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Starts a thread that serves requests until the pool is closed.
pub(super) fn spawn(number: usize, pool: Arc<EnginePool>) {
    let started = idle::spawn(format!("engine-{number}"), move || {
        let mut opponents = Opponents::default();
        while let Some((job, behind)) = pool.next() {
            pool.thinking.fetch_add(1, Ordering::AcqRel);
            answer(job, behind, pool.workers, &mut opponents);
            pool.thinking.fetch_sub(1, Ordering::AcqRel);
        }
    });
    // Without any thread, the queue fills up and requests are answered with `Busy`.
    if let Err(error) = started {
        tracing::error!(%error, "no thread for the engine");
    }
}

/// Reusable opponents, so that each thread allocates its tables once. The strongest level has larger tables.
#[derive(Default)]
struct Opponents {
    strongest: Option<Opponent>,
    others: Option<Opponent>,
}

impl Opponents {
    /// An opponent with cleared tables: nothing carries over from one game to another.
    fn fresh(&mut self, level: Level, seed: u64) -> &mut Opponent {
        let is_strongest = Level::ALL.last() == Some(&level);
        let kept = if is_strongest { &mut self.strongest } else { &mut self.others };
        let opponent = kept.get_or_insert_with(|| Opponent::new(level, seed));
        opponent.new_game(level, seed);
        opponent
    }
}

fn answer(job: Job, behind: usize, workers: usize, opponents: &mut Opponents) {
    let Job { question, asked, signals, answer } = job;
    if answer.is_closed() {
        return;
    }
    let time = budget(question.clock, asked.elapsed(), behind, workers);
    let begun = Instant::now();
    let limits = Limits { time: Some(time), lines: 1, ..Limits::default() };
    let opponent = opponents.fresh(question.level, question.seed);
    let outcome = opponent.choose(&question.line, &limits, &signals, &|| begun.elapsed());
    let thought = outcome.best.map(|best| SearchResult { best, value: outcome.value });
    // The receiver may be gone.
    let _ = answer.send(thought);
}
