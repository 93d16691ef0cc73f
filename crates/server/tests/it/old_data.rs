//! A data folder written by the first version of the program opens with everything in it unchanged.
//!
//! `tests/data/v0.1/make.py` created the folder and recorded that version's answers. Neither is ever regenerated: this
//! test is about the data that people already have on their disks.

use crate::harness::Server;
use flate2::read::GzDecoder;
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use tempfile::TempDir;

fn data(name: &str) -> File {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/v0.1").join(name);
    File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn old_folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut database = File::create(folder.path().join("tabiya.sqlite")).expect("a file");
    std::io::copy(&mut GzDecoder::new(data("data.sqlite.gz")), &mut database).expect("the whole file");
    folder
}

/// The fields of `found` that `expected` has.
fn part(found: &Value, expected: &Value) -> Value {
    let fields = expected.as_object().expect("an object");
    fields.keys().map(|key| (key.clone(), found[key].clone())).collect::<serde_json::Map<_, _>>().into()
}

/// English sentences may be reworded; everything else must stay the same.
fn without_sentences(mut state: Value) -> Value {
    state.as_object_mut().expect("an object").remove("no_mate");
    state
}

#[tokio::test]
async fn everything_the_first_version_wrote_is_still_there() {
    let expected: Value = serde_json::from_reader(data("expected.json")).expect("JSON");
    let folder = old_folder();
    let path = folder.path().to_owned();
    let server = Server::start_with_folder(folder).await;
    let mut ann = server.guest().await;
    let credentials = json!({"name": "Ann", "password": expected["password"]});
    ann.enter("/app/login", credentials).await;

    let games = expected["games"].as_array().expect("a list");
    assert_eq!(games.len(), 34);
    for game in games {
        let id = game["game"].as_str().expect("a name");
        let found = ann.read(&format!("/app/games/{id}")).await;
        let moves: Value =
            found["moves"].as_array().expect("a list").iter().map(|played| played["uci"].clone()).collect();
        assert_eq!(moves, game["moves"], "{id}");
        // In unfinished games the outage is credited by a new row, which changes the version.
        let version: &[&str] = if game["state"]["result"].is_null() { &[] } else { &["v"] };
        for field in ["start_fen", "settings", "chat"].iter().chain(version) {
            assert_eq!(found[*field], game[*field], "{id}: {field}");
        }
        let names = json!([found["white"]["name"], found["black"]["name"]]);
        assert_eq!(names, json!([game["white"], game["black"]]), "{id}");
        let state = without_sentences(game["state"].clone());
        assert_eq!(part(&found["state"], &state), state, "{id}");
    }

    for (query, ids) in expected["searches"].as_object().expect("an object") {
        let found = ann.read(&format!("/app/games?{query}")).await;
        let found: Value =
            found["games"].as_array().expect("a list").iter().map(|game| game["id"].clone()).collect();
        assert_eq!(&found, ids, "{query}");
    }
    for (name, perfs) in expected["ratings"].as_object().expect("an object") {
        let found = ann.read(&format!("/api/user/{name}")).await;
        for (speed, perf) in perfs.as_object().expect("an object") {
            let rated = |perf: &Value| (perf["games"].clone(), perf["rating"].clone());
            assert_eq!(rated(&found["perfs"][speed]), rated(perf), "{name}: {speed}");
        }
    }
    // They have expired since, but are still readable.
    let challenges = expected["ann"]["challenges"]["out"].as_array().expect("a list");
    assert_eq!(challenges.len(), 3);
    for challenge in challenges {
        let id = challenge["id"].as_str().expect("a name");
        let found = ann.read(&format!("/app/challenges/{id}")).await;
        assert_eq!(part(&found, challenge), *challenge);
    }
    assert_eq!(
        part(&ann.read("/app/me").await["player"], &expected["ann"]["player"]),
        expected["ann"]["player"]
    );

    let folder = server.stop_and_keep().await;
    let checked = tabiya_server::backup::verify(&path);
    assert!(checked.as_ref().is_ok_and(|games| *games >= games_kept(&expected)), "{checked:?}");
    drop(folder);
}

fn games_kept(expected: &Value) -> usize {
    expected["games"].as_array().expect("a list").len()
}
