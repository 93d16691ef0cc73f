//! Checking a shared database: damage is named, intact games are counted.

use super::postgres;
use super::spread::{game, nodes, stop};
use serde_json::json;

#[tokio::test]
async fn a_row_that_is_missing_is_found_and_a_whole_database_is_counted() {
    let nodes = nodes(1).await;
    let store = nodes[0].app().store.shared().expect("a shared store");
    let (white, black, id) = game(&nodes[0], &nodes[0], json!({"time": "300"})).await;
    let (loser, _, lost) = game(&nodes[0], &nodes[0], json!({"time": "300"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2);
    assert_eq!(other.play(&id, "e5").await["v"], 3);
    let (mut socket, _) = loser.watch(&lost).await;
    assert_eq!(socket.play(&lost, "e4").await["v"], 2);
    assert_eq!(socket.act(&lost, "resign", json!({"do": "resign"})).await["t"], "done");
    nodes[0].archived(&lost).await;
    let found = store.look_through().await.expect("an answer");
    assert_eq!(found.expect("a whole database"), 2, "one live game and one finished game");

    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let client = postgres::client(&url).await;
    client.batch_execute("DELETE FROM journal WHERE seq = 2").await.expect("a row is deleted");
    let damage = store.look_through().await.expect("an answer").expect_err("a row is missing").to_string();
    assert!(damage.contains(&format!("game {id} has row 3 after row 1")), "{damage}");
    client.batch_execute("UPDATE archive SET result = '1/2-1/2'").await.expect("a result is changed");
    let damage = store.look_through().await.expect("an answer").expect_err("another result").to_string();
    assert!(damage.contains(&format!("game {lost} ended differently than its row says")), "{damage}");
    stop(nodes).await;
}
