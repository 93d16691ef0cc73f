//! A visitor that records what it receives.

use rules::{LegalMove, Position};
use std::fmt::Write;
use std::ops::ControlFlow;
use tabiya_pgn::{Comment, End, Fault, GameResult, Nag, Reader, Text, Visitor};

/// Everything received, one line per game: `Tag=value| start| e4 $1 {comment} ( d4 ) e5| 1-0`.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) games: Vec<String>,
    pub(crate) faults: Vec<Fault>,
    line: String,
}

impl Visitor for Log {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        write!(self.line, "{name}={value}|").unwrap();
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        if *start != Position::start() {
            write!(self.line, "{}|", start.fen()).unwrap();
        }
        ControlFlow::Continue(())
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        write!(self.line, " {}", legal.san()).unwrap();
    }

    fn pass(&mut self, _: &Position) {
        self.line += " --";
    }

    fn nag(&mut self, nag: Nag) {
        write!(self.line, " {nag}").unwrap();
    }

    fn comment(&mut self, comment: Comment<'_>) {
        write!(self.line, " {{{}}}", comment.text()).unwrap();
    }

    fn begin_variation(&mut self) {
        self.line += " (";
    }

    fn end_variation(&mut self) {
        self.line += " )";
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    fn end(&mut self, end: End<'_>) {
        let broken = if end.complete { "" } else { " broken" };
        write!(self.line, " {}{broken}", GameResult::from(end.outcome())).unwrap();
        self.games.push(std::mem::take(&mut self.line).trim_start().to_string());
    }
}

pub(crate) fn read(text: impl AsRef<[u8]>) -> Log {
    let mut log = Log::default();
    Reader::from_slice(text.as_ref()).read_all(&mut log).unwrap();
    log
}

/// Reads games without faults.
#[track_caller]
pub(crate) fn check(text: impl AsRef<[u8]>, expected: &[&str]) {
    let log = read(text);
    assert_eq!(log.faults, []);
    assert_eq!(log.games, expected);
}

/// Reads games with faults, and compares the messages.
#[track_caller]
pub(crate) fn check_faults(text: impl AsRef<[u8]>, games: &[&str], faults: &[&str]) {
    let log = read(text);
    let messages: Vec<String> = log.faults.iter().map(ToString::to_string).collect();
    assert_eq!(messages, faults);
    assert_eq!(log.games, games);
}
