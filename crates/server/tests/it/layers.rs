//! The layering of the server's modules, checked against the source: a module may use only those before it in the list.

use std::fs;
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

/// Every source file, with the top-level module that it belongs to.
fn sources() -> Vec<(String, PathBuf)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut found, mut folders) = (Vec::new(), vec![source.clone()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let below = path.strip_prefix(&source).expect("it is below the source");
                let first = below.components().next().expect("a name").as_os_str();
                let module = Path::new(first).file_stem().expect("a name").to_string_lossy();
                found.push((module.into_owned(), path));
            }
        }
    }
    found
}

/// The modules that a source names as `crate::module`, one by one or in a group.
fn used(text: &str) -> Vec<String> {
    let word = |text: &str| -> String {
        text.chars().take_while(|letter| letter.is_ascii_alphanumeric() || *letter == '_').collect()
    };
    let mut used = Vec::new();
    for (at, _) in text.match_indices("crate::") {
        let rest = &text[at + "crate::".len()..];
        match rest.strip_prefix('{').and_then(|group| group.split_once('}')) {
            // Only the first segment of each item counts: `crate::{ids::GameId, store}`.
            Some((group, _)) => used.extend(group.split(',').map(|part| word(part.trim()))),
            None => used.push(word(rest)),
        }
    }
    used
}

fn place(module: &str) -> usize {
    let place = ORDER.iter().position(|known| *known == module);
    place.unwrap_or_else(|| panic!("the module {module:?} is missing in the list of tests/it/layers.rs"))
}

#[test]
fn no_module_uses_one_above_it() {
    let sources = sources();
    let mut uses = 0;
    for (module, path) in &sources {
        let text = fs::read_to_string(path).expect("a source can be read");
        // A test may start a whole server.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
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
        assert!(sources.iter().any(|(module, _)| module == known), "there is no module {known}");
    }
}

#[test]
fn only_the_folder_of_a_database_knows_it() {
    for (_, path) in sources() {
        let is_in = |folder: &str| path.components().any(|part| part.as_os_str() == folder);
        let text = fs::read_to_string(&path).expect("a source can be read");
        // A test may access a database directly, for example to damage it.
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
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
}
