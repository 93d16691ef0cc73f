//! Passes the commit that the program is built from to the compiler, for `tabiya --version`.

use std::process::Command;

fn main() {
    let version = std::env::var("CARGO_PKG_VERSION").unwrap_or_default();
    // A release is built from an archive without a repository, and sets the commit itself.
    println!("cargo:rerun-if-env-changed=TABIYA_COMMIT");
    let commit = std::env::var("TABIYA_COMMIT").ok().filter(|commit| !commit.is_empty()).or_else(commit);
    let version = match commit {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    };
    println!("cargo:rustc-env=TABIYA_VERSION={version}");
}

/// The commit of the repository that this source is in, if it is in one.
fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    // Only files that change with a commit or a checkout, so that the program is not rebuilt for every edit.
    for path in ["HEAD", "logs/HEAD"] {
        println!("cargo:rerun-if-changed={}", git(&["rev-parse", "--git-path", path])?);
    }
    git(&["rev-parse", "--short=12", "HEAD"])
}
