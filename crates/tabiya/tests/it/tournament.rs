//! `tabiya tournament`: pairing, checking and changing files.

use super::run;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
#[cfg(unix)]
use std::{thread, time::Duration};

const FILE: &str = "\
012 Club
142 3
152 W
001    1      Anand                             2600                             1.0    1     3 w 1
001    2      Botvinnik                         2500                             0.5    2     4 b =  0000 - H
001    3      Capablanca                        2400                             0.0    5     1 b 0
001    4      Deep Blue                         2300                             0.5    3     2 w =
001    5      Euwe                              2200                             1.0    4  0000 - U
";

#[test]
fn the_next_round_as_json() {
    let ended = run(&["tournament", "pair", "-", "--json"], FILE);
    assert_eq!(ended.code, 0, "{}", ended.stderr);
    assert_eq!(ended.json(), [json!({ "round": 2, "pairs": [[5, 1], [3, 4]], "bye": null, "absent": [2] })]);
    let explained = run(&["tournament", "pair", "-", "--explain"], FILE);
    assert!(explained.stdout.contains("Bracket of 1.0 points: 1 5"), "{}", explained.stdout);
}

#[test]
fn no_legal_pairing_is_an_error_with_exit_code_1() {
    let file = "142 5\n152 W\n001    1      A                                                                  1.0    1     2 w 1\n\
                001    2      B                                                                  0.0    2     1 b 0\n";
    let ended = run(&["tournament", "pair", "-", "--json"], file);
    assert_eq!(ended.code, 1);
    assert_eq!(ended.json()[0]["round"], 2);
    assert!(ended.json()[0]["error"].as_str().unwrap().starts_with("no legal pairing exists"));
}

#[test]
fn faults_name_their_place() {
    let ended = run(&["tournament", "check", "-"], FILE.replace("3 w 1", "3 w ?"));
    assert_eq!(ended.code, 1);
    assert!(ended.stderr.contains("line 4, column 99: expected a result"), "{}", ended.stderr);
    assert_eq!(run(&["tournament", "check"], "").code, 2);
}

#[test]
fn generated_tournaments_pass_the_check() {
    let generated = run(&["tournament", "generate", "--players", "21", "--rounds", "7", "--seed", "5"], "");
    assert_eq!(generated.code, 0);
    let checked = run(&["tournament", "check", "-", "--json"], &generated.stdout);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    assert_eq!(checked.json().len(), 7);
    assert_eq!(checked.json()[4], json!({ "round": 5, "same": true }));
    // A different initial colour gives different colours.
    let (white, black) = ("152 W", "152 B");
    let other = if generated.stdout.contains(white) {
        generated.stdout.replace(white, black)
    } else {
        generated.stdout.replace(black, white)
    };
    let differs = run(&["tournament", "check", "-", "--json"], other);
    assert_eq!(differs.code, 1);
    assert_eq!(differs.json()[0]["same"], false);
    assert!(differs.json()[0]["expected"].is_array() && differs.json()[0]["found"].is_array());
}

#[test]
fn standings_in_four_forms() {
    let args = ["tournament", "standings", "-", "--tiebreaks", "BH,SB"];
    let as_json = run(&[&args[..], &["--json"]].concat(), FILE).json().remove(0);
    assert_eq!(as_json["round"], 1);
    assert_eq!(as_json["players"][0]["number"], 5);
    assert_eq!(as_json["players"][0]["points"], "1.0");
    assert_eq!(as_json["players"][0]["tiebreaks"]["BH"], "0.5");
    assert_eq!(as_json["players"][1]["tiebreaks"]["BH"], "0.0");
    assert!(
        run(&[&args[..], &["--csv"]].concat(), FILE)
            .stdout
            .starts_with("Rank,No.,Title,Name,Fed,Rating,Points,BH,SB\r\n1,")
    );
    let page = run(&[&args[..], &["--html"]].concat(), FILE.replace("Anand ", "A<b>&d")).stdout;
    assert!(page.contains("A&lt;b&gt;&amp;d") && page.contains("size: A4"), "{page}");
    assert!(run(&args, FILE).stdout.contains("Botvinnik"));
    assert_eq!(run(&["tournament", "standings", "-", "--tiebreaks", "XYZ"], FILE).code, 2);
}

