//! `tabiya pgn json`: one object per game, one line each. `docs/pgn.md` describes the fields.
//!
//! A game is written while it is read, so the memory it needs does not depend on its length.

mod game;
mod moves;

use super::pipeline::{Parts, Task};
use super::tally::{Origin, Tally};
use game::GameWriter;
use pgn::{Fault, Reader, Source};
use serde::Serialize;
use std::io::{self, Write};

pub(super) struct Json {
    name: String,
}

impl Json {
    pub(super) fn new(name: &str) -> Json {
        Json { name: name.to_string() }
    }
}

/// A part of the output.
#[derive(Default)]
pub(super) struct JsonBatch {
    tally: Tally,
    pieces: Vec<Piece>,
}

/// A piece of the output: text that a thread can write by itself, or fields that depend on the games before.
enum Piece {
    Text(String),
    /// `"game":1,"file":"games.pgn"`
    GameAndFile(u64),
    /// `"errors":[…]`
    Errors(Vec<Fault>),
}

#[derive(Serialize)]
struct Error {
    line: u64,
    column: u64,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    at_move: Option<String>,
    error: String,
    /// Whether the fault is only a note, by which nothing is lost.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    note: bool,
}

impl JsonBatch {
    /// The text at the end of the batch.
    fn text(&mut self) -> &mut String {
        if !matches!(self.pieces.last(), Some(Piece::Text(_))) {
            self.pieces.push(Piece::Text(String::new()));
        }
        match self.pieces.last_mut() {
            Some(Piece::Text(text)) => text,
            _ => unreachable!("a text was pushed if there was none"),
        }
    }
}

impl Task for Json {
    type Batch = JsonBatch;

    fn game<S: Source>(
        reader: &mut Reader<S>,
        batch: &mut JsonBatch,
        parts: &Parts<JsonBatch>,
    ) -> io::Result<bool> {
        let number = reader.games() + 1;
        reader.read_game(&mut GameWriter::new(number, batch, parts))
    }

    fn tally(batch: &JsonBatch) -> &Tally {
        &batch.tally
    }

    fn batch(&mut self, batch: JsonBatch, origin: Origin, output: &mut impl Write) -> io::Result<()> {
        for piece in batch.pieces {
            match piece {
                Piece::Text(text) => output.write_all(text.as_bytes())?,
                Piece::GameAndFile(number) => {
                    write!(output, "\"game\":{},\"file\":", number + origin.games)?;
                    serde_json::to_writer(&mut *output, &self.name)?;
                }
                Piece::Errors(faults) => {
                    let errors: Vec<Error> =
                        faults.iter().map(|fault| Error::of(&origin.of(fault))).collect();
                    output.write_all(b"\"errors\":")?;
                    serde_json::to_writer(&mut *output, &errors)?;
                }
            }
        }
        Ok(())
    }

    fn end(&mut self, _: &Tally, _: &mut impl Write) -> io::Result<()> {
        Ok(())
    }
}

impl Error {
    fn of(fault: &Fault) -> Error {
        Error {
            line: fault.place.line,
            column: fault.place.column,
            at_move: fault.at_move.map(|number| number.to_string()),
            error: fault.kind.to_string(),
            note: fault.kind.is_note(),
        }
    }
}
