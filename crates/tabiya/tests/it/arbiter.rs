use crate::{FOOLS_MATE, START, run, tabiya};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};

/// Says these lines, each of which is understood, and hears one answer to each.
#[track_caller]
fn talk(lines: &str) -> Vec<Value> {
    let run = run(&["arbiter"], lines);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let answers = run.json();
    assert_eq!(answers.len(), lines.lines().count());
    answers
}

/// How the game stands after these lines: result and reason.
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
    assert_eq!(answers[1]["refused"], "move: \"e5\" is not legal here: no such pawn gets to e5");
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
        // The game goes on as it was.
        assert_eq!((&answers[1]["ok"], &answers[1]["fen"]), (&false.into(), &START.into()));
        assert_eq!(answers[2]["ok"], true);
    }
    // Bytes that are no text, and an action before any game.
    let run = run(&["arbiter"], b"\xff\xfe\n{\"do\":\"tick\"}\n");
    let answers = run.json();
    assert_eq!((run.code, answers.len()), (1, 2));
    assert_eq!(answers[1]["refused"], "there is no game: begin with {\"do\":\"start\"}");
    assert_eq!((&answers[1]["ok"], &answers[1]["fen"]), (&false.into(), &Value::Null));
}

#[test]
fn a_field_that_an_action_does_not_know_is_refused() {
    let needed = |action| match action {
        "move" => r#","move":"e4""#,
        "touch" => r#","square":"e2""#,
        "forfeit" => r#","who":"white""#,
        _ => "",
    };
    for action in [
        "start",
        "move",
        "draw",
        "claim",
        "offer",
        "accept",
        "decline",
        "resign",
        "abort",
        "takeback",
        "touch",
        "adjust",
        "forfeit",
        "pause",
        "resume",
        "set_clocks",
        "restart",
        "tick",
    ] {
        let by = if let "start" | "tick" = action { "" } else { r#","by":"white""# };
        let line = format!(r#"{{"do":"{action}"{by}{}"#, needed(action));
        let run = run(&["arbiter"], format!("{{\"do\":\"start\"}}\n{line},\"tiem\":\"60\"}}\n{line}}}\n"));
        let answers = run.json();
        let refused = answers[1]["refused"].as_str().unwrap_or_default();
        assert!(refused.starts_with("line: unknown field `tiem`"), "{action}: {}", answers[1]);
        assert_eq!((run.code, &answers[1]["fen"]), (1, &START.into()));
        assert_ne!(answers[2]["code"], "not_understood", "{action}: {}", answers[2]);
    }
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
    // It is over as soon as it begins.
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
