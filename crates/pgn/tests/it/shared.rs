//! Collections of files that may lie beside the project; where they do not, these tests pass at once.

use crate::log::read;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/pgn").join(folder);
    let mut found = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else {
            println!("{} is not there: nothing to compare with", folder.display());
            continue;
        };
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

/// Whether something is wrong with the file, notes aside.
fn is_refused(path: &Path) -> bool {
    let log = read(fs::read(path).unwrap());
    log.games.is_empty() || log.faults.iter().any(|fault| !fault.kind.is_note())
}

/// What only a reader that wants nothing but the export format refuses: these files are read.
const FORGIVEN: [&str; 21] = [
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
    // It says that it captures, and does not.
    "strict/exception/san/03_custom",
    // Two games, the first without a result.
    "lenient/exception/other/06_tag_reappear",
    "lenient/exception/other/07_tag_reappear",
];

#[test]
fn what_must_be_refused_is_refused_and_nothing_else() {
    for path in files("strict-lenient") {
        let name = path.to_string_lossy().replace('\\', "/");
        let expected = name.contains("/exception/") && !FORGIVEN.iter().any(|known| name.contains(known))
            // Nobody moves after checkmate or stalemate.
            || name.contains("beyond_checkmate") || name.contains("beyond_stalemate");
        assert_eq!(is_refused(&path), expected, "{name}: {:?}", read(fs::read(&path).unwrap()).faults);
    }
}
