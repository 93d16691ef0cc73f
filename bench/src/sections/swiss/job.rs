//! A task for a pairing program: a tournament file, and the right answer.

use std::path::PathBuf;
use std::{env, fs, process};
use tabiya_pairing::check::recorded;
use tabiya_pairing::trf::{Dialect, Document};
use tabiya_pairing::{Entry, Tournament};

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Task {
    /// Pair every round again and compare it with the file.
    Check,
    /// Pair the next round.
    Pair,
}

pub(super) struct Job {
    pub(super) name: String,
    pub(super) players: usize,
    pub(super) task: Task,
    /// The file, which is removed with the job.
    pub(super) file: PathBuf,
    /// The games of the next round, White first, and the bye with 0, sorted; for [`Task::Check`] nothing may differ.
    expected: Vec<(u32, u32)>,
}

impl Job {
    pub(super) fn all_rounds(tournament: &Tournament) -> Job {
        let rounds = tournament.paired_rounds();
        let name = format!("{} players, {rounds} rounds", tournament.players.len());
        Job::new(name, Task::Check, tournament.clone(), Vec::new())
    }

    /// The tournament before this round: with its absences, without its games.
    pub(super) fn one_round(tournament: &Tournament, round: usize) -> Job {
        let pairing = recorded(tournament, round);
        let mut expected: Vec<_> = pairing.pairs.iter().map(|pair| (pair.white, pair.black)).collect();
        expected.extend(pairing.bye.map(|number| (number, 0)));
        expected.sort_unstable();
        let mut before = tournament.clone();
        for player in &mut before.players {
            player.rounds.truncate(round);
            if !matches!(player.entry(round), Entry::HalfPointBye | Entry::FullPointBye | Entry::ZeroPointBye)
            {
                player.rounds.truncate(round - 1);
            }
        }
        let name = format!("{} players, round {round}", tournament.players.len());
        Job::new(name, Task::Pair, before, expected)
    }

    fn new(name: String, task: Task, tournament: Tournament, expected: Vec<(u32, u32)>) -> Job {
        let players = tournament.players.len();
        let file = env::temp_dir().join(format!("tabiya-bench-{}-{players}.trf", process::id()));
        let mut document = Document::new(tournament, Dialect::Trf16);
        document.update_points();
        fs::write(&file, document.to_string()).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        Job { name, players, task, file, expected }
    }

    /// Panics at a wrong answer. Answers have the format of bbpPairings: a list of rounds and what differs there, or
    /// the number of pairs and then the pairs.
    pub(super) fn check(&self, answer: &str) {
        let lines = || answer.lines().map(str::trim).filter(|line| !line.is_empty());
        if self.task == Task::Check {
            let differs = lines().find(|line| !line.contains(": Round #"));
            assert_eq!(differs, None, "{}: another pairing:\n{answer}", self.name);
            return;
        }
        let pair = |line: &str| {
            let (white, black) = line.split_once(' ')?;
            Some((white.parse().ok()?, black.parse().ok()?))
        };
        let found: Option<Vec<(u32, u32)>> = lines().skip(1).map(pair).collect();
        let mut found = found.unwrap_or_else(|| panic!("{}: expected pairs, found {answer:?}", self.name));
        found.sort_unstable();
        assert!(found == self.expected, "{}: another pairing", self.name);
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}
