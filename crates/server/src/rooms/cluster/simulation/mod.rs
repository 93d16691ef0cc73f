//! Three nodes in one thread, in simulated time. The rooms, the catching up with the log, the deadlines and the writer
//! are the real ones; the database and the bus are in memory, and fail at random. A seed determines the whole run, so a
//! failure can be reproduced:
//!
//! `TABIYA_SEED=17 cargo test -p tabiya-server --features simulation --lib simulation -- --nocapture`

mod client;
mod judge;
mod world;

use crate::store::simulated::DatabaseFault;
use world::World;

/// A deliberate fault, which the checks must detect.
#[derive(Clone, Copy)]
enum InjectedFault {
    Database(DatabaseFault),
    /// Nodes trust the bus instead of the log.
    TrustedBus,
}

/// How many seeds are run unless `TABIYA_SEEDS` is set.
const DEFAULT_SEEDS: u64 = 300;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs a seed. Returns the violations, and the log.
fn run(seed: u64, fault: Option<InjectedFault>) -> (Vec<String>, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime").block_on(World::play(seed, fault))
}

/// Whether one of the first seeds shows a violation.
fn is_detected(fault: InjectedFault) -> bool {
    (1..=60).any(|seed| !run(seed, Some(fault)).0.is_empty())
}

#[test]
fn simulation_of_nodes_that_fail() {
    if let Some(seed) = number("TABIYA_SEED") {
        let (violations, log) = run(seed, None);
        println!("{log}");
        assert!(violations.is_empty(), "seed {seed}: {violations:#?}");
        return;
    }
    let first = number("TABIYA_FIRST_SEED").unwrap_or(1);
    let count = number("TABIYA_SEEDS").unwrap_or(DEFAULT_SEEDS);
    let mut rows = 0;
    for seed in first..first + count {
        let (violations, log) = run(seed, None);
        rows += log.lines().count();
        assert!(violations.is_empty(), "seed {seed}: {violations:#?}\n{log}");
    }
    println!("{count} seeds, {rows} rows");
    assert!(rows as u64 > 5 * count, "the games are too short to show anything");
}

#[test]
fn simulation_is_repeated_by_its_seed() {
    for seed in [1, 2, 3] {
        assert_eq!(run(seed, None), run(seed, None), "seed {seed}");
    }
}

#[test]
fn simulation_finds_a_database_that_acknowledges_before_the_commit() {
    assert!(is_detected(InjectedFault::Database(DatabaseFault::AckBeforeCommit)));
}

#[test]
fn simulation_finds_a_database_that_does_not_check_the_sequence() {
    assert!(is_detected(InjectedFault::Database(DatabaseFault::NoSequenceCheck)));
}

#[test]
fn simulation_finds_nodes_that_trust_the_bus_instead_of_the_log() {
    assert!(is_detected(InjectedFault::TrustedBus));
}
