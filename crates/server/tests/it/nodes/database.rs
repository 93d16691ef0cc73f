//! A database that does not answer or reports an error: clients are told nothing false, and the error keeps its cause.

use super::postgres;
use super::spread::{game, nodes, stop};
use serde_json::json;
use std::sync::Arc;
use tabiya_server::ids::GameId;
use tabiya_server::store::{Store, StoreError};

#[tokio::test]
async fn a_game_that_cannot_be_read_is_not_taken_for_missing() {
    let nodes = nodes(2).await;
    let (white, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300"})).await;
    let mut socket = white.at(&nodes[1]).socket().await;
    let mut other = white.at(&nodes[1]).socket().await;
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let mut client = postgres::client(&url).await;
    let transaction = client.transaction().await.expect("a transaction");
    transaction.batch_execute("LOCK TABLE journal IN ACCESS EXCLUSIVE MODE").await.expect("a lock");
    socket.send_json(json!({"t": "watch", "game": id})).await;
    assert_eq!(socket.receive("error").await["code"], "unavailable");
    assert_eq!(socket.closed().await, 1013, "another node may be able to read it");
    let resign = json!({"do": "resign"});
    assert_eq!(other.act(&id, "r", resign.clone()).await["code"], "unavailable");
    assert_eq!(other.closed().await, 1013, "another node may be able to save it");
    transaction.rollback().await.expect("the lock is gone");
    let mut other = white.at(&nodes[1]).socket().await;
    assert_eq!(other.act(&id, "r", resign).await["t"], "done", "the same command, repeated");
    other.send_json(json!({"t": "watch", "game": "nosuchid"})).await;
    assert_eq!(other.receive("error").await["code"], "no_such_game");
    stop(nodes).await;
}

#[tokio::test]
async fn errors_say_what_the_database_says() {
    let url = postgres::shared().database().await;
    let store = Store::connect(&url, "one", Arc::default()).await.expect("a node");
    postgres::client(&url).await.batch_execute("DROP TABLE chat").await.expect("no chat");
    let error = store.chat(GameId::random()).await.expect_err("there is no such table");
    assert!(matches!(error, StoreError::Database(_)));
    let text = error.to_string();
    assert!(text.contains("42P01") && text.contains("relation \"chat\" does not exist"), "{text}");
    store.close().await;
}
