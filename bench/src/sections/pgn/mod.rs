//! PGN files: tokenizing, and replaying every move.

mod games;
mod readers;

use super::Effort;
use crate::measure::{Case, Contestant, race};
use crate::progress::Progress;
use crate::report::Table;
use std::fs;
use std::path::Path;
use tabiya_rules::cpu::Limit;

struct File {
    name: String,
    bytes: &'static [u8],
    moves: u64,
}

type Read = fn(&'static [u8]) -> u64;

pub(super) fn run(effort: &Effort) -> Vec<Table> {
    let files = files(effort);
    let tokens: [(&'static str, bool, Read); 3] = [
        ("tabiya", true, readers::tokens),
        ("tabiya, SAN read", true, readers::tokens_with_san),
        ("pgn-reader", false, readers::pgn_reader_tokens),
    ];
    let replay: [(&'static str, bool, Read); 5] = [
        ("tabiya", true, readers::replay),
        ("tabiya, streaming", true, readers::replay_stream),
        ("tabiya, 2 threads", true, |bytes| readers::replay_parallel(bytes, 2)),
        ("tabiya, GameTree", true, readers::trees),
        ("pgn-reader + shakmaty", false, readers::pgn_reader_replay),
    ];
    vec![table("PGN tokens", &files, &tokens, effort), table("PGN replay", &files, &replay, effort)]
}

fn table(
    name: &'static str,
    files: &[File],
    readers: &[(&'static str, bool, Read)],
    effort: &Effort,
) -> Table {
    let cases: Vec<Case> = files
        .iter()
        .map(|&File { ref name, bytes, moves }| Case {
            name: name.clone(),
            // Bytes, so that millions a second are MB/s; a reader that misses a move returns 0, which fails.
            count: bytes.len() as u64,
            contestants: readers
                .iter()
                .map(|&(name, ours, read)| {
                    let work = move || if read(bytes) == moves { bytes.len() as u64 } else { 0 };
                    if ours {
                        Contestant::ours(name, Limit::None, work)
                    } else {
                        Contestant::peer(name, work)
                    }
                })
                .collect(),
        })
        .collect();
    let rates = race(&cases, effort.rounds, &Progress::new("pgn"));
    Table::new(name, "MB/s", &cases, rates)
}

/// Generated games, bare and with clocks, which are the same on every machine; and the named files.
fn files(effort: &Effort) -> Vec<File> {
    let number = if effort.quick { 1000 } else { 4000 };
    let mut files =
        vec![("bare".to_owned(), games::bare(number)), ("clocks".to_owned(), games::with_clocks(number))];
    for path in effort.games() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        files.push((name.split('.').next().unwrap_or_default().to_owned(), read_games(&path)));
    }
    files
        .into_iter()
        .map(|(name, bytes)| {
            let bytes = &*bytes.leak();
            File { name, bytes, moves: readers::replay(bytes) }
        })
        .collect()
}

/// A file of games, decompressed. A file that cannot be read stops the program, because it was named explicitly.
pub(crate) fn read_games(path: &Path) -> Vec<u8> {
    let read = fs::read(path).and_then(|bytes| {
        if bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) { zstd::decode_all(&bytes[..]) } else { Ok(bytes) }
    });
    read.unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Whether the argument names a file for this section.
pub(crate) fn is_pgn(path: &Path) -> bool {
    let name = path.to_string_lossy();
    name.ends_with(".pgn") || name.ends_with(".pgn.zst")
}
