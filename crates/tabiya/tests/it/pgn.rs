use crate::{Run, run};
use serde_json::{Value, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

const GOOD: &str = "[Event \"one\"]\n[Result \"0-1\"]\n\n1. f3 e5 {[%clk 0:02:59] [%eval -0.25,12]} (1... c5! 2. e4 (2. g3)) 2. g4 Qh4# 0-1\n";
const BAD: &str = "[Event \"two\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n\n[Event \"three\"]\n\n1. d4 *\n";
const MESSAGE: &str = "3:13: game 1, move 2.: \"Ke3\" is not legal here; legal would be Ke2";

/// A file that is removed when the test is over.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, bytes: &[u8]) -> Temporary {
        let path = std::env::temp_dir().join(format!("tabiya-{}-{name}", std::process::id()));
        fs::write(&path, bytes).unwrap();
        Temporary(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[track_caller]
fn check(run: &Run, code: i32, stdout: &str, stderr: &str) {
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (code, stdout, stderr));
}

#[test]
fn check_says_where_and_what() {
    check(&run(&["pgn", "check", "-"], GOOD), 0, "stdin: 1 game, 7 moves, all fine\n", "");
    check(
        &run(&["pgn", "check", "-"], BAD),
        1,
        "stdin: 2 games, 3 moves, 1 bad game\n",
        &format!("stdin:{MESSAGE}\n"),
    );
    check(&run(&["pgn", "check", "-"], ""), 1, "stdin: 0 games, 0 moves, nothing to read\n", "");
}

#[test]
fn every_file_is_tried() {
    let (good, bad) =
        (Temporary::new("good.pgn", GOOD.as_bytes()), Temporary::new("bad.pgn", BAD.as_bytes()));
    let (good, bad) = (good.name(), bad.name());
    let run = run(&["pgn", "check", "no-such-file.pgn", bad, good], "");
    assert_eq!(run.code, 1);
    let expected = format!("{bad}: 2 games, 3 moves, 1 bad game\n{good}: 1 game, 7 moves, all fine\n");
    assert_eq!(run.stdout, expected);
    let (missing, told) = run.stderr.split_once('\n').unwrap();
    assert!(missing.starts_with("no-such-file.pgn: error: "), "{missing}");
    assert_eq!(told, format!("{bad}:{MESSAGE}\n"));
}

#[test]
fn compressed_files_whatever_their_names() {
    let text = GOOD.repeat(3).replace("0-1\n[", "0-1\n\n[");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(text.as_bytes()).unwrap();
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default());
    bz2.write_all(text.as_bytes()).unwrap();
    let zst = zstd::stream::encode_all(text.as_bytes(), 3).unwrap();
    for (name, bytes) in [
        ("a.pgn", text.as_bytes().to_vec()),
        ("a.pgn.gz", gz.finish().unwrap()),
        ("a.pgn.bz2", bz2.finish().unwrap()),
        ("a.pgn.zst", zst),
    ] {
        let file = Temporary::new(name, &bytes);
        let expected = format!("{}: 3 games, 21 moves, all fine\n", file.name());
        check(&run(&["pgn", "check", file.name()], ""), 0, &expected, "");
        check(&run(&["pgn", "check", "-"], &bytes), 0, "stdin: 3 games, 21 moves, all fine\n", "");
        if name != "a.pgn" {
            // Half of a file is reported as an error.
            let half = run(&["pgn", "check", "-"], &bytes[..bytes.len() / 2]);
            assert_eq!(half.code, 1);
            assert!(half.stderr.contains("stdin: error: "), "{}", half.stderr);
        }
    }
}

/// Games before the place where a file is cut off are read and counted, and the error is reported.
#[test]
fn a_file_that_is_cut_off() {
    // Games that do not compress well, so that half of the bytes are about half of the games.
    let game = |n: u64| format!("[Event \"{:x}\"]\n\n1. e4 e5 *\n\n", n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let text: String = (0..5000).map(game).collect();
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(text.as_bytes()).unwrap();
    let gz = gz.finish().unwrap();
    let cut = run(&["pgn", "check", "-"], &gz[..gz.len() / 2]);
    let games: u64 = cut.stdout["stdin: ".len()..].split(' ').next().unwrap().parse().unwrap();
    assert!((2000..3000).contains(&games), "{}", cut.stdout);
    assert!(cut.stdout.ends_with("not read to the end\n"), "{}", cut.stdout);
    assert_eq!(cut.code, 1);
    assert!(cut.stderr.contains("stdin: error: the file is cut off: "), "{}", cut.stderr);
    let json = run(&["pgn", "json", "-"], &gz[..gz.len() / 2]);
    assert_eq!((json.code, json.stdout.lines().count() as u64), (1, games));
}

#[test]
fn clean_writes_what_can_be_read() {
    let run = run(&["pgn", "clean", "-"], BAD);
    assert_eq!(run.code, 1);
    assert_eq!(run.stderr, format!("stdin:{MESSAGE}\nstdin: 2 games, 3 moves, 1 bad game\n"));
    let unknown = "[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    let expected = format!(
        "[Event \"two\"]\n{unknown}1. e4 e5 {{Not readable from here: \"Ke3\" is not legal here; legal would be Ke2}} *\n\n\
        [Event \"three\"]\n{unknown}1. d4 *\n\n"
    );
    assert_eq!(run.stdout, expected);
    let again = crate::run(&["pgn", "clean", "-"], &run.stdout);
    assert_eq!((again.code, again.stdout), (0, run.stdout));
}

