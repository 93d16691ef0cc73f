//! The promises of the engine. Limits are node counts or depths, never times, so that every machine gives the same
//! results.
#![expect(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

mod draws;
mod invariants;
mod levels;
mod mates;
mod suites;
mod tactics;

use rules::Position;
use std::time::Duration;
use tabiya_engine::{
    HandCrafted, Limits, Line, Report, SearchResult, Searcher, Shared, Signals, TranspositionTable,
};

/// A search by a new engine without a clock.
fn search(line: &Line, limits: &Limits) -> (SearchResult, Vec<Report>) {
    let table = TranspositionTable::with_megabytes(8);
    let signals = Signals::default();
    let shared = Shared { table: &table, signals: &signals, elapsed: &|| Duration::ZERO, thread: 0 };
    let mut reports = Vec::new();
    let outcome = Searcher::new(HandCrafted::new()).search(line, limits, shared, &mut |report| {
        reports.push(report.clone());
    });
    (outcome, reports)
}

fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

#[track_caller]
fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The best move in UCI.
fn best(position: &Position, outcome: &SearchResult) -> String {
    position.legal(outcome.best.unwrap()).unwrap().uci()
}
