//! The number of games, and their faults.

use pgn::{Fault, Place};
use std::io::{self, Write};

/// What every task counts.
#[derive(Default)]
pub(super) struct Tally {
    pub(super) games: u64,
    pub(super) moves: u64,
    pub(super) bad_games: u64,
    pub(super) notes: u64,
    /// Whether the file could not be read to its end.
    pub(super) is_cut_off: bool,
    /// The faults; those of the current game come last.
    pub(super) faults: Vec<Fault>,
    /// The number of the game with the last fault that is more than a note.
    last_bad: Option<u64>,
}

impl Tally {
    pub(super) fn fault(&mut self, fault: Fault) {
        if fault.kind.is_note() {
            self.notes += 1;
        } else if self.last_bad.replace(fault.game) != Some(fault.game) {
            self.bad_games += 1;
        }
        self.faults.push(fault);
    }

    pub(super) fn add(&mut self, other: &Tally) {
        self.games += other.games;
        self.moves += other.moves;
        self.bad_games += other.bad_games;
        self.notes += other.notes;
    }

    /// `3 games, 120 moves, 1 bad game`
    pub(super) fn summary(&self) -> String {
        let count =
            |number: u64, what: &str| format!("{number} {what}{}", if number == 1 { "" } else { "s" });
        let verdict = if self.bad_games > 0 {
            count(self.bad_games, "bad game") + if self.is_cut_off { ", not read to the end" } else { "" }
        } else if self.is_cut_off {
            "not read to the end".to_string()
        } else if self.games == 0 {
            "nothing to read".to_string()
        } else {
            "all fine".to_string()
        };
        format!("{}, {}, {verdict}", count(self.games, "game"), count(self.moves, "move"))
    }
}

/// Where a batch lies in its file.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) games: u64,
    pub(super) place: Place,
}

impl Origin {
    /// The fault with its game number and place in the whole file.
    pub(super) fn of(self, fault: &Fault) -> Fault {
        Fault { game: fault.game + self.games, place: fault.place.after(self.place), ..fault.clone() }
    }
}

/// Prints faults to stderr, one per line, as compilers do.
pub(super) fn report(name: &str, origin: Origin, faults: &[Fault]) {
    let mut stderr = io::stderr().lock();
    for fault in faults {
        // If stderr is closed, the fault cannot be reported.
        let _ = writeln!(stderr, "{name}:{}", origin.of(fault));
    }
}
