//! The layering of the server's modules, checked against the source: a module may use only those before it in the list.

use crate::source;
use std::path::{Path, PathBuf};

/// The top-level modules, lowest layer first. `ARCHITECTURE.md` says what each is for.
const ORDER: [&str; 28] = [
    "ids",
    "sanitize",
    "clock",
    "control",
    "config",
    "metrics",
    "round_trip",
    "ratings",
    "identity",
    "settings",
    "store",
    "limits",
    "backup",
    "bus",
    "rooms",
    "computer",
    "lobby",
    "people",
    "rounds",
    "tournaments",
    "app",
    "http",
    "admin",
    "page",
    "live",
    "api",
    "server",
    "lib",
];

/// Every source file: the top-level module that it belongs to, its path and its text without tests.
fn sources() -> Vec<(String, PathBuf, String)> {
    let name = |path: &Path| {
        let below = path.strip_prefix(source::folder()).expect("it is below the source").to_owned();
        let first = below.components().next().expect("a name").as_os_str().to_owned();
        Path::new(&first).file_stem().expect("a name").to_string_lossy().into_owned()
    };
    source::files().into_iter().map(|(path, text)| (name(&path), path, text)).collect()
}

/// The modules that a source names as `crate::module`, one by one or in a group.
fn used(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
    };
    let mut used = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            // Only the first segment of each item counts: `crate::{ids::GameId, store}`.
            Some(group) => {
                used.extend(
                    items(group).iter().map(|item| word(item.trim())).filter(|word| !word.is_empty()),
                );
            }
            None => used.push(word(rest)),
        }
    }
    used
}

/// The items of a group up to its closing brace; the commas of groups inside it separate nothing.
fn items(group: &str) -> Vec<&str> {
    let (mut items, mut depth, mut begun) = (Vec::new(), 0, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' if depth > 0 => {}
            '}' | ',' => {
                items.push(&group[begun..at]);
                begun = at + 1;
                if letter == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    items
}

fn place(module: &str) -> usize {
    let place = ORDER.iter().position(|known| *known == module);
    place.unwrap_or_else(|| panic!("the module {module:?} is missing in the list of tests/it/layers.rs"))
}

#[test]
fn no_module_uses_one_above_it() {
    let sources = sources();
    let mut uses = 0;
    for (module, path, code) in &sources {
        for other in used(code) {
            // Names that the crate re-exports, such as `crate::Config`, begin with a capital letter.
            if other.is_empty() || other.starts_with(|letter: char| letter.is_ascii_uppercase()) {
                assert!(["lib", "server"].contains(&module.as_str()), "{}: crate::{other}", path.display());
                continue;
            }
            uses += 1;
            let is_allowed = place(&other) <= place(module);
            assert!(is_allowed, "{}: {module} uses {other}, which is above it", path.display());
        }
    }
    assert!(uses > 300, "only {uses} uses were found");
    for known in ORDER {
        assert!(sources.iter().any(|(module, ..)| module == known), "there is no module {known}");
    }
}

/// The first column of the table in `ARCHITECTURE.md` lists the modules in the same order.
#[test]
fn the_table_of_modules_is_complete() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../ARCHITECTURE.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let table = page.lines().skip_while(|line| !line.starts_with("| module | its one idea"));
    let rows = table.skip(2).map_while(|line| line.strip_prefix("| ")?.split('|').next());
    let names = rows.flat_map(|cell| cell.split(", ").map(|name| name.trim().trim_matches(['`', '/'])));
    assert_eq!(names.collect::<Vec<_>>(), ORDER[..ORDER.len() - 1]);
}

#[test]
fn only_the_folder_of_a_database_knows_it() {
    for (_, path, code) in sources() {
        let is_in = |folder: &str| path.components().any(|part| part.as_os_str() == folder);
        for (word, folders) in [
            ("rusqlite", ["sqlite"].as_slice()),
            ("tokio_postgres", &["postgres"]),
            ("deadpool_postgres", &["postgres"]),
            ("refinery", &["sqlite", "postgres"]),
        ] {
            let named = code.match_indices(word).any(|(at, _)| code[at + word.len()..].starts_with("::"));
            let may = folders.iter().any(|folder| is_in(folder));
            assert!(
                may || !named,
                "{}: {word} outside of store/{}",
                path.display(),
                folders.join(" and store/")
            );
        }
    }
}

#[test]
fn a_use_is_found_however_it_is_written() {
    let text = "use crate::ids::{GameId, PlayerId};\nuse crate::{clock, store::Store};\nlet x = crate::rooms::len();";
    assert_eq!(used(text), ["ids", "clock", "store", "rooms"]);
    let nested = "use crate::{\n    ids::{GameId, PlayerId},\n    store::{self, records::{A, B}},\n    server,\n};\nuse std::{a, b};";
    assert_eq!(used(nested), ["ids", "store", "server"]);
}
