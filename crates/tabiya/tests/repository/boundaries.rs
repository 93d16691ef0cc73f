//! Nothing in the repository depends on files outside it.

use super::{files, root};
use std::fs;

#[test]
fn nothing_reaches_outside_the_repository() {
    // Written in two parts, so that this file does not find itself.
    let outside = concat!("../", "shared");
    let mut reaching = Vec::new();
    for path in files() {
        // Pictures and archives are not text.
        let Ok(text) = fs::read_to_string(root().join(&path)) else { continue };
        if text.contains(outside) {
            reaching.push(path);
        }
    }
    assert!(reaching.is_empty(), "{reaching:?}");
}
