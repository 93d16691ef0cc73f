//! What holds for any input of the arbiter.

use crate::{arbiter_actions, run};
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use wire::Arbiter;

const MOVES: [&str; 12] =
    ["e4", "e5", "Nf3", "Nf6", "Ng1", "Ng8", "f3", "g4", "Qh4#", "O-O", "e2e4", "Kxe2 "];

const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2",
    "7k/8/8/8/8/8/4r3/5K2 w - - 0 1",
    "7k/8/8/8/8/8/R7/K7 w - - 149 90",
    "8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61",
    "8/8/8/8/8/8/8/8 w - - 0 1",
];

/// Fields of some action, with values that are mostly valid.
fn field() -> impl Strategy<Value = (&'static str, Value)> {
    let color = select(vec!["white", "black", "black", "white", "both", "red"]);
    prop_oneof![
        4 => color.prop_map(|color| ("by", json!(color))),
        4 => select(&MOVES[..]).prop_map(|text| ("move", json!(text))),
        2 => (0..200_000u64).prop_map(|at| ("at", json!(at))),
        1 => any::<u64>().prop_map(|at| ("at", json!(at))),
        1 => any::<u64>().prop_map(|lag| ("lag", json!(lag))),
        1 => select(vec!["white", "black", "both", "nobody"]).prop_map(|who| ("who", json!(who))),
        1 => select(vec!["1", "1/2", "0", "2"]).prop_map(|score| ("opponent", json!(score))),
        1 => select(vec!["setup", "colours", "late"]).prop_map(|reason| ("reason", json!(reason))),
        1 => select(vec!["white", "black", "nobody"]).prop_map(|side| ("draw_odds", json!(side))),
        1 => (0..100_000u64).prop_map(|time| ("default_time", json!(time))),
        1 => (0..100_000u64).prop_map(|time| ("white", json!(time))),
        1 => select(vec!["e2", "e7", "a1", "i9"]).prop_map(|square| ("square", json!(square))),
        1 => select(&POSITIONS[..]).prop_map(|fen| ("fen", json!(fen))),
        1 => select(vec!["-", "60", "3+2", "40/5400+30:1800+30", "300d5", "*180", "1/86400", "five"])
            .prop_map(|time| ("time", json!(time))),
        1 => select(vec!["online", "tournament", "rude"]).prop_map(|conduct| ("conduct", json!(conduct))),
        1 => select(vec![json!("standard"), json!("chess960"), json!(960)])
            .prop_map(|variant| ("variant", variant)),
        1 => select(vec![json!(true), json!(false), json!(null), json!(1)])
            .prop_map(|value| ("offer_draw", value)),
        1 => select(vec![json!(0), json!(3), json!("never"), json!(-1)])
            .prop_map(|value| ("draw_offers_from_move", value)),
    ]
}

/// A value for `do`; those that a game needs are more frequent.
fn action() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => Just("move".to_owned()),
        2 => Just("start".to_owned()),
        2 => Just("adjourn".to_owned()),
        1 => Just("dance".to_owned()),
        20 => select(arbiter_actions()),
    ]
}

/// An action with some fields, perhaps those it needs.
fn object() -> impl Strategy<Value = String> {
    (action(), prop::collection::vec(field(), 0..6)).prop_map(|(action, fields)| {
        let named = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
        let object: Map<String, Value> = named.chain([("do".to_owned(), json!(action))]).collect();
        Value::Object(object).to_string()
    })
}

/// An action, a truncated action, or anything.
fn line() -> impl Strategy<Value = String> {
    let damaged = (object(), any::<prop::sample::Index>()).prop_map(|(mut text, place)| {
        text.remove(place.index(text.len()));
        text
    });
    prop_oneof![12 => object(), 1 => damaged, 1 => "[^\r\n]{0,20}"]
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    let start = Just(r#"{"do":"start","time":"60"}"#.to_owned());
    (start, prop::collection::vec(line(), 0..40)).prop_map(|(start, lines)| [vec![start], lines].concat())
}

/// The state of the game in an answer.
fn state(answer: &Value) -> Vec<Value> {
    ["ply", "fen", "turn", "check", "clock", "result", "reason", "draw_offer", "undecided"]
        .map(|field| answer[field].clone())
        .to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn refusals_change_nothing_and_an_end_is_an_end(lines in lines()) {
        let mut arbiter = Arbiter::default();
        let mut before: Option<(Option<game::Game>, Vec<Value>)> = None;
        for line in &lines {
            let over = arbiter.game().is_some_and(|game| game.termination().is_some());
            let text = serde_json::to_string(&arbiter.answer(line.as_bytes())).unwrap();
            prop_assert!(!text.contains('\n'));
            let answer: Value = serde_json::from_str(&text).unwrap();
            let now = (arbiter.game().cloned(), state(&answer));
            if answer["ok"] == true {
                prop_assert!(answer.get("refused").is_none(), "{}", text);
                prop_assert!(!over || answer["events"][0]["event"] == "start", "{line}: {text}");
            } else {
                prop_assert!(answer["refused"].as_str().is_some_and(|why| !why.is_empty()), "{}", text);
                prop_assert_eq!(&answer["events"], &json!([]));
                if let Some(before) = &before {
                    prop_assert_eq!(before, &now, "{}", line);
                }
            }
            before = Some(now);
        }
    }
}

/// A move that occurs in no other line.
const SECRET: &str = "Nb1-a3";

/// Lines of a tournament game in which the move is sealed again and again, also in lines that are not understood.
fn sealing_lines() -> impl Strategy<Value = Vec<String>> {
    let seal = (select(vec!["white", "black", "red"]), select(vec!["move", "mov"]), any::<bool>()).prop_map(
        |(by, field, offer)| {
            let mut line = json!({"do": "adjourn", "by": by, field: SECRET});
            if offer {
                line["offer_draw"] = json!(true);
            }
            line.to_string()
        },
    );
    let start = Just(r#"{"do":"start","time":"60","conduct":"tournament"}"#.to_owned());
    let lines = prop::collection::vec(prop_oneof![2 => line(), 1 => seal], 0..40);
    (start, lines).prop_map(|(start, lines)| [vec![start], lines].concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Neither an answer nor the state for the page contains a sealed move before the game is resumed.
    #[test]
    fn no_answer_reveals_a_sealed_move(lines in sealing_lines()) {
        let mut arbiter = Arbiter::default();
        let mut opened = false;
        for line in &lines {
            let answer = serde_json::to_value(arbiter.answer(line.as_bytes())).unwrap();
            let events = answer["events"].as_array().expect("events");
            opened |= events.iter().any(|event| event["event"] == "resume");
            opened &= !events.iter().any(|event| event["event"] == "start");
            let state = serde_json::to_string(&arbiter.state(game::Timestamp::ZERO)).unwrap();
            for secret in [SECRET, "Na3"] {
                let revealed = answer.to_string().contains(secret) || state.contains(secret);
                prop_assert!(opened || !revealed, "{line}: {answer} {state}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_line_has_one_answer(lines in lines()) {
        let run = run(&["arbiter"], lines.join("\n") + "\n");
        prop_assert_eq!(run.json().len(), lines.len());
        prop_assert_eq!(run.stderr, "");
    }
}
