//! The parts of the measurement, each runnable on its own.

mod every_leaf;
mod legal_play;
mod perft;
mod text;
mod wasm;

use crate::report::Table;

/// How thoroughly to measure.
#[derive(Clone, Copy)]
pub(crate) struct Effort {
    pub(crate) rounds: usize,
    /// One ply less everywhere.
    pub(crate) quick: bool,
}

/// A part of the measurement.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Section {
    Perft,
    EveryLeaf,
    Text,
    LegalPlay,
    Wasm,
}

impl Section {
    pub(crate) const ALL: [Section; 5] =
        [Section::Perft, Section::EveryLeaf, Section::Text, Section::LegalPlay, Section::Wasm];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Section::Perft => "perft",
            Section::EveryLeaf => "every-leaf",
            Section::Text => "text",
            Section::LegalPlay => "legal-play",
            Section::Wasm => "wasm",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Section> {
        Section::ALL.into_iter().find(|section| section.name() == name)
    }

    /// Measures, prints what came out, and returns the tables.
    pub(crate) fn run(self, effort: Effort) -> Vec<Table> {
        let tables = match self {
            Section::Perft => vec![perft::run(effort)],
            Section::EveryLeaf => vec![every_leaf::run(effort)],
            Section::Text => text::run(effort),
            Section::LegalPlay => vec![legal_play::run(effort)],
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
