//! The speed targets.

use std::time::Duration;

/// The contestant to be beaten.
#[derive(Clone, Copy)]
pub(crate) enum Rival {
    Named(&'static str),
    /// The fastest of the other libraries.
    BestPeer,
}

/// In this table, `ours` must be at least `times` as fast as the rival (geometric mean).
pub(crate) struct Bar {
    pub(crate) table: &'static str,
    pub(crate) ours: &'static str,
    pub(crate) rival: Rival,
    pub(crate) times: f64,
}

const fn bar(table: &'static str, ours: &'static str, rival: Rival, times: f64) -> Bar {
    Bar { table, ours, rival, times }
}

pub(crate) const BARS: [Bar; 13] = [
    bar("perft", "tabiya", Rival::Named("cozy-chess"), 2.6),
    bar("perft", "tabiya", Rival::Named("shakmaty"), 5.0),
    bar("perft", "tabiya, no BMI2", Rival::Named("cozy-chess"), 1.7),
    bar("every-leaf", "tabiya", Rival::Named("shakmaty"), 2.2),
    bar("FEN read", "tabiya", Rival::BestPeer, 1.3),
    bar("FEN write", "tabiya", Rival::BestPeer, 1.3),
    bar("SAN read", "tabiya", Rival::BestPeer, 1.3),
    bar("SAN write", "tabiya", Rival::BestPeer, 1.3),
    bar("legal-play", "tabiya", Rival::BestPeer, 1.3),
    bar("PGN tokens", "tabiya", Rival::Named("pgn-reader"), 1.5),
    // The peer parses every SAN while it tokenizes, so this row compares equal work.
    bar("PGN tokens", "tabiya, SAN read", Rival::Named("pgn-reader"), 1.0),
    bar("PGN replay", "tabiya", Rival::Named("pgn-reader + shakmaty"), 2.0),
    bar("PGN replay", "tabiya, 2 threads", Rival::Named("tabiya"), 1.7),
];

/// In this set of unwinnability questions, our mean time must be at most this fraction of the peer's, and our worst
/// time below a limit. No answer may be wrong.
pub(crate) struct AnswerBar {
    pub(crate) set: &'static str,
    pub(crate) most_of_peer: f64,
    pub(crate) worst: Option<Duration>,
}

pub(crate) const ANSWER_BARS: [AnswerBar; 3] = [
    AnswerBar { set: "real timeouts", most_of_peer: 0.4, worst: Some(Duration::from_millis(20)) },
    AnswerBar { set: "unfair flag falls", most_of_peer: 0.5, worst: None },
    AnswerBar { set: "composed", most_of_peer: 0.3, worst: None },
];

/// A tournament of this many players must be paired at least `times` as fast as by the other program.
pub(crate) struct SwissBar {
    pub(crate) players: usize,
    pub(crate) times: f64,
}

pub(crate) const SWISS_BARS: [SwissBar; 2] =
    [SwissBar { players: 200, times: 5.0 }, SwissBar { players: 1000, times: 20.0 }];

/// The maximum time to pair a round of 1,000 players.
pub(crate) const SWISS_SLOWEST_ROUND: Duration = Duration::from_secs(5);
