//! Files, links and make targets that the documents name exist.

use super::{code_spans, documents, read, root};

/// The folders with which a path can begin.
const FOLDERS: [&str; 6] = ["crates/", "web/", "bench/", "scripts/", "docs/", "fuzz/"];

#[test]
fn paths_in_documents_exist() {
    let mut checked = 0;
    for document in documents() {
        for span in code_spans(&read(&document)) {
            let is_path = FOLDERS.iter().any(|folder| span.starts_with(folder));
            // A pattern such as crates/*/tests/laws names many; output such as web/dist exists only after a build.
            if !is_path || span.contains(['*', ' ', '…', '<']) || ["web/dist", "web/shots"].contains(&span)
            {
                continue;
            }
            let path = span.split(':').next().unwrap_or(span);
            assert!(
                root().join(path).exists(),
                "{} names `{span}`, which does not exist",
                document.display()
            );
            checked += 1;
        }
    }
    assert!(checked > 20, "only {checked} paths were found");
}

#[test]
fn links_in_documents_are_valid() {
    let mut checked = 0;
    for document in documents() {
        let text = read(&document);
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("http") || target.starts_with('#') {
                continue;
            }
            let file = target.split('#').next().unwrap_or(target);
            let folder = document.parent().map(|folder| root().join(folder)).unwrap_or_default();
            assert!(
                folder.join(file).exists(),
                "{} links to {target}, which does not exist",
                document.display()
            );
            checked += 1;
        }
    }
    assert!(checked > 15, "only {checked} links were found");
}

#[test]
fn make_targets_in_documents_exist() {
    let makefile = read("Makefile");
    let mut checked = 0;
    for document in documents() {
        for span in code_spans(&read(&document)) {
            let Some(arguments) = span.strip_prefix("make ") else { continue };
            for target in arguments.split(' ').filter(|word| !word.contains('=')) {
                let is_target = makefile.lines().any(|line| line.starts_with(&format!("{target}:")));
                assert!(is_target, "{} names `make {target}`, which does not exist", document.display());
                checked += 1;
            }
        }
    }
    assert!(checked > 10, "only {checked} targets were found");
}

/// The first column of a table of modules in ARCHITECTURE.md names files or folders of that crate.
#[test]
fn modules_in_the_architecture_exist() {
    let architecture = read("ARCHITECTURE.md");
    let mut checked = 0;
    for section in architecture.split("\n### ").skip(1) {
        let name = section.lines().next().unwrap_or_default();
        let source = root().join("crates").join(name).join("src");
        if !source.exists() {
            continue; // several crates in one section, or the page
        }
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let first = row.split('|').nth(1).unwrap_or_default();
            for module in code_spans(first) {
                let module = module.trim_end_matches('/');
                let exists = source.join(module).exists() || source.join(format!("{module}.rs")).exists();
                assert!(
                    exists,
                    "ARCHITECTURE.md names the module `{module}` of {name}, which does not exist"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 20, "only {checked} modules were found");
}
