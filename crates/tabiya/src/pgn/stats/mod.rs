//! `tabiya pgn stats`: statistics about a file of games, and results that contradict the laws.

mod counts;
mod ruling;

use super::pipeline::{Parts, Task};
use super::tally::{Origin, Tally};
use counts::{Counts, Ending, OPENING_PLIES};
use pgn::{End, Fault, Reader, Source, Text, Visitor};
use rules::{LegalMove, Move, Outcome, Position};
use ruling::{Contradiction, Ruling};
use std::io::{self, Write};
use std::ops::ControlFlow;

pub(super) struct Stats {
    name: String,
    counts: Counts,
    contradictions: Vec<(u64, Contradiction)>,
}

impl Stats {
    pub(super) fn new(name: &str) -> Stats {
        Stats { name: name.to_string(), counts: Counts::default(), contradictions: Vec::new() }
    }
}

#[derive(Default)]
pub(super) struct StatsBatch {
    tally: Tally,
    counts: Counts,
    /// With the numbers of their games in this batch.
    contradictions: Vec<(u64, Contradiction)>,
    game: Game,
}

/// The game that is being read.
#[derive(Default)]
struct Game {
    number: u64,
    termination: String,
    usual_start: bool,
    opening: Vec<Move>,
    moves: u32,
    depth: usize,
}

impl Visitor for StatsBatch {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        if name.bytes() == b"Termination" {
            self.game.termination = value.decode().trim().to_ascii_lowercase();
        }
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        self.game.usual_start = *start == Position::start();
        ControlFlow::Continue(())
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        self.tally.moves += 1;
        if self.game.depth == 0 {
            self.game.moves += 1;
            if self.game.opening.len() < OPENING_PLIES {
                self.game.opening.push(legal.mv());
            }
        }
    }

    fn pass(&mut self, _: &Position) {
        self.game.usual_start = false; // no opening has a null move
    }

    fn begin_variation(&mut self) {
        self.game.depth += 1;
    }

    fn end_variation(&mut self) {
        self.game.depth -= 1;
    }

    fn fault(&mut self, fault: Fault) {
        self.tally.fault(fault);
        self.tally.faults.clear();
    }

    fn end(&mut self, end: End<'_>) {
        self.tally.games += 1;
        let game = std::mem::take(&mut self.game);
        let outcome = end.outcome();
        self.counts.result(outcome);
        let Some(position) = end.position else { return };
        self.counts.length(game.moves);
        if game.usual_start && !game.opening.is_empty() {
            self.counts.opening(&game.opening);
        }
        if end.complete {
            self.judge(game.number, outcome, position, game.termination);
        }
    }
}

impl StatsBatch {
    fn judge(&mut self, number: u64, outcome: Option<Outcome>, position: &Position, termination: String) {
        let Ruling { ending, contradiction, undecided } = Ruling::of(outcome, position);
        self.counts.ending(ending.unwrap_or(match termination.as_str() {
            "" => Ending::Unknown,
            _ => Ending::Tagged(termination),
        }));
        self.counts.undecided += u64::from(undecided);
        if let Some(contradiction) = contradiction {
            self.contradictions.push((number, contradiction));
        }
    }
}

impl Task for Stats {
    type Batch = StatsBatch;

    fn game<S: Source>(
        reader: &mut Reader<S>,
        batch: &mut StatsBatch,
        _: &Parts<StatsBatch>,
    ) -> io::Result<bool> {
        batch.game = Game { number: reader.games() + 1, ..Game::default() };
        reader.read_game(batch)
    }

    fn tally(batch: &StatsBatch) -> &Tally {
        &batch.tally
    }

    fn batch(&mut self, batch: StatsBatch, origin: Origin, _: &mut impl Write) -> io::Result<()> {
        self.counts.add(batch.counts);
        let shifted = batch.contradictions.into_iter().map(|(number, why)| (number + origin.games, why));
        self.contradictions.extend(shifted);
        Ok(())
    }

    fn end(&mut self, total: &Tally, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "{}: {}", self.name, total.summary())?;
        if total.games == 0 {
            return Ok(());
        }
        self.counts.write(output)?;
        writeln!(output, "\nresults that the laws contradict: {}", self.contradictions.len())?;
        for (number, contradiction) in &self.contradictions {
            writeln!(output, "  game {number}: {contradiction}")?;
        }
        if self.counts.undecided > 0 {
            writeln!(output, "not decided within the limits: {}", self.counts.undecided)?;
        }
        Ok(())
    }
}
