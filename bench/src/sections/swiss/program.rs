//! The programs that are compared, each run as a process.

use super::job::{Job, Task};
use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};
use tabiya_pairing::check::check;
use tabiya_pairing::dutch;
use tabiya_pairing::trf::Document;

const CHECK: &str = "--answer-check";
const PAIR: &str = "--answer-pair";

pub(super) enum Program {
    Ours,
    Other(OsString),
}

impl Program {
    /// The output, and how long the whole process took.
    pub(super) fn run(&self, job: &Job) -> (String, Duration) {
        let mut command = match self {
            Program::Ours => {
                let mut command = Command::new(env::current_exe().expect("this program has a path"));
                command.arg(if job.task == Task::Check { CHECK } else { PAIR }).arg(&job.file);
                command
            }
            Program::Other(command) => {
                let mut command = Command::new(command);
                command.arg("--dutch").arg(&job.file).arg(if job.task == Task::Check { "-c" } else { "-p" });
                command
            }
        };
        let started = Instant::now();
        let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        let time = started.elapsed();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
        // bbpPairings ends lines with a carriage return.
        (String::from_utf8_lossy(&output.stdout).replace('\r', "\n"), time)
    }
}

/// The output of this program when it is started as a contestant; `None` otherwise.
pub(crate) fn answer(arguments: &[String]) -> Option<String> {
    let [task, file] = arguments else { return None };
    if task != CHECK && task != PAIR {
        return None;
    }
    let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let document = Document::parse(&text).unwrap_or_else(|faults| panic!("{file}: {faults}"));
    let mut answer = String::new();
    if task == CHECK {
        for round in check(&document.tournament) {
            let _ = writeln!(answer, "{file}: Round #{}", round.round);
            if !round.is_same() {
                answer += "differs\n";
            }
        }
    } else {
        let pairing =
            dutch::pair_next(&document.tournament).unwrap_or_else(|error| panic!("{file}: {error}"));
        let _ = writeln!(answer, "{}", pairing.pairs.len() + usize::from(pairing.bye.is_some()));
        for pair in &pairing.pairs {
            let _ = writeln!(answer, "{} {}", pair.white, pair.black);
        }
        if let Some(number) = pairing.bye {
            let _ = writeln!(answer, "{number} 0");
        }
    }
    Some(answer)
}
