//! UCI sessions with the engine as a process, over pipes, as with any chess program.

use crate::{run, tabiya};
use rules::{Position, Variant};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer should take on a busy machine.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);

struct Conversation {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Conversation {
    fn new() -> Conversation {
        Conversation::with(tabiya(&["uci"]))
    }

    fn with(mut command: Command) -> Conversation {
        let mut child = command.spawn().unwrap();
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let _ = sender.send(line);
            }
        });
        Conversation { child, input, lines }
    }

    fn say(&mut self, text: &str) {
        writeln!(self.input.as_mut().unwrap(), "{text}").unwrap();
    }

    /// Every line up to the first that begins with `start`.
    #[track_caller]
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.lines.recv_timeout(ANSWER_TIMEOUT).unwrap_or_else(|_| panic!("no {start}: {lines:?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// All lines up to `readyok`, after which nothing else follows from earlier commands.
    #[track_caller]
    fn settled(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// Starts a search. Returns its info lines and the best move.
    #[track_caller]
    fn go(&mut self, text: &str) -> (Vec<String>, String) {
        self.say(text);
        let mut lines = self.until("bestmove");
        let last = lines.pop().unwrap();
        (lines, last.split(' ').nth(1).unwrap().to_owned())
    }

    /// Checks that the program ends by itself, with success.
    fn ends(mut self) {
        drop(self.input.take());
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status}");
    }
}

#[test]
fn introduction() {
    let mut uci = Conversation::new();
    uci.say("uci");
    let lines = uci.until("uciok");
    assert!(lines[0].starts_with("id name Tabiya "));
    assert!(lines[1].starts_with("id author "));
    let offers = |name: &str| lines.iter().any(|line| line.starts_with(&format!("option name {name} type ")));
    for name in [
        "Hash",
        "Clear Hash",
        "Threads",
        "Ponder",
        "MultiPV",
        "Move Overhead",
        "UCI_Chess960",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Skill Level",
        "Opening Variety",
        "Human Pace",
        "EvalFile",
    ] {
        assert!(offers(name), "{name}");
    }
    assert!(lines.iter().any(|line| line == "option name UCI_Elo type spin default 3200 min 400 max 3200"));
    assert!(uci.settled().is_empty());
    uci.ends();
}

#[test]
fn at_a_human_pace_the_answer_waits_unless_it_is_stopped() {
    let mut uci = Conversation::new();
    uci.say("setoption name Human Pace value true");
    uci.say("position startpos");
    let started = Instant::now();
    uci.go("go wtime 60000 btime 60000 nodes 100");
    assert!(started.elapsed() >= Duration::from_millis(400), "{:?}", started.elapsed());
    uci.say("go wtime 6000000 btime 6000000 nodes 100");
    uci.say("stop");
    uci.until("bestmove");
    uci.ends();
}

#[test]
fn full_strength_varies_its_openings_when_told_to() {
    let mut uci = Conversation::new();
    uci.say("setoption name Opening Variety value true");
    let mut firsts = std::collections::HashSet::new();
    for seed in 1..=12 {
        uci.say(&format!("setoption name Seed value {seed}"));
        uci.say("ucinewgame");
        uci.say("position startpos");
        firsts.insert(uci.go("go nodes 5000").1);
    }
    assert!(firsts.len() > 1, "{firsts:?}");
    uci.ends();
}

#[test]
fn every_way_to_limit_a_search() {
    let mut uci = Conversation::new();
    for limits in [
        "depth 3",
        "nodes 500",
        "movetime 20",
        "wtime 100",
        "wtime 100 btime 100",
        "wtime 0 btime 0",
        "wtime -50 winc 10",
        "winc 10 wtime 100",
        "wtime 200 movestogo 1",
        "depth 3 wtime 1000 nodes 100000",
        "mate 2 movetime 50",
        "searchmoves a2a3 h2h3 depth 3",
    ] {
        uci.say("position startpos");
        let (lines, best) = uci.go(&format!("go {limits}"));
        assert!(Position::start().parse_uci(&best).is_ok(), "{limits}: {best}");
        assert!(lines.iter().any(|line| line.contains(" score ")), "{limits}: {lines:?}");
        if limits.starts_with("searchmoves") {
            assert!(["a2a3", "h2h3"].contains(&best.as_str()));
        }
    }
    uci.ends();
}

#[test]
fn what_an_info_line_says() {
    let mut uci = Conversation::new();
    uci.say("setoption name UCI_ShowWDL value true");
    uci.say("setoption name MultiPV value 2");
    let (lines, best) = uci.go("go depth 6");
    let numbers = |line: &str, word: &str, count: usize| {
        let mut words = line.split(' ').skip_while(|other| *other != word).skip(1);
        let numbers: Vec<i64> = words.by_ref().take(count).map(|number| number.parse().unwrap()).collect();
        assert_eq!(numbers.len(), count, "{line}: {word}");
        numbers
    };
    for line in &lines {
        for word in ["depth", "seldepth", "multipv", "cp", "nodes", "nps", "hashfull", "time"] {
            numbers(line, word, 1);
        }
        assert_eq!(numbers(line, "wdl", 3).iter().sum::<i64>(), 1000, "{line}");
        let moves = line.split(" pv ").nth(1).unwrap();
        let mut position = Position::start();
        for text in moves.split(' ') {
            position = position.parse_uci(text).unwrap().play();
        }
    }
    let last_first = lines.iter().rfind(|line| line.contains(" multipv 1 ")).unwrap();
    assert!(last_first.contains(&format!(" pv {best}")));
    assert_eq!(lines.len(), 12);
    uci.ends();
}

#[test]
fn infinite_waits_for_stop() {
    let mut uci = Conversation::new();
    // A mate in one is found at once, but the answer still waits.
    uci.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
    uci.say("go infinite");
    // No answer may come meanwhile.
    thread::sleep(Duration::from_millis(100));
    assert!(!uci.settled().iter().any(|line| line.starts_with("bestmove")));
    uci.say("setoption name Hash value 2"); // taken note of, and done later
    uci.say("stop");
    assert_eq!(uci.until("bestmove").pop().unwrap(), "bestmove a1a8");
    uci.say("stop");
    assert!(uci.settled().is_empty(), "stop with nothing running says nothing");
    assert_eq!(uci.go("go depth 2").1, "a1a8");
    uci.ends();
}

#[test]
fn pondering_waits_for_the_hit() {
    let mut uci = Conversation::new();
    uci.say("position startpos moves e2e4 e7e5");
    uci.say("go ponder wtime 200 btime 200");
    // Longer than the whole clock: no answer may come meanwhile.
    thread::sleep(Duration::from_millis(300));
    assert!(!uci.settled().iter().any(|line| line.starts_with("bestmove")));
    uci.say("ponderhit");
    uci.until("bestmove");
    // Another move was played: the search is discarded.
    uci.say("go ponder wtime 200 btime 200");
    uci.say("stop");
    uci.until("bestmove");
    assert!(uci.settled().is_empty());
    uci.ends();
}

#[test]
fn nothing_confuses_it() {
    let mut uci = Conversation::new();
    for text in [
        "",
        "   ",
        "\t",
        "xyzzy",
        "stop",
        "ponderhit",
        "position",
        "position fen",
        "position fen 8/8 w",
        "position startpos moves e2e5",
        "setoption",
        "setoption name",
        "setoption name Hash value x",
        "setoption name Nothing value 1",
        "go perft 0",
        "debug on",
        "register later",
        "\u{1b}[2J",
        "♞♞♞",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
    ] {
        uci.say(text);
    }
    for line in uci.settled() {
        assert!(
            line.starts_with("info string ")
                || line.contains(": ")
                || line.contains("Nodes")
                || line.is_empty(),
            "{line}"
        );
    }
    assert_eq!(uci.go("joho go depth 1").1.len(), 4);
    uci.ends();
}

#[test]
fn no_legal_move_no_best_move() {
    let mut uci = Conversation::new();
    for (fen, score) in [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "score mate 0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "score cp 0"),
    ] {
        uci.say(&format!("position fen {fen}"));
        let (lines, best) = uci.go("go movetime 50");
        assert_eq!(best, "0000");
        assert!(lines.iter().any(|line| line.contains(score)), "{lines:?}");
    }
    uci.ends();
}

#[test]
fn chess960_castles_onto_its_rook() {
    let mut uci = Conversation::new();
    uci.say("setoption name UCI_Chess960 value true");
    uci.say("position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1");
    uci.say("d");
    assert_eq!(uci.until("Fen: ").pop().unwrap(), "Fen: 4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    uci.say("position fen bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9");
    let position = Position::parse_fen(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        Variant::Chess960,
    );
    let best = uci.go("go depth 5").1;
    assert!(position.unwrap().parse_uci(&best).is_ok());
    uci.ends();
}

#[test]
fn settings_change_between_and_during_searches() {
    let mut uci = Conversation::new();
    for hash in [1, 64, 2] {
        uci.say(&format!("setoption name Hash value {hash}"));
        uci.say("setoption name Threads value 2");
        uci.say("ucinewgame");
        uci.say("position startpos");
        uci.say("go nodes 20000");
        uci.say("setoption name Threads value 1");
        uci.say("setoption name Clear Hash");
        uci.until("bestmove");
    }
    // A second `go` ends the first one; each has its answer.
    uci.say("go infinite");
    uci.say("go depth 1");
    uci.until("bestmove");
    uci.until("bestmove");
    assert!(uci.settled().is_empty());
    uci.ends();
}

/// Only Linux enforces the memory limit of a process.
#[cfg(target_os = "linux")]
#[test]
fn a_table_that_has_no_room_is_refused() {
    let mut limited = Command::new("sh");
    limited.args(["-c", "ulimit -v 4000000 && exec \"$0\" uci", env!("CARGO_BIN_EXE_tabiya")]);
    limited.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = Conversation::with(limited);
    engine.say("setoption name Hash value 8000");
    let told = engine.settled();
    assert_eq!(told, ["info string Hash: not enough memory for 8000 megabytes, it stays at 16"]);
    engine.say("setoption name Hash value 32");
    assert!(engine.settled().is_empty());
    engine.say("setoption name Hash value 9000");
    let (lines, best) = engine.go("go depth 4");
    assert!(lines[0].ends_with("9000 megabytes, it stays at 32"), "{lines:?}");
    assert_ne!(best, "0000");
    engine.ends();
}

#[test]
fn a_game_of_ten_thousand_moves() {
    let mut uci = Conversation::new();
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2500).join(" ");
    uci.say(&format!("position startpos moves {shuffle}"));
    assert_eq!(uci.go("go depth 3").1.len(), 4);
    uci.ends();
}

#[test]
fn the_end_comes_at_once() {
    for last in
        ["quit", "go infinite\nquit", "uci\nquit\nisready", "go infinite", "position startpos\ngo depth 2\n"]
    {
        let run = run(&["uci"], last);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{last}");
        assert!(!run.stdout.contains("readyok"));
    }
}

/// However early the search is stopped, the best move was searched.
#[test]
fn a_search_that_is_stopped_at_once_has_looked() {
    let answer = run(&["uci"], "position startpos moves e2e4\ngo depth 6\nquit\n");
    assert!(answer.stdout.contains("info depth 1 "), "{}", answer.stdout);
    assert!(!answer.stdout.contains("score mate"), "{}", answer.stdout);
    assert!(answer.stdout.contains("\nbestmove "), "{}", answer.stdout);
}

#[test]
fn the_same_search_again_counts_the_same() {
    let count =
        || run(&["bench", "6"], "").stdout.lines().last().unwrap().split(' ').next().unwrap().to_owned();
    let first = count();
    assert!(first.parse::<u64>().unwrap() > 1000);
    assert_eq!(count(), first);
    let words = run(&["bench", "4"], "").stdout;
    let words: Vec<_> = words.lines().last().unwrap().split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]));
}
