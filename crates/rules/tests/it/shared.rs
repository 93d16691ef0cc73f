//! Collections of positions that may lie beside the project; where they do not, their tests pass at once.

use std::fs;
use std::path::Path;

/// The text of a file of the collections, or one line that says it is not there.
pub(crate) fn read(file: &str) -> Option<String> {
    if cfg!(miri) {
        return None;
    }
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(file));
    if text.is_err() {
        println!("{file} is not there: nothing to compare with");
    }
    text.ok()
}
