//! Larger collections of positions that are not part of this repository: `make collections DATA=folder`.

use crate::perft::{Row, count, depth_and_count, lines};
use std::path::PathBuf;
use tabiya_rules::{Position, Variant};

const MAX_NODES: u64 = if cfg!(debug_assertions) { 1_000_000 } else { 5_000_000 };

fn read(file: &str) -> String {
    let folder = std::env::var_os("TABIYA_COLLECTIONS").expect("TABIYA_COLLECTIONS names the folder");
    let path = PathBuf::from(folder).join(file);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Blocks of lines: `epd FEN`, then `perft depth count`.
fn blocks(text: &str) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for line in text.lines() {
        if let Some(fen) = line.strip_prefix("epd ") {
            rows.push((fen.trim().to_string(), Vec::new()));
        } else if let (Some(counted), Some((_, counts))) = (line.strip_prefix("perft "), rows.last_mut()) {
            counts.extend(depth_and_count(counted));
        }
    }
    rows
}

#[test]
#[ignore = "reads a folder of collections: make collections DATA=folder"]
fn collections_of_perft_counts() {
    for (file, variant, rows) in [
        ("perft/random.perft", Variant::Standard, blocks as fn(&str) -> Vec<Row>),
        ("perft/tricky.perft", Variant::Chess960, blocks),
        ("perft/chess960.perft", Variant::Chess960, blocks),
        ("perft/ethereal-standard.epd", Variant::Standard, lines),
    ] {
        let rows = rows(&read(file));
        assert!(!rows.is_empty(), "{file}");
        println!("{file}: {} positions", rows.len());
        for (fen, counts) in rows {
            assert!(!counts.is_empty(), "{file}: {fen}");
            count(&fen, variant, counts, MAX_NODES);
        }
    }
}

/// FENs on which this crate deliberately disagrees with chess.js, with the reason.
const KNOWN_DIFFERENCES: [(&str, &str); 1] = [(
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 ",
    "the counters at the end of a FEN may be missing",
)];

#[test]
#[ignore = "reads a folder of collections: make collections DATA=folder"]
fn collections_of_valid_and_invalid_fens() {
    let table = read("epd/chessjs-fen-validity.tsv");
    let rows: Vec<_> = table.lines().skip(1).filter_map(|line| line.split_once('\t')).collect();
    assert!(rows.len() > 50, "{} rows", rows.len());
    let mut differences = Vec::new();
    for (fen, rest) in rows {
        let ours = fen.parse::<Position>();
        if ours.is_ok() != rest.starts_with("true") {
            differences.push((fen, rest, ours.map_err(|error| error.to_string())));
        }
    }
    let unexpected: Vec<_> = differences
        .iter()
        .filter(|(fen, ..)| !KNOWN_DIFFERENCES.iter().any(|(known, _)| known == fen))
        .collect();
    assert!(unexpected.is_empty(), "{unexpected:#?}");
    assert_eq!(differences.len(), KNOWN_DIFFERENCES.len(), "a known difference is gone");
}
