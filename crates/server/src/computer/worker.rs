//! A thread that searches.

use super::thinking::budget;
use super::{EnginePool, Job, Thought, idle};
use engine::{Level, Limits, Opponent};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// Starts a thread that answers until the office is closed.
pub(super) fn spawn(number: usize, pool: Arc<EnginePool>) {
    let started = idle::spawn(format!("engine-{number}"), move || {
        let mut opponents = Opponents::default();
        while let Some((job, behind)) = pool.next() {
            pool.thinking.fetch_add(1, Ordering::AcqRel);
            answer(job, behind, pool.workers, &mut opponents);
            pool.thinking.fetch_sub(1, Ordering::AcqRel);
        }
    });
    // The system has no thread left: whoever asks is told so, because nobody takes the questions.
    if let Err(error) = started {
        tracing::error!(%error, "no thread for the engine");
    }
}

/// Opponents that are used again, so that a thread has its tables once: those of the strongest level are larger.
#[derive(Default)]
struct Opponents {
    strongest: Option<Opponent>,
    others: Option<Opponent>,
}

impl Opponents {
    /// One that has learned nothing yet: nothing that one game taught reaches another.
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
    let thought = outcome.best.map(|best| Thought { best, value: outcome.value });
    // Nobody may want it any more.
    let _ = answer.send(thought);
}
