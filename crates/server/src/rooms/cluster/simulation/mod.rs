//! Three nodes in one thread, in time that does not pass by itself. The rooms, the following of the log, the deadlines and
//! the writer are the ones that serve; the database and the bus are made of memory and fail as a seed says. One seed is
//! one course of events, so a failure can be looked at again:
//!
//! `TABIYA_SEED=17 cargo test -p tabiya-server --features simulation --lib simulation -- --nocapture`

mod client;
mod judge;
mod world;

use crate::store::simulated::Lie;
use world::World;

/// What is wrong on purpose, and must be found out.
#[derive(Clone, Copy)]
enum Flaw {
    Database(Lie),
    /// Nodes believe the bus instead of the log.
    TrustedBus,
}

/// How many seeds are run if nobody says how many.
const SEEDS: u64 = 300;

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// Runs a seed; what is wrong, if anything is, and a fingerprint of the log.
fn run(seed: u64, flaw: Option<Flaw>) -> (Vec<String>, String) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    runtime.expect("a runtime").block_on(World::play(seed, flaw))
}

#[test]
fn simulation_of_nodes_that_fail() {
    if let Some(seed) = number("TABIYA_SEED") {
        let (wrong, log) = run(seed, None);
        println!("{log}");
        assert!(wrong.is_empty(), "seed {seed}: {wrong:#?}");
        return;
    }
    let (first, count) = (number("TABIYA_FIRST_SEED").unwrap_or(1), number("TABIYA_SEEDS").unwrap_or(SEEDS));
    let mut rows = 0;
    for seed in first..first + count {
        let (wrong, log) = run(seed, None);
        rows += log.lines().count();
        assert!(wrong.is_empty(), "seed {seed}: {wrong:#?}\n{log}");
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
    assert!((1..=60).any(|seed| !run(seed, Some(Flaw::Database(Lie::AckBeforeCommit))).0.is_empty()));
}

#[test]
fn simulation_finds_a_database_that_does_not_check_the_sequence() {
    assert!((1..=60).any(|seed| !run(seed, Some(Flaw::Database(Lie::NoSequenceCheck))).0.is_empty()));
}

#[test]
fn simulation_finds_nodes_that_trust_the_bus_instead_of_the_log() {
    assert!((1..=60).any(|seed| !run(seed, Some(Flaw::TrustedBus)).0.is_empty()));
}