#[test]
fn json_is_one_object_a_game() {
    let fine = run(&["pgn", "json", "-"], GOOD);
    assert_eq!((fine.code, fine.stderr.as_str()), (0, ""));
    assert_eq!(
        fine.json(),
        [json!({
            "game": 1, "file": "stdin", "tags": {"Event": "one", "Result": "0-1"},
            "moves": [
                {"san": "f3", "uci": "f2f3"},
                {"san": "e5", "uci": "e7e5", "comments": ["[%clk 0:02:59] [%eval -0.25,12]"], "clk": 179_000,
                 "eval": {"cp": -25, "depth": 12}, "variations": [[
                    {"san": "c5", "uci": "c7c5", "nags": [1]},
                    {"san": "e4", "uci": "e2e4", "variations": [[{"san": "g3", "uci": "g2g3"}]]},
                ]]},
                {"san": "g4", "uci": "g2g4"},
                {"san": "Qh4#", "uci": "d8h4"},
            ],
            "result": "0-1", "fen": crate::FOOLS_MATE, "errors": [],
        })]
    );
    let bad = run(&["pgn", "json", "-"], BAD);
    assert_eq!((bad.code, bad.stderr.as_str()), (1, ""));
    let games = bad.json();
    assert_eq!(
        games[0]["errors"],
        json!([{"line": 3, "column": 13, "move": "2.",
        "error": "\"Ke3\" is not legal here; legal would be Ke2"}])
    );
    assert_eq!((&games[1]["game"], &games[1]["errors"]), (&json!(2), &json!([])));
}

#[test]
fn json_of_deep_variations() {
    let text = format!("1. e4 {}{} *", "(1. e4 ".repeat(1000), ")".repeat(1000));
    let run = run(&["pgn", "json", "-"], text);
    assert_eq!((run.code, run.stdout.matches("\"e2e4\"").count()), (0, 1001));
}

/// An alternative to the first move of a variation is listed beside the variation, wherever it is in the file.
#[test]
fn json_lists_alternatives_side_by_side() {
    let line = |moves: &[&str]| -> Value { moves.iter().map(|san| json!(san)).collect() };
    let text = "1. e4 e5 (1... c5 {a} (1... e6 (1... d6 2. d4 (2. c4)) 2. Nc3) (1... b6) 2. Nf3) ({said}) $1 2. d4 *";
    let game = run(&["pgn", "json", "-"], text).json().remove(0);
    let e5 = &game["moves"][1];
    assert_eq!((&e5["comments"], &e5["nags"]), (&json!(["said"]), &json!([1])));
    let sans =
        |line: &Value| -> Value { line.as_array().unwrap().iter().map(|mv| mv["san"].clone()).collect() };
    let variations: Vec<Value> = e5["variations"].as_array().unwrap().iter().map(sans).collect();
    assert_eq!(variations, [line(&["c5", "Nf3"]), line(&["e6", "Nc3"]), line(&["d6", "d4"]), line(&["b6"])]);
    assert_eq!(e5["variations"][0][0]["comments"], json!(["a"]));
    assert_eq!(e5["variations"][2][1]["variations"][0][0]["san"], "c4");
    assert_eq!(game["moves"].as_array().unwrap().len(), 3);
    // A file that does not close its variations.
    let open = run(&["pgn", "json", "-"], "1. e4 (1. d4 (1. c4 c5 2. Nf3").json().remove(0);
    assert_eq!(open["moves"][0]["variations"].as_array().map(Vec::len), Some(2), "{open}");
    assert!(open["fen"].as_str().unwrap().contains("/4P3/"), "the main line has one move: {open}");
}

