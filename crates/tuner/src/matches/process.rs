//! A UCI engine as a child process. Everything that can go wrong is reported as a [`Failure`].

use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How an engine is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EngineSpec {
    pub(super) name: String,
    /// A command line for the shell.
    pub(super) command: String,
    pub(super) options: Vec<(String, String)>,
}

/// How an engine failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// The process ended or closed its output.
    Crash(String),
    /// It did not answer in time.
    Stall(String),
    /// It has no option of this name.
    NoOption(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Crash(what) => write!(f, "crashed {what}"),
            Failure::Stall(what) => write!(f, "did not answer {what}"),
            Failure::NoOption(name) => write!(f, "has no option {name:?}"),
        }
    }
}

/// The answer to `go`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) best: String,
    /// Centipawns for the side to move; a mate counts as [`MATE_SCORE`] minus its distance.
    pub(super) score: Option<i32>,
    pub(super) depth: u32,
    pub(super) took: Duration,
}

/// A value that no centipawn score reaches.
pub(super) const MATE_SCORE: i32 = 100_000;

/// How long an engine may take to start and to get ready.
const START_TIMEOUT: Duration = Duration::from_secs(20);
/// How long it may take to quit before it is killed.
const QUIT_TIMEOUT: Duration = Duration::from_millis(500);

pub(super) struct Engine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Engine {
    /// Starts the engine and sets its options.
    pub(super) fn start(spec: &EngineSpec) -> Result<Engine, Failure> {
        let crash = |error: std::io::Error| Failure::Crash(format!("at its start: {error}"));
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {}", spec.command)])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            // A process group of its own, so that Ctrl-C in the terminal does not reach the engine.
            .process_group(0)
            .spawn()
            .map_err(crash)?;
        let input = child.stdin.take().expect("it was piped");
        let output = child.stdout.take().expect("it was piped");
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut bytes = Vec::new();
            while output.read_until(b'\n', &mut bytes).is_ok_and(|read| read > 0) {
                let line = String::from_utf8_lossy(&bytes).trim().to_owned();
                if sender.send((Instant::now(), line)).is_err() {
                    break;
                }
                bytes.clear();
            }
        });
        let mut engine = Engine { child, input, lines };
        engine.set_up(spec)?;
        Ok(engine)
    }

    fn set_up(&mut self, spec: &EngineSpec) -> Result<(), Failure> {
        self.send("uci");
        let mut declared = Vec::new();
        loop {
            let (_, line) = self.next_line(Instant::now() + START_TIMEOUT, "uci")?;
            if line == "uciok" {
                break;
            }
            let option = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next());
            declared.extend(option.map(str::to_ascii_lowercase));
        }
        for (name, value) in &spec.options {
            if !declared.contains(&name.to_ascii_lowercase()) {
                return Err(Failure::NoOption(name.clone()));
            }
            self.send(&format!("setoption name {name} value {value}"));
        }
        self.wait_until_ready()
    }

    pub(super) fn new_game(&mut self) -> Result<(), Failure> {
        self.send("ucinewgame");
        self.wait_until_ready()
    }

    fn wait_until_ready(&mut self) -> Result<(), Failure> {
        self.send("isready");
        loop {
            let (_, line) = self.next_line(Instant::now() + START_TIMEOUT, "isready")?;
            if line == "readyok" {
                return Ok(());
            }
        }
    }

    /// Asks for a move; `limit` is how long to wait for it.
    pub(super) fn go(&mut self, position: &str, go: &str, limit: Duration) -> Result<Answer, Failure> {
        // Drop late output of an earlier search.
        while self.lines.try_recv().is_ok() {}
        self.send(position);
        let started = Instant::now();
        self.send(go);
        let mut answer = Answer::default();
        loop {
            let (at, line) = self.next_line(started + limit, "go")?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => read_info(&line, &mut answer),
                Some("bestmove") => {
                    answer.best = words.next().unwrap_or_default().to_owned();
                    answer.took = at - started;
                    return Ok(answer);
                }
                _ => {}
            }
        }
    }

    fn next_line(&mut self, until: Instant, asked: &str) -> Result<(Instant, String), Failure> {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Stall(format!("to `{asked}`"))),
            Err(RecvTimeoutError::Disconnected) => {
                // The exit status becomes available shortly after the output is closed.
                thread::sleep(Duration::from_millis(20));
                let status = self.child.try_wait().ok().flatten().map(|status| format!(" ({status})"));
                Err(Failure::Crash(format!("after `{asked}`{}", status.unwrap_or_default())))
            }
        }
    }

    /// Write errors are ignored: an engine that is gone is noticed when its answer is missing.
    fn send(&mut self, line: &str) {
        let _ = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.send("quit");
        let until = Instant::now() + QUIT_TIMEOUT;
        while Instant::now() < until {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Keeps the depth and the score of the best line.
fn read_info(line: &str, answer: &mut Answer) {
    let mut words = line.split_whitespace().skip(1);
    let mut depth = None;
    let mut score = None;
    while let Some(word) = words.next() {
        match word {
            "string" => return,
            "multipv" if words.next().is_some_and(|rank| rank != "1") => return,
            "depth" => depth = words.next().and_then(|text| text.parse().ok()),
            "cp" => score = words.next().and_then(|text| text.parse().ok()),
            "mate" => {
                let moves: Option<i32> = words.next().and_then(|text| text.parse().ok());
                score = moves.map(|moves| {
                    if moves > 0 { MATE_SCORE - moves.min(1000) } else { -MATE_SCORE - moves.max(-1000) }
                });
            }
            _ => {}
        }
    }
    if score.is_some() {
        answer.score = score;
        answer.depth = depth.unwrap_or(answer.depth);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_info_lines() {
        let mut answer = Answer::default();
        read_info("info depth 5 seldepth 7 multipv 1 score cp -31 nodes 12 pv e2e4", &mut answer);
        assert_eq!((answer.depth, answer.score), (5, Some(-31)));
        read_info("info depth 6 multipv 2 score cp 99 pv d2d4", &mut answer);
        read_info("info currmove e2e4 currmovenumber 1", &mut answer);
        read_info("info string depth 9 score cp 5", &mut answer);
        assert_eq!((answer.depth, answer.score), (5, Some(-31)));
        read_info("info depth 7 score mate -3", &mut answer);
        assert_eq!((answer.depth, answer.score), (7, Some(-MATE_SCORE + 3)));
    }
}
