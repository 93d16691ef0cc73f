//! Rows 31 to 33: the data folder and its contents. Rows 30 and 32 are also tested in `src/store` and `src/backup.rs`.

use crate::harness::{Server, assert_done};
use rusqlite::Connection;
use serde_json::json;
use std::path::Path;
use tabiya_server::clock::TimeSource;
use tabiya_server::{Config, backup};

/// Tries to start a server in a folder.
async fn start_in(folder: &Path) -> Result<tabiya_server::Server, tabiya_server::StartError> {
    let config = Config::new(([127, 0, 0, 1], 0).into(), folder.to_owned());
    tabiya_server::Server::start(config, TimeSource::default()).await
}

#[tokio::test]
async fn threat_31_one_server_to_a_folder() {
    let world = Server::in_a_folder().await;
    let error = start_in(world.data()).await.err().expect("the folder is in use");
    assert!(error.to_string().contains("another server"), "{error}");
}

#[tokio::test]
async fn threat_31_what_a_newer_program_wrote_is_left_alone() {
    let world = Server::in_a_folder().await;
    let folder = world.stop_and_keep().await;
    let data = folder.path();
    let connection = Connection::open(data.join("tabiya.sqlite")).expect("it is there");
    connection
        .execute(
            "INSERT INTO refinery_schema_history (version, name, applied_on, checksum) VALUES (9999, 'later', '2030-01-01T00:00:00Z', '1')",
            (),
        )
        .expect("the table is there");
    drop(connection);
    let again = start_in(data).await;
    assert!(again.is_err(), "an old program must not write to a new folder");
    assert!(backup::verify(data).is_err());
}

#[tokio::test]
async fn threat_32_a_backup_under_way_disturbs_nobody() {
    let world = Server::in_a_folder().await;
    let (white, black, game) = world.game(json!({"time": "300"})).await;
    let (mut of_white, _) = white.watch(&game).await;
    let (mut of_black, _) = black.watch(&game).await;
    assert_done(&of_white.play_at(&game, 0, "e2e4").await);
    let (data, place) = (world.data().to_owned(), tempfile::tempdir().expect("a folder"));
    let file = place.path().join("backup");
    let copying = {
        let file = file.clone();
        tokio::task::spawn_blocking(move || backup::backup(&data, &file))
    };
    assert_done(&of_black.play_at(&game, 1, "e7e5").await);
    copying.await.expect("no panic").expect("a whole backup");
    // Everything acknowledged before the backup began is in it.
    let folder = place.path().join("data");
    backup::restore(&file, &folder).expect("a whole backup");
    let restored = start_in(&folder).await.expect("it starts");
    let answer =
        reqwest::get(format!("http://{}/app/games/{game}", restored.address)).await.expect("an answer");
    let shown: serde_json::Value = answer.json().await.expect("JSON");
    assert_eq!(shown["moves"][0]["uci"], "e2e4", "{shown}");
    restored.stop().await;
}

#[tokio::test]
async fn threat_32_a_game_that_cannot_be_read_is_named() {
    let world = Server::in_a_folder().await;
    let (white, _, game) = world.game(json!({"time": "300"})).await;
    let (mut socket, _) = white.watch(&game).await;
    assert_done(&socket.play_at(&game, 0, "e2e4").await);
    let folder = world.stop_and_keep().await;
    let data = folder.path();
    let connection = Connection::open(data.join("tabiya.sqlite")).expect("it is there");
    connection.execute("UPDATE journal SET payload = replace(payload, 'e2e4', 'e2e5')", ()).expect("a row");
    drop(connection);
    let error = backup::verify(data).expect_err("it is damaged");
    assert!(error.to_string().contains(&game), "{error}");
    let error = start_in(data).await.err().expect("it is damaged");
    assert!(error.to_string().contains(&game), "{error}");
}

#[tokio::test]
async fn threat_33_names_of_strangers_are_no_labels() {
    let world = Server::in_a_folder().await;
    let (white, _, game) = world.game(json!({"time": "300"})).await;
    let (mut socket, _) = white.watch(&game).await;
    for number in 0..20 {
        let text = format!("nonsense{number}\n\"evil\"}} 1");
        socket.act_at(&game, &format!("x{number}"), 0, json!({"do": "move", "move": text})).await;
    }
    let answer = reqwest::get(format!("http://{}/metrics", world.address())).await.expect("an answer");
    let text = answer.text().await.expect("text");
    assert!(text.ends_with("# EOF\n") && text.contains("tabiya_games_live"), "{text}");
    assert!(!text.contains("nonsense") && !text.contains(&game), "{text}");
}
