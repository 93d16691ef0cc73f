//! The generator in WebAssembly, run by Node.

use super::Effort;
use crate::progress::Progress;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";
const DEPTH: u32 = 5;
const LEAVES: u64 = 4_865_609;

/// One line with the speed, or with what is missing.
pub(super) fn run(effort: &Effort) -> String {
    let progress = Progress::new("wasm");
    progress.show_text("building");
    let line = measure(effort).unwrap_or_else(|missing| missing);
    progress.clear();
    format!("wasm, start, depth {DEPTH}: {line}")
}

fn measure(effort: &Effort) -> Result<String, String> {
    if !has_target() {
        return Err(format!("not measured, the target is missing: rustup target add {TARGET}"));
    }
    output(Command::new("node").arg("--version"))
        .map_err(|_| "not measured, Node is missing: install Node 20 or later".to_owned())?;
    let module = build()?;
    let script = folder().join("run.mjs");
    let arguments = [DEPTH.to_string(), effort.rounds.to_string()];
    let printed = output(Command::new("node").arg(script).arg(module).args(arguments))?;
    let mut words = printed.split_whitespace();
    let leaves: Option<u64> = words.next().and_then(|word| word.parse().ok());
    let seconds: Option<f64> = words.next().and_then(|word| word.parse().ok());
    assert_eq!(leaves, Some(LEAVES), "the WebAssembly module counts wrongly");
    let seconds = seconds.ok_or_else(|| format!("not measured, the script printed {printed:?}"))?;
    Ok(format!("{:.2} Mnodes/s", LEAVES as f64 / seconds / 1e6))
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm")
}

/// Whether the standard library for the target is installed.
fn has_target() -> bool {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    output(Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]))
        .is_ok_and(|folder| Path::new(folder.trim()).is_dir())
}

/// Builds the module and returns its path.
fn build() -> Result<PathBuf, String> {
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let target_dir = program.with_file_name("wasm");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    output(
        Command::new(cargo)
            .args(["build", "--release", "--quiet", "--target", TARGET, "--manifest-path"])
            .arg(folder().join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target_dir),
    )?;
    Ok(target_dir.join(TARGET).join("release").join("bench_wasm.wasm"))
}

/// The output of a command, or why it failed.
fn output(command: &mut Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("{program}: {error}"))?;
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim()))
    }
}
