//! One game as JSON: the fields before and after its moves.

use super::moves::Moves;
use super::{JsonBatch, Piece};
use crate::pgn::pipeline::Parts;
use pgn::{Comment, End, Fault, Nag, Text, Visitor};
use rules::{LegalMove, Outcome, Position};
use serde::Serialize;
use std::collections::BTreeMap;
use std::mem::take;
use std::ops::ControlFlow;

/// A part of the output is sent on when it has this many bytes.
const PART_SIZE: usize = 256 << 10;

/// A visitor that writes a game while it is read.
pub(super) struct GameWriter<'a> {
    number: u64,
    batch: &'a mut JsonBatch,
    parts: &'a Parts<JsonBatch>,
    head: Head,
    has_head: bool,
    moves: Moves,
    /// The last position of the main line; `None` if there is no starting position.
    last: Option<Position>,
    faults: Vec<Fault>,
}

/// The fields before the moves.
#[derive(Default, Serialize)]
struct Head {
    tags: BTreeMap<String, String>,
    /// The starting position, unless it is the standard one.
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    comments: Vec<String>,
}

/// The fields after the moves.
#[derive(Serialize)]
struct Tail {
    result: &'static str,
    fen: Option<String>,
}

impl<'a> GameWriter<'a> {
    pub(super) fn new(number: u64, batch: &'a mut JsonBatch, parts: &'a Parts<JsonBatch>) -> GameWriter<'a> {
        GameWriter {
            number,
            batch,
            parts,
            head: Head::default(),
            has_head: false,
            moves: Moves::default(),
            last: None,
            faults: Vec::new(),
        }
    }

    /// Writes the fields before the moves, once.
    fn write_head(&mut self) {
        if self.has_head {
            return;
        }
        self.has_head = true;
        self.batch.text().push('{');
        self.batch.pieces.push(Piece::GameAndFile(self.number));
        let text = self.batch.text();
        push_fields(text, true, &take(&mut self.head));
        text.push_str(",\"moves\":[");
    }

    fn step(&mut self, san: &str, uci: &str) {
        self.write_head();
        self.batch.tally.moves += 1;
        self.moves.step(self.batch.text(), san, uci);
        if self.batch.text().len() >= PART_SIZE {
            self.parts.send(take(self.batch));
        }
    }
}

/// Appends the fields of a value to those of an open object.
pub(super) fn push_fields(text: &mut String, has_fields: bool, value: &impl Serialize) {
    let object = serde_json::to_string(value).expect("names and texts can be written as JSON");
    let fields = &object[1..object.len() - 1];
    if has_fields && !fields.is_empty() {
        text.push(',');
    }
    text.push_str(fields);
}

impl Visitor for GameWriter<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let value = value.decode().replace(['\n', '\r'], " ");
        self.head.tags.insert(name.decode().into_owned(), value);
    }

    fn begin(&mut self, start: &Position) -> ControlFlow<()> {
        self.last = Some(*start);
        self.head.start = (*start != Position::start()).then(|| start.fen());
        ControlFlow::Continue(())
    }

    fn play(&mut self, legal: LegalMove<'_>) {
        if self.moves.is_main_line() {
            self.last = Some(legal.play());
        }
        self.step(&legal.san(), &legal.uci());
    }

    fn pass(&mut self, position: &Position) {
        if self.moves.is_main_line() {
            self.last = position.pass();
        }
        self.step("--", "0000");
    }

    fn nag(&mut self, nag: Nag) {
        self.moves.nag(nag);
    }

    fn comment(&mut self, comment: Comment<'_>) {
        let text = comment.text();
        if text.is_empty() {
            return;
        }
        if self.has_head {
            self.moves.comment(text.into_owned());
        } else {
            self.head.comments.push(text.into_owned());
        }
    }

    fn begin_variation(&mut self) {
        self.moves.begin_variation();
    }

    fn end_variation(&mut self) {
        self.moves.end_variation(self.batch.text());
    }

    fn fault(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    fn end(&mut self, end: End<'_>) {
        self.write_head();
        let text = self.batch.text();
        self.moves.end(text);
        text.push(']');
        let fen = self.last.map(|position| position.fen());
        push_fields(text, true, &Tail { result: end.outcome().map_or("*", Outcome::as_str), fen });
        text.push(',');
        let faults = take(&mut self.faults);
        self.batch.tally.games += 1;
        for fault in &faults {
            self.batch.tally.fault(fault.clone());
        }
        self.batch.tally.faults.clear(); // they are written with their games
        self.batch.pieces.push(Piece::Errors(faults));
        self.batch.text().push_str("}\n");
    }
}
