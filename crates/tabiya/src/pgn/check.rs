//! `tabiya pgn check`: every move replayed, and what is wrong told.

use super::pipeline::Task;
use super::tally::{Origin, Tally, tell};
use pgn::{End, Fault, Reader, Source, Visitor};
use rules::{LegalMove, Position};
use std::io::{self, Write};

pub(super) struct Check {
    name: String,
}

impl Check {
    pub(super) fn new(name: &str) -> Check {
        Check { name: name.to_string() }
    }
}

#[derive(Default)]
pub(super) struct Part(Tally);

impl Visitor for Part {
    fn play(&mut self, _: LegalMove<'_>) {
        self.0.moves += 1;
    }

    fn pass(&mut self, _: &Position) {
        self.0.moves += 1;
    }

    fn fault(&mut self, fault: Fault) {
        self.0.fault(fault);
    }

    fn end(&mut self, _: End<'_>) {
        self.0.games += 1;
    }
}

impl Task for Check {
    type Part = Part;

    fn game<S: Source>(reader: &mut Reader<S>, part: &mut Part) -> io::Result<bool> {
        reader.read_game(part)
    }

    fn tally(part: &Part) -> &Tally {
        &part.0
    }

    fn part(&mut self, part: Part, origin: Origin, _: &mut impl Write) -> io::Result<()> {
        tell(&self.name, origin, &part.0.faults);
        Ok(())
    }

    fn end(&mut self, total: &Tally, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}: {}", self.name, total.summary())
    }
}
