use crate::{FOOLS_MATE, START, arbiter_actions, run, tabiya};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};

/// Sends these lines, each of which must be understood, and returns one answer for each.
#[track_caller]
fn talk(lines: &str) -> Vec<Value> {
    let run = run(&["arbiter"], lines);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let answers = run.json();
    assert_eq!(answers.len(), lines.lines().count());
    answers
}

/// Checks the result and the reason after these lines.
#[track_caller]
fn ends(lines: &str, result: &str, reason: &str) {
    let last = talk(lines).pop().unwrap();
    assert_eq!((last["result"].as_str(), last["reason"].as_str()), (Some(result), Some(reason)), "{last}");
    let end = last["events"].as_array().unwrap().last().unwrap();
    assert_eq!((&end["event"], &end["reason"]), (&"end".into(), &last["reason"]), "{last}");
}

#[test]
fn an_answer_to_the_letter() {
    let run = run(
        &["arbiter"],
        "{\"do\":\"start\",\"time\":\"300\"}\n{\"do\":\"move\",\"move\":\"Nf3\",\"at\":1500}\n",
    );
    let start = format!(
        concat!(
            r#"{{"ok":true,"ply":0,"fen":"{}","turn":"white","check":false,"#,
            r#""clock":{{"white":300000,"black":300000}},"events":[{{"event":"start"}}],"result":null,"reason":null,"#
        ),
        START
    );
    let moved = concat!(
        r#"{"ok":true,"ply":1,"fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1","turn":"black","#,
        r#""check":false,"clock":{"white":298500,"black":300000},"#,
        r#""events":[{"event":"move","san":"Nf3","uci":"g1f3"}],"result":null,"reason":null,"#
    );
    let lines: Vec<_> = run.stdout.lines().collect();
    assert!(lines[0].starts_with(&start), "{}", lines[0]);
    assert!(lines[1].starts_with(moved), "{}", lines[1]);
    assert_eq!((run.code, lines.len()), (0, 2));
}

#[test]
fn a_refusal_changes_nothing() {
    let answers = talk(concat!(
        r#"{"do":"start","time":"300"}"#,
        "\n",
        r#"{"do":"move","move":"e5","at":1000}"#,
        "\n",
        r#"{"do":"claim","by":"black"}"#,
        "\n",
        r#"{"do":"accept","by":"black"}"#,
        "\n",
    ));
    for answer in &answers[1..] {
        assert_eq!(answer["ok"], false);
        for field in ["ply", "fen", "turn", "check", "clock", "result", "reason"] {
            assert_eq!(answer[field], answers[0][field]);
        }
    }
    assert_eq!(answers[1]["refused"], "move: \"e5\" is not legal here: no such pawn can reach e5");
    assert_eq!(answers[2]["refused"], "it is not black's turn");
}

