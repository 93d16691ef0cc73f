//! The page is embedded as it lies in `web/dist`: when it is built, or built anew, so is what embeds it.

use std::fs;
use std::path::Path;

fn main() {
    // A folder that is not there would count as changed at every build, one that is empty counts when it is filled.
    if Path::new("../../web").is_dir() {
        let _ = fs::create_dir_all("../../web/dist");
    }
    println!("cargo::rerun-if-changed=../../web/dist");
}
