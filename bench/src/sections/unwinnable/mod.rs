//! Can this side still checkmate by any series of legal moves? Compared with the full analysis of `chasolver`.
//!
//! Correctness comes first: every answer is compared with what is known of the position, and each of our proofs is
//! verified.

mod ask;
mod own;
mod score;
mod sets;

use super::Effort;
use super::pgn::is_pgn;
use crate::cpu_time::clock_cost;
use crate::progress::Progress;
use ask::{Reply, ask_chasolver, ask_tabiya};
use score::{Score, judge};
use sets::{Question, Set};
use std::fmt::Write;
use tabiya_unwinnable::Limits;

/// The solvers alternate after this many questions, so that disturbances of the machine affect both.
const BLOCK: usize = 64;

/// Prints each set when it is done, since some take minutes, and returns the verdicts on the bars.
pub(super) fn run(effort: &Effort) -> String {
    let progress = Progress::new("unwinnable");
    let limits = effort.limit.map_or_else(Limits::default, Limits::states);
    let files: Vec<_> = effort.files.iter().filter(|path| !is_pgn(path)).cloned().collect();
    let sets =
        if files.is_empty() { sets::default_sets(effort.data.as_deref()) } else { sets::from_files(&files) };
    let room = 2 + sets.iter().map(|set| set.name.len()).max().unwrap_or(0);
    println!("{}", score::header(room));
    let mut bars = String::new();
    for set in sets {
        let set = set.sample(effort.sample);
        let scores = race(&set, limits, effort, &progress);
        progress.clear();
        print!("{}", score::rows(&set, &scores, room));
        if effort.list {
            print!("{}", score::list(&set, &scores));
        }
        for line in judge(set.name, &scores) {
            let _ = writeln!(bars, "{line}");
        }
    }
    format!("\n{bars}")
}

/// Ours and the peer's score.
fn race(set: &Set, limits: Limits, effort: &Effort, progress: &Progress) -> [Score; 2] {
    let clock_cost = clock_cost();
    let ours = |question: &Question| ask_tabiya(question, limits, clock_cost, !effort.unverified);
    let theirs = |question: &Question| ask_chasolver(question, clock_cost);
    // Warm-up: one-time costs, such as the first page faults, do not count.
    for question in set.questions.iter().take(BLOCK) {
        ours(question);
        theirs(question);
    }
    let mut scores = [Score::new("tabiya"), Score::new("chasolver")];
    for (number, block) in set.questions.chunks(BLOCK).enumerate() {
        progress.show_text(&format!("{}, {} of {} questions", set.name, number * BLOCK, set.questions.len()));
        let replies: [Vec<Reply>; 2] = [block.iter().map(ours).collect(), block.iter().map(theirs).collect()];
        for (place, question) in block.iter().enumerate() {
            let truth = truth(question, &replies[0][place], &replies[1][place]);
            for (score, replies) in scores.iter_mut().zip(&replies) {
                score.add(number * BLOCK + place, &replies[place], truth);
            }
        }
    }
    scores
}

/// The right answer if it is known: the label, else a mate that either solver showed, else our proof.
fn truth(question: &Question, ours: &Reply, theirs: &Reply) -> Option<bool> {
    let shown = |reply: &Reply| reply.answer == Some(true) && reply.proved;
    let mate = (shown(ours) || shown(theirs)).then_some(true);
    let none = (ours.answer == Some(false) && ours.proved).then_some(false);
    question.label.or(mate).or(none)
}
