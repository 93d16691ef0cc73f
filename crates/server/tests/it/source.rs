//! The server's own source, for tests that read it.

use std::fs;
use std::path::{Path, PathBuf};

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// Every source file with its text, in which the modules `tests` are blank lines.
pub(crate) fn files() -> Vec<(PathBuf, String)> {
    let (mut found, mut folders) = (Vec::new(), vec![folder()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of the source") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source can be read");
                found.push((path, without_tests(&text)));
            }
        }
    }
    found
}

/// Blanks the module `tests`, which may start a whole server or damage a database. Everything else stays, also what
/// follows `#[cfg(test)]` elsewhere: production code comes after it.
fn without_tests(text: &str) -> String {
    let (mut kept, mut is_in_tests, mut before) = (String::new(), false, "");
    for line in text.lines() {
        is_in_tests |= before == "#[cfg(test)]" && line == "mod tests {";
        if !is_in_tests {
            kept.push_str(line);
        }
        kept.push('\n');
        // rustfmt puts the brace that closes the module, and only that one, at the start of a line.
        is_in_tests &= line != "}";
        before = line;
    }
    kept
}

#[test]
fn only_the_module_of_tests_is_left_out() {
    let text = "#[cfg(test)]\nmod simulation;\nuse crate::early;\n#[cfg(test)]\nmod tests {\n    use crate::inside;\n    \
        fn f() {\n    }\n}\nuse crate::late;\n";
    let kept = without_tests(text);
    assert!(kept.contains("crate::early") && kept.contains("crate::late"), "{kept}");
    assert!(!kept.contains("crate::inside"), "{kept}");
    assert_eq!(kept.lines().count(), text.lines().count(), "line numbers stay");
}
