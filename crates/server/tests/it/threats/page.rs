//! `docs/threats.md` names a test for every row, and every test has its row.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The number of rows in `docs/threats.md`.
const ROWS: usize = 46;

#[test]
fn the_page_and_the_tests_agree() {
    let crate_folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(crate_folder.join("../../docs/threats.md")).expect("the page is there");
    let mut tests = BTreeSet::new();
    for entry in fs::read_dir(crate_folder.join("tests/it/threats")).expect("the tests are there").flatten() {
        let text = fs::read_to_string(entry.path()).expect("text");
        for line in text.lines() {
            let name = line.trim_start().trim_start_matches("async ").strip_prefix("fn threat_");
            if let Some(name) = name.and_then(|rest| rest.split('(').next()) {
                tests.insert(format!("threat_{name}"));
            }
        }
    }
    let named: BTreeSet<String> =
        page.split('`').filter(|word| word.starts_with("threat_")).map(str::to_owned).collect();
    assert_eq!(tests, named, "tests on the left, the page on the right");
    for row in 1..=ROWS {
        assert!(page.lines().any(|line| line.starts_with(&format!("| {row} |"))), "row {row} is missing");
    }
}

/// Row 34: every dependency comes from crates.io, with its checksum.
#[test]
fn threat_34_every_dependency_is_pinned() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    let text = fs::read_to_string(lock).expect("the lock file is there");
    for package in text.split("[[package]]").skip(1) {
        let Some(source) = package.lines().find_map(|line| line.strip_prefix("source = ")) else { continue };
        assert_eq!(source, "\"registry+https://github.com/rust-lang/crates.io-index\"", "{package}");
        assert!(package.contains("checksum = "), "{package}");
    }
}