/// A game of fifteen megabytes is written while it is read.
#[cfg(target_os = "linux")]
#[test]
fn json_of_a_long_game_needs_little_memory() {
    use std::io::Read;
    let moves = "1. Nf3 (1. d4 {a queen's pawn} d5) Nf6 2. Ng1 Ng8 ".repeat(290_000);
    let file = Temporary::new("long.pgn", format!("[Event \"x\"]\n\n{moves}*\n").as_bytes());
    assert!(fs::metadata(&file.0).unwrap().len() > 14_000_000);
    let mut child = crate::tabiya(&["pgn", "json", file.name(), "--threads", "2"]).spawn().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let (mut buffer, mut length, mut peak) = (vec![0; 1 << 16], 0, 0);
    loop {
        // The program waits for its reader, so this is nearly its peak memory.
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        if let Some(line) = status.lines().find_map(|line| line.strip_prefix("VmHWM:")) {
            peak = line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024;
        }
        match stdout.read(&mut buffer).unwrap() {
            0 => break,
            read => length += read,
        }
    }
    assert!(child.wait().unwrap().success());
    assert!(length > 60_000_000, "{length} bytes of JSON");
    assert!((1..64).contains(&peak), "{peak} MB at most");
}

#[test]
fn stats_count_and_judge() {
    let flag = "[Event \"flag\"]\n[FEN \"8/8/8/4k3/8/8/8/R3K3 b - - 0 1\"]\n[Result \"0-1\"]\n[Termination \"Time forfeit\"]\n\n1... Kd4 0-1\n\n";
    let run = run(&["pgn", "stats", "-"], format!("{flag}{GOOD}\n{BAD}"));
    assert_eq!((run.code, run.stderr.as_str()), (1, ""));
    for expected in [
        "stdin: 4 games, 11 moves, 1 bad game\n",
        "\nresults\n           2  0-1\n           2  *\n",
        "           1  1. f3 e5 2. g4 Qh4#\n",
        "\nlengths in moves (average 1.0, longest 2)\n           4  0-19\n",
        "           1  checkmate\n",
        "           1  time forfeit\n",
        "\nresults that the laws contradict: 1\n  game 1: recorded 0-1, but black can never checkmate: the game is drawn\n",
    ] {
        assert!(run.stdout.contains(expected), "{expected:?} in {}", run.stdout);
    }
}

/// Many parts and threads: faults are reported in file order, with the numbers and lines of the whole file.
#[test]
fn large_files_are_read_in_order_by_many() {
    let games = 120_000;
    let mut text = String::new();
    for number in 1..=games {
        let second = if number % 50_000 == 7 { "Ke3" } else { "Nf3" };
        text += &format!("[Event \"{number}\"]\n\n1. e4 e5 2. {second} Nc6 *\n\n");
    }
    let file = Temporary::new("large.pgn", text.as_bytes());
    let told = |threads| run(&["pgn", "check", file.name(), "--threads", threads], "");
    let one = told("1");
    let why = "\"Ke3\" is not legal here; legal would be Ke2";
    let expected: String = [7, 50_007, 100_007]
        .map(|number| format!("{}:{}:13: game {number}, move 2.: {why}\n", file.name(), (number - 1) * 4 + 3))
        .concat();
    check(
        &one,
        1,
        &format!("{}: {games} games, {} moves, 3 bad games\n", file.name(), 4 * games - 6),
        &expected,
    );
    for threads in ["2", "7"] {
        let many = told(threads);
        check(&many, 1, &one.stdout, &one.stderr);
    }
    let clean = |threads| run(&["pgn", "clean", file.name(), "--threads", threads], "").stdout;
    assert!(clean("1") == clean("3"));
}

/// No game begins with the tag `Event`, so the stream cannot be split.
#[test]
fn a_long_stream_that_cannot_be_cut() {
    let text = "1. e4 e5 2. Nf3 Nc6 *\n".repeat(2_000_000) + "1. e4 e5 2. Ke3 *\n";
    let run = run(&["pgn", "check", "-"], text);
    let why = "\"Ke3\" is not legal here; legal would be Ke2";
    check(
        &run,
        1,
        "stdin: 2000001 games, 8000002 moves, 1 bad game\n",
        &format!("stdin:2000001:13: game 2000001, move 2.: {why}\n"),
    );
}

#[test]
fn wrong_usage() {
    for args in
        [&["pgn"][..], &["pgn", "check"], &["pgn", "what", "-"], &["pgn", "check", "-", "--threads", "0"]]
    {
        assert_eq!(run(args, "").code, 2, "{args:?}");
    }
}

/// Ctrl-C: the results so far are reported, and nothing hangs.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_cleanly() {
    let mut child = crate::tabiya(&["pgn", "check", "-"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // Enough input for some chunks, and then a pause in which nothing ends by itself.
    stdin.write_all(GOOD.replace("0-1\n", "0-1\n\n").repeat(60_000).as_bytes()).unwrap();
    let pid = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    // The reader notices the interrupt at the next chunk.
    let _ = stdin.write_all(GOOD.replace("0-1\n", "0-1\n\n").repeat(60_000).as_bytes());
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    let (stdout, stderr) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(130), "{stdout}{stderr}");
    assert!(stdout.starts_with("stdin: ") && stdout.ends_with(" moves, all fine\n"), "{stdout}");
    assert_eq!(stderr, "stdin: stopped before its end\n");
}
