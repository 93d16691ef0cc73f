//! The sections of the benchmark, each of which can be run on its own.

mod dead_position;
mod every_leaf;
mod legal_play;
mod perft;
pub(crate) mod pgn;
pub(crate) mod swiss;
mod text;
mod unwinnable;
mod wasm;

use crate::report::Table;
use std::fs;
use std::path::PathBuf;

/// How thoroughly to measure.
#[derive(Default)]
pub(crate) struct Effort {
    pub(crate) rounds: usize,
    /// One ply less in every section.
    pub(crate) quick: bool,
    /// The maximum number of questions of each set, and of games.
    pub(crate) sample: Option<usize>,
    /// How many positions our solver may visit for one answer.
    pub(crate) limit: Option<usize>,
    /// Whether to name the questions that were answered wrongly, slowly or not at all.
    pub(crate) list: bool,
    /// Whether to skip the verification of our solver's proofs, which saves most of the time while tuning.
    pub(crate) unverified: bool,
    /// Sets of questions and files of games that replace the default ones.
    pub(crate) files: Vec<PathBuf>,
    /// A folder of collections with known answers (.tsv) and of games (.pgn, .pgn.zst).
    pub(crate) data: Option<PathBuf>,
}

impl Effort {
    /// The named files of games, or else those of the data folder.
    fn games(&self) -> Vec<PathBuf> {
        let named: Vec<_> = self.files.iter().filter(|path| pgn::is_pgn(path)).cloned().collect();
        let Some(folder) = self.data.as_ref().filter(|_| named.is_empty()) else { return named };
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let mut found: Vec<_> =
            entries.flatten().map(|entry| entry.path()).filter(|path| pgn::is_pgn(path)).collect();
        found.sort();
        found
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Perft,
    EveryLeaf,
    Text,
    LegalPlay,
    Pgn,
    Unwinnable,
    DeadPosition,
    Swiss,
    Wasm,
}

impl Section {
    pub(crate) const ALL: [Section; 9] = [
        Section::Perft,
        Section::EveryLeaf,
        Section::Text,
        Section::LegalPlay,
        Section::Pgn,
        Section::Unwinnable,
        Section::DeadPosition,
        Section::Swiss,
        Section::Wasm,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Section::Perft => "perft",
            Section::EveryLeaf => "every-leaf",
            Section::Text => "text",
            Section::LegalPlay => "legal-play",
            Section::Pgn => "pgn",
            Section::Unwinnable => "unwinnable",
            Section::DeadPosition => "dead-position",
            Section::Swiss => "swiss",
            Section::Wasm => "wasm",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.name() == name)
    }

    /// Runs the section, prints its results, and returns the tables.
    pub(crate) fn run(self, effort: &Effort) -> Vec<Table> {
        let tables = match self {
            Section::Perft => vec![perft::run(effort)],
            Section::EveryLeaf => vec![every_leaf::run(effort)],
            Section::Text => text::run(effort),
            Section::LegalPlay => vec![legal_play::run(effort)],
            Section::Pgn => pgn::run(effort),
            Section::Unwinnable => {
                println!("{}", unwinnable::run(effort));
                Vec::new()
            }
            Section::DeadPosition => {
                println!("{}", dead_position::run(effort));
                Vec::new()
            }
            Section::Swiss => {
                println!("{}", swiss::run(effort));
                Vec::new()
            }
            Section::Wasm => {
                println!("{}\n", wasm::run(effort));
                Vec::new()
            }
        };
        for table in &tables {
            println!("{table}");
        }
        tables
    }
}