/// A folder that is removed with its files at the end of a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tabiya-tournament-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[track_caller]
fn tournament(args: &[&str]) -> String {
    let ended = run(&[&["tournament"], args].concat(), "");
    assert_eq!(ended.code, 0, "{args:?}: {}", ended.stderr);
    ended.stdout
}

/// The stderr output of a refused command.
#[track_caller]
fn refusal(args: &[&str]) -> String {
    let ended = run(&[&["tournament"], args].concat(), "");
    assert_eq!(ended.code, 1, "{args:?}: {}", ended.stdout);
    ended.stderr
}

#[test]
fn a_tournament_from_the_command_line_with_undo() {
    let folder = Folder::new("undo");
    let file = &folder.file("club.trf");
    tournament(&["new", file, "--name", "Club", "--rounds", "3", "Ann;2100", "Bob;2000", "Cid", "Dan;1900"]);
    assert!(
        refusal(&["new", file, "--name", "Again", "--rounds", "3", "Ann", "Bob"]).contains("exists already")
    );
    tournament(&["pair", file, "--write"]);
    let paired = fs::read_to_string(file).unwrap();
    let standings = run(&["tournament", "standings", file], "");
    assert!(standings.stderr.contains("note: 2 games have no result yet"), "{}", standings.stderr);
    tournament(&["result", file, "1", "3", "1-0"]);
    // Entering the same result again is not a change, and needs no undo.
    tournament(&["result", file, "1", "3", "1-0"]);
    assert!(refusal(&["result", file, "3", "1", "1-0"]).contains("does not have White"));
    tournament(&["result", file, "4", "2", "+--"]);
    tournament(&["bye", file, "3", "half"]);
    let next = run(&["tournament", "pair", file, "--json"], "").json().remove(0);
    assert_eq!(next, json!({ "round": 2, "pairs": [[4, 1]], "bye": 2, "absent": [3] }));
    let round = run(&["tournament", "round", file, "--json"], "").json().remove(0);
    assert_eq!(
        round,
        json!({
            "round": 1,
            "games": [
                { "board": 1, "white": 1, "black": 3, "result": "1-0" },
                { "board": 2, "white": 4, "black": 2, "result": "+--" },
            ],
            "others": [],
        })
    );
    assert!(tournament(&["round", file]).contains("1 Ann (0.0)  1-0  3 Dan (0.0)"));
    assert!(tournament(&["round", file, "--html"]).contains("size: A4"));
    assert!(refusal(&["round", file, "--round", "2"]).contains("round 2 has not been paired"));
    for _ in 0..3 {
        tournament(&["undo", file]);
    }
    assert_eq!(fs::read_to_string(file).unwrap(), paired);
    assert_eq!(tournament(&["log", file]).lines().count(), 8);
}

#[test]
fn a_late_entry_gets_its_number_and_can_be_paired() {
    let folder = Folder::new("late");
    let file = &folder.file("club.trf");
    tournament(&[
        "new", file, "--name", "Club", "--rounds", "5", "Ann;2100", "Bob;2000", "Cid;1900", "Dan;1800",
    ]);
    tournament(&["pair", file, "--write"]);
    tournament(&["result", file, "1", "3", "1-0"]);
    tournament(&["result", file, "4", "2", "="]);
    assert_eq!(tournament(&["add", file, "Eve;1950", "Fay;2200"]), "enter 4 Eve, 1 Fay\n");
    // Ann is 2 now, Cid 5, Dan 6, Bob 3.
    let round = run(&["tournament", "round", file, "--json"], "").json().remove(0);
    assert_eq!(round["games"][0], json!({ "board": 1, "white": 2, "black": 5, "result": "1-0" }));
    assert_eq!(round["others"], json!([{ "number": 1, "why": "absent" }, { "number": 4, "why": "absent" }]));
    assert!(fs::read_to_string(file).unwrap().contains("\n062 6\n"));
    let next = run(&["tournament", "pair", file, "--json"], "").json().remove(0);
    assert_eq!(next["pairs"].as_array().unwrap().len(), 3);
    assert!(refusal(&["add", file, ";1900"]).contains("expected a name"));
    tournament(&["undo", file]);
    assert!(tournament(&["round", file]).contains("1 Ann"));
}

