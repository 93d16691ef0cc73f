//! `docs/laws.md` lists exactly the law tests in the sources.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The path of a test, such as `rules::laws::special::law_s01_en_passant`, and the id in its name.
type Tests = BTreeMap<String, String>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn id_of(function: &str) -> String {
    let id = function.strip_prefix("law_").and_then(|rest| rest.split('_').next());
    id.unwrap_or_else(|| panic!("{function} names no law")).to_uppercase()
}

/// The files of a folder; empty if there is no such folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    entries.map(|entry| entry.expect("a readable folder").path()).collect()
}

fn name(path: &Path) -> &str {
    path.file_stem().and_then(|name| name.to_str()).expect("a file with a name")
}

/// The law tests of all crates.
fn tests_in_the_sources() -> Tests {
    let mut tests = Tests::new();
    for folder in files(&root().join("crates")) {
        for file in files(&folder.join("tests/laws")) {
            let source = fs::read_to_string(&file).expect("a readable source");
            for line in source.lines().filter_map(|line| line.strip_prefix("fn law_")) {
                let function = format!("law_{}", line.split('(').next().unwrap_or_default());
                let path = format!("{}::laws::{}::{function}", name(&folder), name(&file));
                tests.insert(path, id_of(&function));
            }
        }
    }
    tests
}

/// The rows of the page's table: `| law | FIDE | what it says | test |`.
fn tests_on_the_page() -> Tests {
    let page = fs::read_to_string(root().join("docs/laws.md")).expect("docs/laws.md");
    let mut tests = Tests::new();
    for row in page.lines().filter(|line| line.contains("::law_")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [id, article, says, test] = cells[..] else { panic!("not a row of four cells: {row}") };
        assert!(!says.is_empty(), "{row}");
        assert!(is_article(article), "{row}");
        let twice = tests.insert(test.trim_matches('`').to_string(), id.to_string());
        assert_eq!(twice, None, "listed twice: {row}");
    }
    tests
}

/// Whether a cell names articles of FIDE's Laws, or says that there are none.
fn is_article(text: &str) -> bool {
    let names_one = |part: &str| {
        let digits = part.trim_start_matches(['A', 'B', 'C']).trim_start_matches('.');
        !digits.is_empty() && digits.split('.').all(|number| number.parse::<u8>().is_ok())
    };
    text == "not in FIDE's Laws" || text.split(", ").flat_map(|range| range.split(" to ")).all(names_one)
}

#[test]
fn every_law_is_on_the_page_with_the_test_that_holds_it() {
    let sources = tests_in_the_sources();
    assert!(!sources.is_empty());
    assert_eq!(tests_on_the_page(), sources);
}
