use crate::run;

#[test]
fn wrong_usage_ends_with_code_two() {
    for args in [
        &["dance"][..],
        &["--json"],
        &["arbiter", "now"],
        &["inspect", "--fen"],
        &["perft"],
        &["perft", "four"],
        &["perft", "-1"],
        &["perft", "65"],
        &["perft", "3", "--threads", "0"],
        &["perft", "3", "--threads", "1025"],
        &["perft", "3", "4"],
        &["perft", "3", "--fen"],
        &["play", "e4"],
    ] {
        let run = run(args, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains("Usage") || run.stderr.contains("--help"), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn help_and_version() {
    for args in [
        &["--help"][..],
        &["arbiter", "--help"],
        &["inspect", "--help"],
        &["perft", "--help"],
        &["play", "--help"],
    ] {
        let run = run(args, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.contains("Usage: tabiya"), "{}", run.stdout);
    }
    // The commit follows if the program was built from a repository.
    let version = run(&["--version"], "").stdout;
    let rest = version.strip_prefix(concat!("tabiya ", env!("CARGO_PKG_VERSION"))).expect("name and version");
    let commit = rest.trim_end().strip_prefix(" (").and_then(|rest| rest.strip_suffix(')'));
    assert!(rest == "\n" || commit.is_some_and(|commit| commit.len() >= 7), "{version}");
}
