//! Matches between real processes: small shell scripts that play by the rules, and some that do not.
#![expect(clippy::unwrap_used, reason = "a test that panics has failed, as it should")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A folder with the scripts of engines, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tabiya-match-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    /// An engine as a shell script that answers `go` with these commands.
    fn engine(&self, name: &str, go: &str) -> String {
        let script = format!(
            r#"#!/bin/sh
while read -r line; do
    case "$line" in
    uci) echo "id name {name}"; echo "option name Hash type spin default 1 min 1 max 9"; echo uciok ;;
    isready) echo readyok ;;
    go*) {go} ;;
    quit) exit 0 ;;
    esac
done
"#
        );
        let file = self.0.join(name);
        fs::write(&file, script).unwrap();
        format!("cmd=sh {}", file.display())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// One opening: White mates with Ra8.
    fn openings(&self) -> PathBuf {
        let file = self.file("openings.epd");
        fs::write(&file, "7k/R7/6K1/8/8/8/8/8 w - - 0 1\n").unwrap();
        file
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Always plays Ra8, which mates as White in the opening of the tests.
const MATES: &str = "echo 'info depth 1 score mate 1'; echo bestmove a7a8";

fn run(arguments: &[&str], openings: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tabiya-tuner"))
        .arg("match")
        .args(arguments)
        .args(["--openings", openings.to_str().unwrap()])
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// A match of one pair in which the second engine answers `go` with `script`: its fault is reported and costs the game.
#[track_caller]
fn check_fault(name: &str, script: &str, limit: &[&str], named: &str) {
    let folder = Folder::new(name);
    let (good, bad) = (folder.engine("good", MATES), folder.engine(name, script));
    let arguments = [&["-e", &good, "-e", &bad, "--pairs", "1"], limit].concat();
    let output = run(&arguments, &folder.openings());
    let text = text(&output);
    // One game is won by mate as White, the other because of the fault.
    assert!(text.contains("+2 =0 -0"), "{text}");
    assert!(text.contains(named), "{text}");
    assert_eq!(output.status.code(), Some(2), "{text}");
}

#[test]
fn an_engine_that_crashes_loses() {
    check_fault("crasher", "exit 3", &["--nodes", "10"], "White crashed after `go` (exit status: 3)");
}

#[test]
fn an_engine_that_plays_an_illegal_move_loses() {
    check_fault("cheat", "echo bestmove a7h1", &["--nodes", "10"], "White plays an illegal move: \"a7h1\"");
    check_fault("mute", "echo bestmove", &["--nodes", "10"], "White plays an illegal move: \"\"");
}

#[test]
fn an_engine_that_oversteps_its_time_loses() {
    let slow = "sleep 1; echo bestmove a7a8";
    check_fault("slow", slow, &["--tc", "0.3+0"], "White loses on time");
    check_fault("slower", slow, &["--movetime", "100"], "White loses on time");
}

#[test]
fn an_engine_that_does_not_start_ends_the_match() {
    let folder = Folder::new("absent");
    let good = folder.engine("good", MATES);
    for (arguments, named) in [
        (&["-e", &good, "-e", "cmd=/no/such/program"][..], "program crashed after `uci`"),
        (&["-e", &good, "-e", &good, "option.Contempt=3"], "has no option \"Contempt\""),
    ] {
        let output = run(&[arguments, &["--nodes", "1"]].concat(), &folder.openings());
        assert!(text(&output).contains(named), "{}", text(&output));
        assert_eq!(output.status.code(), Some(1));
    }
}

#[test]
fn games_are_kept_as_pgn_and_colours_are_exchanged() {
    let folder = Folder::new("pgn");
    let (one, two) = (folder.engine("one", MATES), folder.engine("two", MATES));
    let games = folder.file("games.pgn");
    let engines = ["-e", &one, "name=one", "-e", &two, "name=two"];
    let arguments = ["--pairs", "3", "--nodes", "1", "--concurrency", "2", "--pgn", games.to_str().unwrap()];
    let output = run(&[&engines[..], &arguments[..]].concat(), &folder.openings());
    // White always mates, so every pair is even.
    assert!(text(&output).contains("+3 =0 -3, 50.0 %, Elo +0.0"), "{}", text(&output));
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let written = fs::read(&games).unwrap();
    let trees = pgn::Reader::from_slice(&written).trees().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(trees.len(), 6);
    for tree in &trees {
        assert!(tree.faults.is_empty());
        let last = tree.main_line().last().unwrap();
        assert!(tree.position(last).unwrap().is_checkmate());
        assert_eq!(tree.tags.get("Termination"), Some("checkmate"));
    }
    assert_eq!(trees.iter().filter(|tree| tree.tags.get("White") == Some("one")).count(), 3);
}

#[test]
fn the_sequential_test_ends_a_match_early() {
    let folder = Folder::new("sprt");
    // The better engine fails in every fifth of its games as White, the other in all of them.
    let count = folder.file("count");
    let count = count.display();
    let sometimes = format!(
        "n=$(cat {count} 2>/dev/null || echo 0); n=$((n + 1)); echo $n > {count}; \
         if [ $((n % 5)) = 0 ]; then echo bestmove a7h1; else echo bestmove a7a8; fi"
    );
    let (good, bad) = (folder.engine("good", &sometimes), folder.engine("bad", "echo bestmove a7h1"));
    let arguments = ["-e", &good, "-e", &bad, "--pairs", "500", "--nodes", "1", "--sprt", "0", "50"];
    let output = run(&arguments, &folder.openings());
    let text = text(&output);
    assert!(text.contains("SPRT [0, 50]: H1 accepted"), "{text}");
    let pairs = fs::read_to_string(folder.file("count")).unwrap().trim().parse::<u32>().unwrap();
    assert!((5..100).contains(&pairs), "{pairs} pairs: {text}");
}

/// Ctrl-C ends a match with the results so far and leaves no engine running.
#[test]
fn an_interrupt_ends_the_match_with_its_result() {
    let folder = Folder::new("interrupt");
    let engine = folder.engine("steady", "sleep 0.05; echo bestmove a7a8");
    let (openings, games) = (folder.openings(), folder.file("games.pgn"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-tuner"))
        .args(["match", "-e", &engine, "name=one", "-e", &engine, "name=two"])
        .args(["--nodes", "1", "--pairs", "100000", "--openings"])
        .arg(&openings)
        .arg("--pgn")
        .arg(&games)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A game in the file has been counted, so there is a result to print.
    let started = Instant::now();
    while !fs::metadata(&games).is_ok_and(|file| file.len() > 0) {
        assert_eq!(child.try_wait().unwrap(), None, "the match ended by itself");
        assert!(started.elapsed() < Duration::from_secs(60), "no game has ended");
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let status = child.wait().unwrap();
    let mut output = String::new();
    std::io::Read::read_to_string(child.stdout.as_mut().unwrap(), &mut output).unwrap();
    assert_eq!(status.code(), Some(130), "{output}");
    assert!(output.contains("one – two: +") && !output.contains("(0 games"), "{output}");
    assert!(interrupted.elapsed() < Duration::from_secs(60));
    let left = Command::new("pgrep").args(["-f", folder.0.to_str().unwrap()]).output().unwrap();
    assert!(left.stdout.is_empty(), "engines are still running: {}", String::from_utf8_lossy(&left.stdout));
}