#[test]
fn a_player_leaves_a_round_robin() {
    let folder = Folder::new("round-robin");
    let start = |name: &str| {
        let file = folder.file(name);
        tournament(&[
            "new",
            &file,
            "--name",
            "RR",
            "--system",
            "round-robin",
            "A;2000",
            "B;1900",
            "C;1800",
            "D;1700",
        ]);
        tournament(&["pair", &file, "--write"]);
        for game in run(&["tournament", "round", &file, "--json"], "").json()[0]["games"].as_array().unwrap()
        {
            tournament(&["result", &file, &game["white"].to_string(), &game["black"].to_string(), "1-0"]);
        }
        file
    };
    assert!(
        refusal(&["new", "-", "--name", "x", "--system", "round-robin", "--rounds", "3", "A", "B"])
            .contains("--rounds is for Swiss")
    );
    // One of three games was played: nothing counts.
    let file = &start("early.trf");
    assert!(tournament(&["bye", file, "4", "withdraw"]).contains("do not count"));
    let standings = run(&["tournament", "standings", file, "--json"], "").json().remove(0);
    let points = |number: u64| {
        let players = standings["players"].as_array().unwrap();
        players.iter().find(|player| player["number"] == number).unwrap()["points"].clone()
    };
    assert_eq!((points(1), points(4)), (json!("0.0"), json!("0.0")));
    tournament(&["pair", file, "--write"]);
    let round = run(&["tournament", "round", file, "--json"], "").json().remove(0);
    assert_eq!((round["round"].as_u64(), round["games"].as_array().unwrap().len()), (Some(2), 1));
    // Two of three were played: they count, and the opponent wins the last one.
    let file = &start("late.trf");
    tournament(&["pair", file, "--write"]);
    for game in run(&["tournament", "round", file, "--json"], "").json()[0]["games"].as_array().unwrap() {
        tournament(&["result", file, &game["white"].to_string(), &game["black"].to_string(), "="]);
    }
    assert!(tournament(&["bye", file, "4", "withdraw"]).contains("lost by forfeit"));
    tournament(&["pair", file, "--write"]);
    let round = run(&["tournament", "round", file, "--json"], "").json().remove(0);
    let results: Vec<_> =
        round["games"].as_array().unwrap().iter().map(|game| game["result"].clone()).collect();
    assert_eq!(round["round"], 3);
    assert!(results.contains(&json!("+--")) || results.contains(&json!("--+")), "{round}");
    assert!(results.contains(&json!(null)), "{round}");
    assert!(refusal(&["bye", file, "1", "half"]).contains("a round robin has no byes"));
}

