//! Integration tests of the program.
#![expect(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod any_lines;
mod arbiter;
mod hosting;
mod inspect;
mod laws_page;
mod perft;
mod pgn;
mod play;
mod serve;
mod tournament;
mod uci;
mod usage;
mod user;

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread;

/// The result of a run.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn tabiya(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program to its end. A program that panics or is killed fails the test.
#[track_caller]
fn run(args: &[&str], input: impl AsRef<[u8]>) -> Run {
    let mut child = tabiya(args).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_vec();
    // A second thread writes, so that neither pipe fills up while the other one is waited for. A program that does not
    // read to the end closes the pipe, which is not a failure.
    let writer = thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    let _ = writer.join().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(!stderr.contains("panicked"), "{stderr}");
    Run {
        code: output.status.code().expect("ended by itself"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr,
    }
}

impl Run {
    fn json(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Every value that the arbiter accepts for `do`. Its own error lists them, so a new action needs no entry here.
fn arbiter_actions() -> Vec<String> {
    let answer = serde_json::to_value(wire::Arbiter::default().answer(br#"{"do":"dance"}"#)).unwrap();
    let (_, listed) = answer["refused"].as_str().unwrap().split_once("expected one of ").unwrap();
    let listed = listed.split(", ").map(|name| name.trim_matches('`'));
    listed.chain(["start", "tick"]).map(str::to_owned).collect()
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const FOOLS_MATE: &str = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
