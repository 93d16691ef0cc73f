//! Serialized values have a stable form and can be read back.

use serde::{Deserialize, Serialize};
use std::fmt::Debug;
use std::time::Duration;
use tabiya_pgn::rules::{Outcome, Square};
use tabiya_pgn::{Command, GameResult, Nag, Paint, Place, Score};

#[track_caller]
fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
}

#[test]
fn values_have_a_stable_form() {
    check(GameResult::Known(Outcome::Draw), r#""1/2-1/2""#);
    check(GameResult::Unknown, r#""*""#);
    check(Nag(5), "5");
    check(Place::START, r#"{"offset":0,"line":1,"column":1}"#);
    check(Command::Clock(Duration::from_secs(180)), r#"{"clock":{"secs":180,"nanos":0}}"#);
    let score = Score::Mate(-3);
    check(Command::Evaluation { score, depth: None }, r#"{"evaluation":{"score":{"mate":-3},"depth":null}}"#);
    check(Command::Squares(vec![(Paint::Green, Square::E4)]), r#"{"squares":[["green","e4"]]}"#);
}

#[test]
fn the_error_names_a_wrong_result() {
    let error = serde_json::from_str::<GameResult>(r#""2-0""#).unwrap_err().to_string();
    assert!(error.contains(r#"found "2-0""#), "{error}");
}