/// Sends Ctrl-C to a running command after a pause. Returns its exit code and output.
#[cfg(unix)]
fn interrupted(args: &[&str], pause: Duration) -> (Option<i32>, String, String) {
    let child = crate::tabiya(&[&["tournament"], args].concat()).spawn().unwrap();
    // The moment is what is tested, and the command prints nothing that could be waited for.
    thread::sleep(pause);
    let pid = rustix::process::Pid::from_child(&child);
    // The command may have ended by itself.
    let _ = rustix::process::kill_process(pid, rustix::process::Signal::INT);
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_long_work_without_noise() {
    let folder = Folder::new("interrupt");
    // Minutes of work in this build, so that only Ctrl-C can end it.
    let long = ["generate", "--players", "2500", "--rounds", "11"];
    let ended = interrupted(&long, Duration::from_millis(700));
    assert_eq!(ended, (Some(130), String::new(), String::new()));

    let file = &folder.file("large.trf");
    let players: String =
        (1..=2500).map(|number| format!("Player {number:04};{}\n", 2900 - number / 2)).collect();
    fs::write(folder.file("players"), players).unwrap();
    tournament(&["new", file, "--name", "Large", "--rounds", "9", "--from", &folder.file("players")]);
    let (before, log) = (fs::read(file).unwrap(), fs::read(format!("{file}.log")).unwrap());
    let ended = interrupted(&["pair", file, "--write", "--explain"], Duration::from_millis(700));
    assert_eq!(ended, (Some(130), String::new(), String::new()));
    assert!(fs::read(file).unwrap() == before && fs::read(format!("{file}.log")).unwrap() == log);
}

#[cfg(unix)]
#[test]
fn ctrl_c_never_leaves_half_a_change() {
    let folder = Folder::new("interrupt-change");
    let file = &folder.file("club.trf");
    tournament(&[
        "new", file, "--name", "Club", "--rounds", "3", "Ann;2100", "Bob;2000", "Cid;1900", "Dan;1800",
    ]);
    tournament(&["pair", file, "--write"]);
    let state = || (fs::read_to_string(file).unwrap(), fs::read_to_string(format!("{file}.log")).unwrap());
    let (mut done, mut stopped) = (0, 0);
    for attempt in 0..60u64 {
        let (text, log) = state();
        let result = ["1-0", "0-1", "="][attempt as usize % 3];
        // From zero to more than the command takes.
        let pause = Duration::from_micros(attempt * 150);
        let (code, _, stderr) = interrupted(&["result", file, "1", "3", result], pause);
        assert_eq!(stderr, "");
        let (text_after, log_after) = state();
        let is_changed = text_after != text;
        assert_eq!(
            log_after.lines().count(),
            log.lines().count() + usize::from(is_changed),
            "attempt {attempt}"
        );
        assert!(log_after.ends_with('\n') && log_after.starts_with(&log));
        match code {
            Some(0) => done += 1,
            // 130, or death by the signal before the handler is installed.
            Some(130) | None => stopped += 1,
            code => panic!("attempt {attempt}: exit code {code:?}"),
        }
        assert!(!fs::exists(format!("{file}.new")).unwrap() || !is_changed);
    }
    assert!(stopped > 0, "{done} were not interrupted");
    tournament(&["check", file]);
    // Everything can be taken back, to the file without the first round.
    let changes = fs::read_to_string(format!("{file}.log")).unwrap().lines().count();
    for _ in 1..changes {
        tournament(&["undo", file]);
    }
    assert!(refusal(&["undo", file]).contains("the first change made the file"));
}

#[test]
fn an_incomplete_log_can_be_continued() {
    let folder = Folder::new("torn");
    let file = &folder.file("club.trf");
    let log = format!("{file}.log");
    tournament(&["new", file, "--name", "Club", "--rounds", "3", "Ann;2100", "Bob;2000"]);
    tournament(&["pair", file, "--write"]);
    let whole = fs::read_to_string(&log).unwrap();
    fs::write(&log, format!("{whole}{{\"time\":17,\"chan")).unwrap();
    assert_eq!(tournament(&["log", file]).lines().count(), 2);
    tournament(&["result", file, "1", "2", "1-0"]);
    assert_eq!(tournament(&["log", file]).lines().count(), 3);
    tournament(&["undo", file]);
    tournament(&["undo", file]);
    // A change reached the log but not the file: undo takes back the change before it.
    tournament(&["pair", file, "--write"]);
    let before = fs::read_to_string(file).unwrap();
    tournament(&["result", file, "1", "2", "0-1"]);
    fs::write(file, &before).unwrap();
    assert_eq!(tournament(&["undo", file]), "Took back: pair round 1\n");
}
