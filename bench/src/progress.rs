//! Shows on a terminal what is running.

use std::io::{IsTerminal, Write, stderr};

pub(crate) struct Progress {
    section: &'static str,
}

impl Progress {
    pub(crate) fn new(section: &'static str) -> Progress {
        Progress { section }
    }

    pub(crate) fn show(&self, round: usize, rounds: usize, case: &str) {
        self.show_text(&format!("round {} of {rounds}, {case}", round + 1));
    }

    pub(crate) fn show_text(&self, what: &str) {
        write(&format!("{}: {what}", self.section));
    }

    pub(crate) fn clear(&self) {
        write("");
    }
}

/// Replaces the current line. A terminal that has gone away does not stop the measurement.
fn write(line: &str) {
    let mut terminal = stderr().lock();
    if terminal.is_terminal() {
        let _ = write!(terminal, "\r\x1b[K{line}").and_then(|()| terminal.flush());
    }
}
