//! `tabiya pgn check`: replays every move and reports faults.

use super::pipeline::{Parts, Task};
use super::tally::{Origin, Tally, report};
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
pub(super) struct CheckBatch(Tally);

impl Visitor for CheckBatch {
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
    type Batch = CheckBatch;

    fn game<S: Source>(
        reader: &mut Reader<S>,
        batch: &mut CheckBatch,
        _: &Parts<CheckBatch>,
    ) -> io::Result<bool> {
        reader.read_game(batch)
    }

    fn tally(batch: &CheckBatch) -> &Tally {
        &batch.0
    }

    fn batch(&mut self, batch: CheckBatch, origin: Origin, _: &mut impl Write) -> io::Result<()> {
        report(&self.name, origin, &batch.0.faults);
        Ok(())
    }

    fn end(&mut self, total: &Tally, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}: {}", self.name, total.summary())
    }
}
