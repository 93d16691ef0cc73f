//! Known perft counts, with every instruction set.

use tabiya_rules::cpu::{self, Limit};
use tabiya_rules::{Position, Variant};

const STANDARD: [(&str, &[u64]); 12] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9_467, 422_333, 15_833_292]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1_486, 62_379, 2_103_487, 89_941_194]),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
    // One trap each: en passant that is pinned or gives check, castling, promotion, stalemate.
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - -", &[18, 92, 1_670, 10_138, 185_429]),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - -", &[13, 102, 1_266, 10_276, 135_655, 1_015_133]),
    ("5k2/8/8/8/8/8/8/4K2R w K -", &[15, 66, 1_198, 6_399, 120_330]),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq -", &[26, 1_141, 27_826, 1_274_206]),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - -", &[11, 133, 1_442, 19_174, 266_199]),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", &[24, 496, 9_483, 182_838]),
];

const CHESS960: [(&str, &[u64]); 5] = [
    ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -", &[21, 528, 12_189, 326_672]),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe -", &[21, 807, 18_002, 667_366, 16_253_601]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE -", &[20, 479, 10_471, 273_318, 6_417_013]),
    ("qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf -", &[22, 593, 13_440, 382_958, 9_183_776]),
    ("1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf -", &[28, 1_120, 31_058, 1_171_749]),
];

/// The maximum number of leaves counted in one position, so that every build needs only seconds.
const MAX_NODES: u64 = if cfg!(miri) {
    500
} else if cfg!(debug_assertions) {
    20_000_000
} else {
    200_000_000
};

/// Counts to the greatest depth within the budget.
#[track_caller]
pub(crate) fn count(fen: &str, variant: Variant, counts: impl IntoIterator<Item = (u32, u64)>, budget: u64) {
    let position = Position::parse_fen(fen, variant).unwrap_or_else(|error| panic!("{fen}: {error}"));
    if let Some((depth, nodes)) = counts.into_iter().filter(|(_, nodes)| *nodes <= budget).max() {
        assert_eq!(position.perft(depth), nodes, "{fen}: depth {depth}");
    }
}

/// The counts of a table, which start with depth 1.
fn count_all(table: &[(&str, &[u64])], variant: Variant, budget: u64) {
    for (fen, counts) in table {
        count(fen, variant, (1..).zip(counts.iter().copied()), budget);
    }
}

/// The limit applies to the whole process: other tests run with fewer instructions meanwhile, which must not matter.
fn on_every_cpu(test: impl Fn()) {
    for limit in [Limit::Baseline, Limit::NoBmi2, Limit::None] {
        cpu::limit(limit);
        test();
    }
}

#[test]
fn counts_of_well_known_positions() {
    on_every_cpu(|| count_all(&STANDARD, Variant::Standard, MAX_NODES));
}

#[test]
fn counts_of_chess960_positions() {
    on_every_cpu(|| count_all(&CHESS960, Variant::Chess960, MAX_NODES));
}

#[test]
fn orthodox_positions_count_the_same_as_chess960() {
    count_all(&STANDARD, Variant::Chess960, MAX_NODES / 100);
}

/// Every move listed and played one by one, as a user of the crate would.
fn paths(position: &Position, depth: usize) -> u64 {
    match depth {
        0 => 1,
        _ => position.legal_moves().iter().map(|legal| paths(&legal.play(), depth - 1)).sum(),
    }
}

#[test]
fn moves_played_one_by_one_count_the_same() {
    let depth = if cfg!(miri) { 1 } else { 3 };
    for (fen, counts) in &STANDARD {
        assert_eq!(paths(&fen.parse().unwrap(), depth), counts[depth - 1], "{fen}");
    }
}

/// Positions of random walks, counted by the slow rules.
#[test]
fn counts_of_random_positions() {
    let rows: Vec<Row> = lines(include_str!("../data/perft.epd"));
    assert!(rows.len() >= 200, "{} positions", rows.len());
    for (fen, counts) in rows {
        assert_eq!(counts.len(), 3, "{fen}");
        count(&fen, Variant::Chess960, counts, MAX_NODES);
    }
}

/// A position with depths and their counts.
pub(crate) type Row = (String, Vec<(u32, u64)>);

/// A depth and its count, such as `4 197281` or `D4 197281`.
pub(crate) fn depth_and_count(text: &str) -> Option<(u32, u64)> {
    let (depth, nodes) = text.trim().trim_start_matches('D').split_once(' ')?;
    Some((depth.parse().ok()?, nodes.parse().ok()?))
}

/// Lines: `FEN ;D1 count ;D2 count`; those that begin with `#` are comments.
pub(crate) fn lines(text: &str) -> Vec<Row> {
    let rows = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(';'));
    rows.map(|(fen, counts)| (fen.to_string(), counts.split(';').filter_map(depth_and_count).collect()))
        .collect()
}
