//! Checks that statements in the documents about the repository are true, and that the repository is complete.

mod boundaries;
mod dependencies;
mod documents;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file that git would keep, as paths from the root.
fn files() -> Vec<PathBuf> {
    const SKIPPED: [&str; 9] =
        [".git", "target", "node_modules", "dist", "shots", "pkg", "corpus", "artifacts", "coverage"];
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(root().join(&folder)).expect("a readable folder") {
            let entry = entry.expect("a readable entry");
            let path = folder.join(entry.file_name());
            if entry.file_type().expect("a file type").is_dir() {
                if !SKIPPED.iter().any(|skipped| entry.file_name() == *skipped) {
                    folders.push(path);
                }
            } else {
                found.push(path);
            }
        }
    }
    assert!(found.len() > 100, "only {} files in {}", found.len(), root().display());
    found
}

/// The documents that people read first, and those in docs/.
fn documents() -> Vec<PathBuf> {
    let is_document = |path: &&PathBuf| {
        path.extension().is_some_and(|extension| extension == "md")
            && (path.components().count() == 1 || path.starts_with("docs") || path.starts_with("bench"))
    };
    let documents: Vec<_> = files().iter().filter(is_document).cloned().collect();
    assert!(documents.len() > 8, "{documents:?}");
    documents
}

/// The texts in `backticks` outside of code blocks.
fn code_spans(markdown: &str) -> Vec<&str> {
    let mut spans = Vec::new();
    for (number, block) in markdown.split("```").enumerate() {
        if number % 2 == 0 {
            spans.extend(block.split('`').skip(1).step_by(2));
        }
    }
    spans
}
