//! Larger collections of files, which are not part of this repository: `make collections DATA=folder`.

use crate::log::read;
use std::fs;
use std::path::{Path, PathBuf};

/// Every PGN file below a folder of the collections.
fn files(folder: &str) -> Vec<PathBuf> {
    let root = std::env::var_os("TABIYA_COLLECTIONS").expect("TABIYA_COLLECTIONS names the folder");
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(root).join("pgn").join(folder)];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "pgn") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Whether the file has no game or has faults other than notes.
fn is_rejected(path: &Path) -> bool {
    let log = read(fs::read(path).unwrap());
    log.games.is_empty() || log.faults.iter().any(|fault| !fault.kind.is_note())
}

/// Files that only a reader of the strict export format rejects. This crate reads them.
const ACCEPTED: [&str; 21] = [
    "strict/exception/other/02_starts",
    "strict/exception/other/03_does_not_end",
    "strict/exception/other/04_",
    "strict/exception/other/07_tag_name_starts",
    "strict/exception/other/08_tag_name_space",
    "strict/exception/other/15_tag_result_missing",
    "strict/exception/other/18_file_end",
    "strict/exception/other/20_file_end",
    "strict/exception/other/24_fen_tag",
    "strict/exception/other/26_",
    "exception/03_1_",
    "exception/03_2_",
    "exception/03_movetext",
    "exception/04_movetext",
    "exception/05_1_",
    "exception/05_2_",
    "exception/05_movetext",
    "exception/06_movetext",
    // A move with an `x` that is not a capture.
    "strict/exception/san/03_custom",
    // Two games, the first without a result.
    "lenient/exception/other/06_tag_reappear",
    "lenient/exception/other/07_tag_reappear",
];

#[test]
#[ignore = "reads a folder of collections: make collections DATA=folder"]
fn collections_of_valid_and_invalid_files() {
    let files = files("strict-lenient");
    assert!(files.len() > 100, "{} files", files.len());
    for path in files {
        let name = path.to_string_lossy().replace('\\', "/");
        let expected = name.contains("/exception/") && !ACCEPTED.iter().any(|known| name.contains(known))
            // There are no moves after checkmate or stalemate.
            || name.contains("beyond_checkmate") || name.contains("beyond_stalemate");
        assert_eq!(is_rejected(&path), expected, "{name}: {:?}", read(fs::read(&path).unwrap()).faults);
    }
}
