//! Counts the faults, and keeps a description of the first few.

use crate::latency::{Latencies, Summary};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// An acknowledged command is missing or has changed.
    Lost,
    /// A client saw a move that was not on disk.
    SeenTooEarly,
    /// A command took effect twice, or something happened without a command.
    Doubled,
    /// A clock shows an impossible time.
    WrongClock,
    /// The versions of the updates have a gap or run backward.
    Gap,
    /// A legal command was refused, or an answer could not be understood.
    WrongAnswer,
    /// Two clients were told different contents of one row, or the log contradicts itself.
    Split,
    /// A player who had time left lost on time.
    WrongfulFlag,
    /// A game that both players were playing was aborted.
    Aborted,
}

impl Fault {
    const ALL: [Fault; 9] = [
        Fault::Lost,
        Fault::SeenTooEarly,
        Fault::Doubled,
        Fault::WrongClock,
        Fault::Gap,
        Fault::WrongAnswer,
        Fault::Split,
        Fault::WrongfulFlag,
        Fault::Aborted,
    ];

    const fn name(self) -> &'static str {
        match self {
            Fault::Lost => "lost",
            Fault::SeenTooEarly => "seen before it was durable",
            Fault::Doubled => "doubled",
            Fault::WrongClock => "wrong clocks",
            Fault::Gap => "gaps",
            Fault::WrongAnswer => "wrong answers",
            Fault::Split => "split histories",
            Fault::WrongfulFlag => "wrongful flags",
            Fault::Aborted => "aborted",
        }
    }
}

#[derive(Default)]
pub(crate) struct Verdict {
    counts: [AtomicU64; Fault::ALL.len()],
    cases: Mutex<Vec<String>>,
    charges: Mutex<Latencies>,
}

impl Verdict {
    /// Notes by how much the cost of a move exceeded the thinking time.
    pub(crate) fn note_charge(&self, more: Duration) {
        self.charges.lock().unwrap_or_else(PoisonError::into_inner).add(more);
    }

    /// By how much the cost of moves exceeded the thinking time.
    pub(crate) fn charges(&self) -> Summary {
        self.charges.lock().unwrap_or_else(PoisonError::into_inner).summary()
    }

    pub(crate) fn note(&self, fault: Fault, case: impl FnOnce() -> String) {
        self.counts[fault as usize].fetch_add(1, Ordering::Relaxed);
        let mut cases = self.cases.lock().unwrap_or_else(PoisonError::into_inner);
        if cases.len() < 20 {
            let case = format!("{}: {}", fault.name(), case());
            eprintln!("  {case}");
            cases.push(case);
        }
    }

    /// The description of the first fault.
    pub(crate) fn first_case(&self) -> Option<String> {
        self.cases.lock().unwrap_or_else(PoisonError::into_inner).first().cloned()
    }

    pub(crate) fn faults(&self) -> u64 {
        self.counts.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for case in self.cases.lock().unwrap_or_else(PoisonError::into_inner).iter() {
            writeln!(f, "  {case}")?;
        }
        let counts = Fault::ALL
            .map(|fault| format!("{} {}", self.counts[fault as usize].load(Ordering::Relaxed), fault.name()));
        let verdict = if self.faults() == 0 { "PASS " } else { "FAIL " };
        writeln!(f, "{verdict}  {}", counts.join(", "))
    }
}
