//! Tournament report files: TRF16 and TRF26, with the extensions in use (`XX…` and `BB…` lines).
//!
//! A [`Document`] preserves every line. Unchanged lines are written back byte for byte; changed players get a new line,
//! and changed settings get new setting lines.

mod fault;
mod player;
mod read;
mod settings;
mod write;

pub use fault::{Fault, Faults, Note};

use crate::{Player, Tournament};
use alloc::string::String;
use alloc::vec::Vec;

/// Which lines a new file uses for settings.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Dialect {
    /// TRF26: 142, 152, 162, 192, 250, 260.
    #[default]
    Trf26,
    /// TRF16 with `XXR`, `XXC`, `XXA`, `XXP`, `BB…`.
    Trf16,
}

/// A report file: a tournament, and the lines it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The tournament in the file.
    pub tournament: Tournament,
    /// The lines that have no effect on pairing or standings, with the reason.
    pub notes: Vec<Note>,
    lines: Vec<Line>,
    /// The settings as they were read: a tournament without players.
    original: Tournament,
    dialect: Dialect,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    text: String,
    /// `\n`, `\r`, `\r\n` or nothing.
    ending: String,
    content: Content,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Content {
    /// A player as read.
    Player(Player),
    /// A line that sets something of the tournament.
    Setting,
    /// Comments, headers, and lines without effect.
    Other,
}

impl Document {
    /// Parses a file. If anything in it is not understood, all faults are returned.
    pub fn parse(text: &str) -> Result<Self, Faults> {
        read::parse(text)
    }

    /// A file for a tournament that did not come from one.
    pub fn new(tournament: Tournament, dialect: Dialect) -> Self {
        let original = Tournament { players: Vec::new(), ..tournament.clone() };
        let mut document = Self { tournament, notes: Vec::new(), lines: Vec::new(), original, dialect };
        document.write_all();
        document
    }

    /// The text after a tag such as `022` (the city), of the first line that has it.
    pub fn header(&self, tag: &str) -> Option<&str> {
        self.lines.iter().find_map(|line| line.text.strip_prefix(tag)).map(str::trim)
    }

    /// Changes the text after a tag, in the first line that has it. Does nothing if no line has it.
    pub fn set_header(&mut self, tag: &str, text: &str) {
        let found = self.lines.iter_mut().find(|line| line.text.starts_with(tag));
        if let Some(line) = found.filter(|line| line.content == Content::Other) {
            line.text = alloc::format!("{tag} {text}");
        }
    }

    /// Adds a line, such as a comment, after all others.
    pub fn push_line(&mut self, text: impl Into<String>) {
        let ending = self.ending();
        if let Some(last) = self.lines.last_mut().filter(|line| line.ending.is_empty()) {
            last.ending.clone_from(&ending);
        }
        self.lines.push(Line { text: text.into(), ending, content: Content::Other });
    }

    fn ending(&self) -> String {
        let first = self.lines.iter().map(|line| &line.ending).find(|ending| !ending.is_empty());
        first.cloned().unwrap_or_else(|| String::from("\n"))
    }
}
