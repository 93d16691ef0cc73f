//! `tabiya tournament`: files paired, checked and changed.

use super::run;
use serde_json::json;
use std::fs;

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
fn what_is_generated_is_checked_to_be_the_same() {
    let generated = run(&["tournament", "generate", "--players", "21", "--rounds", "7", "--seed", "5"], "");
    assert_eq!(generated.code, 0);
    let checked = run(&["tournament", "check", "-", "--json"], &generated.stdout);
    assert_eq!(checked.code, 0, "{}", checked.stdout);
    assert_eq!(checked.json().len(), 7);
    assert_eq!(checked.json()[4], json!({ "round": 5, "same": true }));
    // Another initial colour makes other colours.
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

#[test]
fn a_tournament_from_the_command_line_with_undo() {
    let folder = std::env::temp_dir().join(format!("tabiya-tournament-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("club.trf");
    let file = path.to_str().unwrap();
    let tournament = |args: &[&str]| run(&[&["tournament"], args].concat(), "");
    assert_eq!(
        tournament(&[
            "new", file, "--name", "Club", "--rounds", "3", "Ann;2100", "Bob;2000", "Cid", "Dan;1900"
        ])
        .code,
        0
    );
    assert_eq!(tournament(&["new", file, "--name", "Again", "--rounds", "3", "Ann", "Bob"]).code, 1);
    assert_eq!(tournament(&["pair", file, "--write"]).code, 0);
    let paired = fs::read_to_string(&path).unwrap();
    assert_eq!(tournament(&["result", file, "1", "3", "1-0"]).code, 0);
    assert_eq!(tournament(&["result", file, "3", "1", "1-0"]).code, 1);
    assert_eq!(tournament(&["result", file, "4", "2", "+--"]).code, 0);
    assert_eq!(tournament(&["bye", file, "3", "half"]).code, 0);
    let next = run(&["tournament", "pair", file, "--json"], "").json().remove(0);
    assert_eq!(next, json!({ "round": 2, "pairs": [[4, 1]], "bye": 2, "absent": [3] }));
    for _ in 0..3 {
        assert_eq!(tournament(&["undo", file]).code, 0);
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), paired);
    assert_eq!(tournament(&["log", file]).stdout.lines().count(), 8);
    fs::remove_dir_all(&folder).unwrap();
}
