//! A thread that searches.

use super::thinking::budget;
use super::{Desk, Job};
use engine::{Limits, Opponent};
use rules::Move;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// Starts a thread that answers until the office is closed.
pub(super) fn spawn(number: usize, desk: Arc<Desk>) {
    let started = thread::Builder::new().name(format!("engine-{number}")).spawn(move || {
        give_way();
        while let Some((job, behind)) = desk.next() {
            answer(job, behind, desk.workers);
        }
    });
    // The system has no thread left: whoever asks is told so, because nobody takes the questions.
    if let Err(error) = started {
        tracing::error!(%error, "no thread for the engine");
    }
}

fn answer(job: Job, behind: usize, workers: usize) {
    let Job { question, asked, signals, answer } = job;
    if answer.is_closed() {
        return;
    }
    let time = budget(question.clock, asked.elapsed(), behind, workers);
    let begun = Instant::now();
    let limits = Limits { time: Some(time), lines: 1, ..Limits::default() };
    // A new opponent each time: nothing that one game taught reaches another, and an idle server holds no tables.
    let mut opponent = Opponent::new(question.level, question.seed);
    let outcome = opponent.choose(&question.line, &limits, &signals, &|| begun.elapsed());
    let best: Option<Move> = outcome.best;
    // Nobody may want it any more.
    let _ = answer.send(best);
}

/// Lets everybody else go first. A lower priority is not enough: at any of them a busy thread delays those who
/// wake up to answer a player by milliseconds, and in this class it does not.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn give_way() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
        thread_native_id,
    };
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle) {
        tracing::debug!(?error, "the engine could not be put behind everybody else");
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn give_way() {}