#[test]
fn every_reason() {
    let fen = |fen: &str| format!("{{\"do\":\"start\",\"time\":\"60\",\"fen\":\"{fen}\"}}\n");
    let start = "{\"do\":\"start\",\"time\":\"60\"}\n";
    let moves = |moves: &str| -> String {
        moves.split_whitespace().map(|text| format!("{{\"do\":\"move\",\"move\":\"{text}\"}}\n")).collect()
    };
    let lone = &fen("7k/8/8/8/8/8/q7/4K3 b - - 0 1");
    let rook = &fen("7k/8/8/8/8/8/R7/K7 w - - 100 90");
    let resign = |by: &str| format!("{{\"do\":\"resign\",\"by\":\"{by}\"}}\n");
    let tick = "{\"do\":\"tick\",\"at\":60001}\n";
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ";
    ends(&[start, &moves("f3 e5 g4 Qh4#")].concat(), "0-1", "checkmate");
    ends(&[start, &resign("black")].concat(), "1-0", "resignation");
    ends(&[start, tick].concat(), "0-1", "time");
    ends(&[start, "{\"do\":\"forfeit\",\"who\":\"white\"}\n"].concat(), "0-1", "forfeit");
    ends(&[start, "{\"do\":\"forfeit\",\"who\":\"both\"}\n"].concat(), "0-0", "forfeit");
    ends(&[&fen("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), &moves("Qf7")[..]].concat(), "1/2-1/2", "stalemate");
    ends(&[&fen("7k/8/8/8/8/8/4r3/5K2 w - - 0 1"), &moves("Kxe2")[..]].concat(), "1/2-1/2", "dead position");
    let agreed = "{\"do\":\"offer\",\"by\":\"white\"}\n{\"do\":\"accept\",\"by\":\"black\"}\n";
    ends(&[start, agreed].concat(), "1/2-1/2", "agreement");
    let claim = "{\"do\":\"claim\",\"by\":\"white\"}\n";
    ends(&[start, &moves(&shuffle.repeat(2)), claim].concat(), "1/2-1/2", "threefold repetition");
    ends(&[start, &moves(&shuffle.repeat(4))].concat(), "1/2-1/2", "fivefold repetition");
    ends(&[rook, "{\"do\":\"draw\",\"by\":\"white\"}\n"].concat(), "1/2-1/2", "fifty-move rule");
    let last = fen("7k/8/8/8/8/8/R7/K7 w - - 149 90");
    ends(&[&last, &moves("Rb2")[..]].concat(), "1/2-1/2", "seventy-five-move rule");
    ends(&[lone, tick].concat(), "1/2-1/2", "draw on time");
    ends(&[lone.as_str(), &resign("black")].concat(), "1/2-1/2", "draw by resignation");
    ends(&[start, "{\"do\":\"abort\",\"by\":\"black\"}\n"].concat(), "*", "abort");
    let tournament = start.replace("\"time\"", "\"conduct\":\"tournament\",\"time\"");
    ends(&[&tournament, &moves("e5 e5")[..]].concat(), "0-1", "illegal moves");
    let lone = lone.replace("\"time\"", "\"conduct\":\"tournament\",\"time\"");
    ends(&[&lone, &moves("Qb8 Qb8")[..]].concat(), "1/2-1/2", "draw by illegal moves");
}

#[test]
fn lines_that_are_not_understood_are_answered_and_counted() {
    let long = "x".repeat(200_000);
    for (line, refused) in [
        ("", "line: expected a JSON object, found nothing"),
        ("nonsense", "line: expected ident"),
        ("[1,2]", "line: "),
        ("{}", "line: missing field `do`"),
        (r#"{"do":"dance"}"#, "line: unknown variant `dance`"),
        (r#"{"do":5}"#, "line: invalid type: integer `5`, expected a string"),
        (r#"{"do":{"do":"tick"}}"#, "line: invalid type: map, expected a string"),
        (r#"{"do":"draw"}"#, "line: missing field `by`"),
        (r#"{"do":"draw","by":"red"}"#, "line: unknown variant `red`"),
        (r#"{"do":"move","move":"e4","at":-5}"#, "line: invalid value"),
        (r#"{"do":"move","move":"e4","at":"soon"}"#, "line: invalid type"),
        (r#"{"do":"touch","by":"white","square":"e9"}"#, "square: "),
        (r#"{"do":"start","time":"five"}"#, "time: expected a number of seconds"),
        (r#"{"do":"start","fen":"8/8"}"#, "placement: "),
        (r#"{"do":"start","conduct":"rude"}"#, "line: unknown variant `rude`"),
        (long.as_str(), "line: "),
    ] {
        let run = run(&["arbiter"], format!("{{\"do\":\"start\"}}\n{line}\n{{\"do\":\"tick\"}}\n"));
        let answers = run.json();
        assert_eq!((run.code, answers.len()), (1, 3), "{line}");
        assert!(answers[1]["refused"].as_str().unwrap().starts_with(refused), "{line}: {}", answers[1]);
        // The game is unchanged.
        assert_eq!((&answers[1]["ok"], &answers[1]["fen"]), (&false.into(), &START.into()));
        assert_eq!(answers[2]["ok"], true);
    }
    // Bytes that are not text, and an action before any game.
    let run = run(&["arbiter"], b"\xff\xfe\n{\"do\":\"tick\"}\n");
    let answers = run.json();
    assert_eq!((run.code, answers.len()), (1, 2));
    assert_eq!(answers[1]["refused"], "there is no game: begin with {\"do\":\"start\"}");
    assert_eq!((&answers[1]["ok"], &answers[1]["fen"]), (&false.into(), &Value::Null));
}

#[test]
fn a_field_that_an_action_does_not_know_is_refused() {
    let needed = |action| match action {
        "move" | "adjourn" => r#","move":"e4""#,
        "touch" => r#","square":"e2""#,
        "forfeit" => r#","who":"white""#,
        "add_time" => r#","seconds":5"#,
        _ => "",
    };
    for action in &arbiter_actions() {
        let action = action.as_str();
        let by = if let "start" | "tick" = action { "" } else { r#","by":"white""# };
        let line = format!(r#"{{"do":"{action}"{by}{}"#, needed(action));
        let run = run(&["arbiter"], format!("{{\"do\":\"start\"}}\n{line},\"tiem\":\"60\"}}\n{line}}}\n"));
        let answers = run.json();
        let refused = answers[1]["refused"].as_str().unwrap_or_default();
        assert!(refused.starts_with("line: unknown field `tiem`"), "{action}: {}", answers[1]);
        assert_eq!((run.code, &answers[1]["fen"]), (1, &START.into()));
        let only_on_a_server =
            answers[2]["refused"].as_str().is_some_and(|why| why.ends_with("is available only on a server"));
        assert_eq!(answers[2]["code"] == "not_understood", only_on_a_server, "{action}: {}", answers[2]);
    }
    // Otherwise one of the two values would be ignored.
    let twice =
        run(&["arbiter"], "{\"do\":\"start\"}\n{\"do\":\"resign\",\"by\":\"white\",\"by\":\"black\"}\n");
    assert!(twice.stdout.contains("duplicate field `by`"), "{}", twice.stdout);
}

#[test]
fn time_that_goes_back_is_refused() {
    let run = run(
        &["arbiter"],
        concat!(
            r#"{"do":"start","time":"60"}"#,
            "\n",
            r#"{"do":"move","move":"e4","at":5000}"#,
            "\n",
            r#"{"do":"move","move":"e5","at":4999}"#,
            "\n",
            r#"{"do":"move","move":"e5","at":5000}"#,
            "\n",
        ),
    );
    let answers = run.json();
    let refused = &answers[2];
    assert_eq!(
        (run.code, &refused["refused"], &refused["code"], &refused["ply"]),
        (1, &"at: expected 5000 or later, found 4999".into(), &"time_goes_back".into(), &1.into())
    );
    assert_eq!(answers[3]["clock"]["black"], 60_000);
}

#[test]
fn an_arbiter_cannot_set_a_clock_to_forever() {
    let answers = talk(concat!(
        r#"{"do":"start","time":"60"}"#,
        "\n",
        r#"{"do":"set_clocks","white":18446744073709551615}"#,
        "\n",
        r#"{"do":"set_clocks","white":90000}"#,
        "\n",
    ));
    assert_eq!((&answers[1]["code"], &answers[1]["ok"]), (&"clock_too_long".into(), &false.into()));
    assert_eq!(answers[2]["clock"]["white"], 90_000);
}

#[test]
fn without_a_time_it_is_as_late_as_before() {
    let answers = talk(concat!(
        r#"{"do":"start","time":"60+1"}"#,
        "\n",
        r#"{"do":"tick","at":5000}"#,
        "\n",
        r#"{"do":"move","move":"e2e4"}"#,
        "\n",
        r#"{"do":"move","move":"e5","at":5000}"#,
        "\n",
        r#"{"do":"move","move":"Nf3","offer_draw":true,"at":60000}"#,
        "\n",
    ));
    let white: Vec<_> = answers.iter().map(|answer| answer["clock"]["white"].as_u64().unwrap()).collect();
    assert_eq!(white, [60_000, 55_000, 56_000, 56_000, 2_000]);
    assert_eq!(answers[3]["clock"]["black"], 61_000);
    assert_eq!(answers[4]["events"][1]["event"], "draw_offer");
}

#[test]
fn one_game_after_the_other() {
    let answers = talk(&format!(
        "{}\n{}\n{}\n{}\n{}\n",
        r#"{"do":"start","time":"60"}"#,
        r#"{"do":"tick","at":70000}"#,
        r#"{"do":"move","move":"e4"}"#,
        r#"{"do":"start","variant":"chess960","fen":"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"}"#,
        r#"{"do":"start","fen":"FEN"}"#.replace("FEN", FOOLS_MATE),
    ));
    assert_eq!((&answers[1]["reason"], &answers[2]["refused"]), (&"time".into(), &"the game is over".into()));
    assert_eq!((&answers[3]["result"], &answers[3]["clock"]["white"]), (&Value::Null, &Value::Null));
    // The game is over as soon as it begins.
    assert_eq!((&answers[4]["result"], &answers[4]["reason"]), (&"0-1".into(), &"checkmate".into()));
}

#[test]
fn a_ruling_on_time_shows_its_proof() {
    let answers = talk(concat!(
        r#"{"do":"start","time":"60","fen":"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"}"#,
        "\n",
        r#"{"do":"tick","at":60001}"#,
        "\n",
    ));
    let end = &answers[1]["events"][0];
    assert_eq!((&end["event"], &end["law"]), (&"end".into(), &"E04".into()));
    assert!(!end["mating_line"].as_array().unwrap().is_empty());
}

#[test]
fn each_answer_comes_before_the_next_action() {
    let mut child = tabiya(&["arbiter"]).spawn().unwrap();
    let mut actions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (action, ply) in [("start\"", 0), ("move\",\"move\":\"e4\"", 1), ("move\",\"move\":\"e5\"", 2)] {
        writeln!(actions, "{{\"do\":\"{action}}}").unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["ply"], ply);
    }
    drop(actions);
    assert!(answers.next().is_none());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// The answers to a tournament game with this time control.
#[track_caller]
fn tournament(time: &str, lines: &[&str]) -> Vec<Value> {
    let start = format!(r#"{{"do":"start","time":"{time}","conduct":"tournament"}}"#);
    talk(
        &[&start]
            .into_iter()
            .map(String::as_str)
            .chain(lines.iter().copied())
            .map(|line| format!("{line}\n"))
            .collect::<String>(),
    )
}

const E4: &str = r#"{"do":"move","move":"e4"}"#;
const E5: &str = r#"{"do":"move","move":"e5"}"#;

#[test]
fn law_k04_penalties_by_fides_class() {
    for (time, given) in [
        ("900+10", 60_000),
        ("600", 60_000),
        ("180+2", 60_000),
        ("5400+30", 120_000),
        ("1800+30", 120_000),
        ("2700+15", 120_000),
    ] {
        let answers = tournament(time, &[E5]);
        let event = &answers[1]["events"][1];
        assert_eq!((&event["event"], &event["time"]), (&"time_given".into(), &given.into()), "{time}");
    }
}

#[test]
fn law_e09_agreement_and_touch_in_tournaments() {
    let offer = r#"{"do":"offer","by":"white"}"#;
    let accept = r#"{"do":"accept","by":"black"}"#;
    let answers = tournament("300", &[E4, offer, accept]);
    assert_eq!((&answers[3]["ok"], &answers[3]["code"]), (&false.into(), &"too_early_to_agree".into()));
    let touch = r#"{"do":"touch","by":"black","square":"e7"}"#;
    let answers = tournament("300", &[E4, offer, touch, accept]);
    assert_eq!(answers[3]["draw_offer"], Value::Null);
    assert_eq!(answers[4]["ok"], false);
}

#[test]
fn law_e06_the_opponents_score_and_the_reason() {
    for (line, result) in [
        (r#"{"do":"forfeit","who":"white"}"#, "0-1"),
        (r#"{"do":"forfeit","who":"white","opponent":"1/2","reason":"phone"}"#, "0-1/2"),
        (r#"{"do":"forfeit","who":"black","opponent":"1/2","reason":"phone"}"#, "1/2-0"),
        (r#"{"do":"forfeit","who":"black","opponent":"0"}"#, "0-0"),
        (r#"{"do":"forfeit","who":"both"}"#, "0-0"),
    ] {
        let last = tournament("300", &[line]).pop().unwrap();
        assert_eq!((&last["result"], &last["reason"]), (&result.into(), &"forfeit".into()), "{line}");
        let said = line.contains("phone").then_some("phone");
        assert_eq!(last["forfeit_reason"].as_str(), said, "{line}");
    }
}

#[test]
fn new_fields_that_an_action_does_not_know_are_refused() {
    for (line, field) in [
        (r#"{"do":"forfeit","who":"white","score":"1/2"}"#, "score"),
        (r#"{"do":"move","move":"e4","reason":"x"}"#, "reason"),
        (r#"{"do":"resign","by":"white","reason":"x"}"#, "reason"),
        (r#"{"do":"tick","at":5,"by":"white"}"#, "by"),
        (r#"{"do":"start","draw_odd":"white"}"#, "draw_odd"),
        (r#"{"do":"resume","move":"e4"}"#, "move"),
    ] {
        let run = run(&["arbiter"], format!("{{\"do\":\"start\"}}\n{line}\n"));
        let answer = run.json().pop().unwrap();
        assert_eq!((run.code, &answer["ok"], &answer["result"]), (1, &false.into(), &Value::Null), "{line}");
        let refused = answer["refused"].as_str().unwrap();
        assert!(refused.contains(&format!("`{field}`")), "{line}: {refused}");
    }
}

#[test]
fn draw_odds_and_default_time() {
    let lines = concat!(
        r#"{"do":"start","time":"300","conduct":"tournament","draw_odds":"black"}"#,
        "\n{\"do\":\"move\",\"move\":\"e4\"}\n{\"do\":\"move\",\"move\":\"e5\"}\n",
        "{\"do\":\"offer\",\"by\":\"white\"}\n{\"do\":\"accept\",\"by\":\"black\"}\n"
    );
    let last = talk(lines).pop().unwrap();
    let shown = (&last["result"], &last["reason"], &last["by_draw_odds"], &last["article"]);
    assert_eq!(shown, (&"0-1".into(), &"agreement".into(), &true.into(), &"5.2.3".into()));
    let lines = concat!(
        r#"{"do":"start","time":"5400","conduct":"tournament","default_time":900000}"#,
        "\n{\"do\":\"appear\",\"by\":\"black\",\"at\":5000}\n{\"do\":\"tick\",\"at\":900001}\n"
    );
    ends(lines, "0-1", "forfeit");
}

#[test]
fn law_k05_the_reason_of_a_restart() {
    let moves = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7";
    let play: Vec<String> =
        moves.split(' ').map(|text| format!(r#"{{"do":"move","move":"{text}"}}"#)).collect();
    for (time, reason, ok) in
        [("5400+30", "setup", true), ("5400+30", "colours", false), ("900+10", "setup", false)]
    {
        let restart = format!(r#"{{"do":"restart","reason":"{reason}"}}"#);
        let lines: Vec<&str> = play.iter().chain([&restart]).map(String::as_str).collect();
        let last = tournament(time, &lines).pop().unwrap();
        assert_eq!(last["ok"], ok, "{time} {reason}");
    }
}

#[test]
fn a_sealed_move_is_in_no_answer_before_it_is_opened() {
    let adjourn = r#"{"do":"adjourn","by":"black","move":"Nh6","at":9000}"#;
    let between = [
        r#"{"do":"move","move":"c5","at":10000}"#,
        r#"{"do":"claim","by":"black","at":10000}"#,
        r#"{"do":"offer","by":"white","at":10000}"#,
        r#"{"do":"tick","at":99000000}"#,
    ];
    let resume = r#"{"do":"resume","at":99000000}"#;
    let lines: Vec<&str> = [E4, adjourn].into_iter().chain(between).chain([resume]).collect();
    let answers = tournament("300", &lines);
    let (last, before) = answers.split_last().unwrap();
    for answer in before {
        let text = answer.to_string();
        assert!(!text.contains("Nh6") && !text.contains("g8h6"), "{text}");
    }
    assert_eq!((&before[2]["adjourned"], &before[2]["ply"]), (&"black".into(), &1.into()));
    assert_eq!((&last["ply"], &last["clock"]["black"]), (&2.into(), &291_000.into()));
    let illegal = r#"{"do":"adjourn","by":"black","move":"Nh3"}"#;
    let last = tournament("300", &[E4, illegal, r#"{"do":"resume"}"#]).pop().unwrap();
    assert_eq!((&last["result"], &last["reason"]), (&"1-0".into(), &"illegal moves".into()));
}
