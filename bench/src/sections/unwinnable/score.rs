//! The scores of the solvers in a set.

use super::ask::Reply;
use super::sets::Set;
use crate::bars::{ANSWER_BARS, AnswerBar};
use std::fmt::Write;
use std::time::Duration;

/// How many questions of each kind are listed at most.
const MAX_LISTED: usize = 5;

pub(super) struct Score {
    solver: &'static str,
    times: Vec<Duration>,
    /// The numbers of the questions with a wrong answer, and likewise below.
    wrong: Vec<usize>,
    undecided: Vec<usize>,
    unproved: Vec<usize>,
}

impl Score {
    pub(super) fn new(solver: &'static str) -> Score {
        Score { solver, times: Vec::new(), wrong: Vec::new(), undecided: Vec::new(), unproved: Vec::new() }
    }

    pub(super) fn add(&mut self, number: usize, reply: &Reply, truth: Option<bool>) {
        self.times.push(reply.time);
        match (reply.answer, truth) {
            (None, _) => self.undecided.push(number),
            (Some(answer), Some(truth)) if answer != truth => self.wrong.push(number),
            _ => {}
        }
        if !reply.proved {
            self.unproved.push(number);
        }
    }

    fn mean(&self) -> f64 {
        micros(self.times.iter().sum()) / self.times.len() as f64
    }

    fn worst(&self) -> Duration {
        self.times.iter().copied().max().unwrap_or_default()
    }

    /// The time that one question in a thousand exceeds.
    fn p999(&self) -> Duration {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() * 999 / 1000).copied().unwrap_or_default()
    }

    fn slowest(&self) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..self.times.len()).collect();
        numbers.sort_unstable_by_key(|number| std::cmp::Reverse(self.times[*number]));
        numbers
    }
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

/// `room` is the width of the column of names.
pub(super) fn header(room: usize) -> String {
    format!(
        "unwinnable, CPU µs a question\n{:<room$}{:<12}{:>9}{:>9}{:>9}{:>9}{:>9}{:>11}{:>11}{:>11}{:>10}",
        "set",
        "solver",
        "questions",
        "decided",
        "wrong",
        "unknown",
        "unproved",
        "mean",
        "p99.9",
        "worst",
        "of peer"
    )
}

pub(super) fn rows(set: &Set, scores: &[Score; 2], room: usize) -> String {
    let mut text = String::new();
    let peer = scores[1].mean();
    for (name, score) in [set.name, ""].into_iter().zip(scores) {
        let questions = score.times.len();
        let _ = writeln!(
            text,
            "{name:<room$}{:<12}{questions:>9}{:>9}{:>9}{:>9}{:>9}{:>11.2}{:>11.0}{:>11.0}{:>10.2}",
            score.solver,
            questions - score.undecided.len(),
            score.wrong.len(),
            score.undecided.len(),
            score.unproved.len(),
            score.mean(),
            micros(score.p999()),
            micros(score.worst()),
            score.mean() / peer,
        );
    }
    if set.skipped > 0 {
        let _ =
            writeln!(text, "{:<room$}{} positions left out: not accepted by both solvers", "", set.skipped);
    }
    text
}

pub(super) fn list(set: &Set, scores: &[Score; 2]) -> String {
    let mut text = String::new();
    for score in scores {
        let slowest = score.slowest();
        let kinds = [
            ("wrong", &score.wrong),
            ("unknown", &score.undecided),
            ("unproved", &score.unproved),
            ("slowest", &slowest),
        ];
        for (kind, numbers) in kinds {
            for number in numbers.iter().take(MAX_LISTED) {
                let question = &set.questions[*number];
                let time = micros(score.times[*number]);
                let (solver, fen, color) = (score.solver, question.position, question.color);
                let _ = writeln!(text, "  {solver:<10} {kind:<9}{time:>11.0} µs  {fen}  {color}");
            }
        }
    }
    text
}

/// The verdicts on the bar of a set, if it has one.
pub(super) fn judge(set: &str, [ours, peer]: &[Score; 2]) -> Vec<String> {
    let Some(AnswerBar { most_of_peer, worst, .. }) = ANSWER_BARS.iter().find(|bar| bar.set == set) else {
        return Vec::new();
    };
    let line = |met: bool, what: String| {
        let verdict = if met { "PASS " } else { "below" };
        format!("{verdict}  {set:<18}{what}")
    };
    let ratio = ours.mean() / peer.mean();
    let wrong = ours.wrong.len() + ours.unproved.len();
    let mut lines = vec![
        line(wrong == 0, format!("{wrong} answers wrong or unproved, the bar is none")),
        line(
            ratio <= *most_of_peer,
            format!("{ratio:.2} of {}'s mean time, the bar is {most_of_peer:.1}", peer.solver),
        ),
    ];
    if let Some(most) = worst {
        let worst = ours.worst();
        lines.push(line(
            worst < *most,
            format!("the worst takes {:.1} ms, the bar is {} ms", micros(worst) / 1e3, most.as_millis()),
        ));
    }
    lines
}
