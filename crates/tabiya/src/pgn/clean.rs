//! `tabiya pgn clean`: writes every readable game in export format.
//!
//! A game with a fault keeps its moves up to the fault, with a comment that says what was found. A game without a
//! starting position cannot be written. Both are reported on stderr.

use super::pipeline::{Parts, Task};
use super::tally::{Origin, Tally, report};
use pgn::{Comment, End, Fault, FaultKind, Nag, Reader, Source, Text, Visitor, Writer};
use rules::{LegalMove, Position};
use std::io::{self, Write};
use std::ops::ControlFlow;

pub(super) struct Clean {
    name: String,
}

impl Clean {
    pub(super) fn new(name: &str) -> Clean {
        Clean { name: name.to_string() }
    }
}

#[derive(Default)]
pub(super) struct CleanBatch {
    tally: Tally,
    writer: Writer,
}

/// Whether moves are lost by this fault, so that a comment must say so.
fn loses_moves(kind: &FaultKind) -> bool {
    matches!(
        kind,
        FaultKind::IllegalMove { .. }
            | FaultKind::AmbiguousMove { .. }
            | FaultKind::PromotionMissing { .. }
            | FaultKind::NotAMove { .. }
            | FaultKind::PassInCheck { .. }
            | FaultKind::VariationWithoutMove
            | FaultKind::TooLong { .. }
            | FaultKind::TooDeep { .. }
            | FaultKind::TooManyFaults { .. }
            | FaultKind::UnclosedComment
    )
}

impl Visitor for CleanBatch {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.writer.tag(name, value);
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        self.writer.begin(start)
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        self.tally.moves += 1;
        self.writer.play(legal);
    }

    fn pass(&mut self, position: &Position) {
        self.tally.moves += 1;
        self.writer.pass(position);
    }

    fn nag(&mut self, nag: Nag) {
        self.writer.nag(nag);
    }

    fn comment(&mut self, comment: Comment<'_>) {
        self.writer.comment(comment);
    }

    fn begin_variation(&mut self) {
        self.writer.begin_variation();
    }

    fn end_variation(&mut self) {
        self.writer.end_variation();
    }

    fn fault(&mut self, fault: Fault) {
        if loses_moves(&fault.kind) {
            let why = format!("Not readable from here: {}", fault.kind);
            self.writer.comment(Comment::new(why.as_bytes()));
        }
        self.tally.fault(fault);
    }

    fn end(&mut self, end: End<'_>) {
        self.tally.games += 1;
        self.writer.end(end);
    }
}

impl Task for Clean {
    type Batch = CleanBatch;

    fn game<S: Source>(
        reader: &mut Reader<S>,
        batch: &mut CleanBatch,
        _: &Parts<CleanBatch>,
    ) -> io::Result<bool> {
        reader.read_game(batch)
    }

    fn tally(batch: &CleanBatch) -> &Tally {
        &batch.tally
    }

    fn batch(&mut self, batch: CleanBatch, origin: Origin, output: &mut impl Write) -> io::Result<()> {
        report(&self.name, origin, &batch.tally.faults);
        output.write_all(batch.writer.text().as_bytes())
    }

    fn end(&mut self, total: &Tally, _: &mut impl Write) -> io::Result<()> {
        let _ = writeln!(io::stderr(), "{}: {}", self.name, total.summary());
        Ok(())
    }
}
