//! Moving all data from a folder to PostgreSQL, and back.

use super::postgres;
use crate::harness::Server;
use serde_json::json;
use std::time::Duration;
use tabiya_server::config::ClusterConfig;
use tabiya_server::store::{StoreError, transfer};

#[tokio::test]
async fn everything_moves_to_postgres_and_back_with_games_in_play() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start_with_folder(folder).await;
    let (mut white, black, id) = server.game(json!({"time": "300", "conduct": "tournament"})).await;
    let (mut one, _) = white.at(&server).watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2);
    let (_, _, over) = server.game(json!({"time": "300"})).await;
    white.become_account("/app/register", "Anna").await;
    let folder = server.stop_and_keep().await;
    let url = postgres::shared().database().await;
    let moved = transfer::to_postgres(folder.path(), &url).await.expect("it moves");
    assert!(moved > 5, "{moved} rows");
    let again = transfer::to_postgres(folder.path(), &url).await;
    assert!(matches!(again, Err(StoreError::Refused(_))), "only into an empty database");

    // Longer than the three seconds after which silence counts as an outage.
    tokio::time::sleep(Duration::from_secs(4)).await;
    let node = Server::start_node(ClusterConfig::new(url.clone())).await;
    let (_, shown) = white.at(&node).watch(&id).await;
    assert_eq!(shown["you"], "white", "the account has the guest's seat");
    let left = shown["state"]["clock"]["black"].as_u64().expect("a clock");
    assert!(left > 296_000, "{left}: the time without a server must not be charged");
    let (mut other, shown) = black.at(&node).watch(&id).await;
    assert_eq!(shown["you"], "black");
    assert_eq!(other.play(&id, "e5").await["t"], "done");
    let (mut third, _) = black.at(&node).watch(&over).await;
    assert_eq!(third.play(&over, "e5").await["code"], "not_a_player");
    let (loser, _, lost) = node.game(json!({"time": "300"})).await;
    let (mut fourth, _) = loser.watch(&lost).await;
    assert_eq!(fourth.play(&lost, "e4").await["t"], "done");
    assert_eq!(fourth.act(&lost, "resign", json!({"do": "resign"})).await["t"], "done");
    node.archived(&lost).await;
    let running = transfer::to_folder(&url, tempfile::tempdir().expect("a folder").path()).await;
    assert!(matches!(running, Err(StoreError::Refused(_))), "not while a node runs");
    node.stop().await;

    let back = tempfile::tempdir().expect("a folder");
    transfer::to_folder(&url, back.path()).await.expect("it moves back");
    let games = tabiya_server::backup::verify(back.path()).expect("every game can be played again");
    assert_eq!(games, 3, "each of them once");
    let server = Server::start_with_folder(back).await;
    let (mut one, shown) = white.at(&server).watch(&id).await;
    assert_eq!((&shown["you"], &shown["state"]["ply"]), (&json!("white"), &json!(2)));
    assert_eq!(one.play(&id, "Nf3").await["t"], "done");
    server.stop().await;
}
