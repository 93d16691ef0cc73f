//! Time: a flag falls exactly once, even if nobody watches, and players are not charged for outages.

use super::postgres;
use super::spread::{game, nodes, stop};
use crate::harness::{Server, eventually};
use game::Timestamp;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tabiya_server::config::ClusterConfig;
use tabiya_server::store::Store;

#[tokio::test]
async fn a_flag_falls_once_even_if_the_players_node_is_gone() {
    let mut nodes = nodes(2).await;
    let (white, black, id) = game(&nodes[0], &nodes[0], json!({"time": "4", "conduct": "tournament"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    one.play(&id, "e4").await;
    nodes.remove(0).stop().await;
    // Nobody asks for the game: the other node checks it because its deadline has passed.
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let client = postgres::client(&url).await;
    let archived = "SELECT log FROM archive";
    eventually(async || client.query_opt(archived, &[]).await.expect("an answer").is_some()).await;
    let ended: String = client.query_one(archived, &[]).await.expect("a row").get(0);
    assert_eq!(ended.matches("\"ended\"").count(), 1, "{ended}");
    let (_, shown) = black.at(&nodes[0]).watch(&id).await;
    assert_eq!(shown["state"]["reason"], "time", "{shown}");
    stop(nodes).await;
}

#[tokio::test]
async fn a_node_that_starts_writes_nothing_into_games_of_others() {
    let nodes = nodes(1).await;
    let (white, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300", "conduct": "tournament"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2);
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    // Real time passes, so that a node which took the time since the move for an outage would credit it.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    let second = Server::start_node(ClusterConfig::new(url)).await;
    let (_, shown) = white.at(&second).watch(&id).await;
    assert_eq!(shown["v"], 2, "no clock was stopped: a node served all the time");
    second.stop().await;
    stop(nodes).await;
}

#[tokio::test]
async fn time_without_any_node_is_not_charged() {
    let nodes = nodes(1).await;
    let (white, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300", "conduct": "tournament"})).await;
    let (_, before) = white.at(&nodes[0]).watch(&id).await;
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    stop(nodes).await;
    // Longer than the three seconds after which silence counts as an outage.
    tokio::time::sleep(Duration::from_secs(5)).await;
    let node = Server::start_node(ClusterConfig::new(url)).await;
    let (_, after) = white.at(&node).watch(&id).await;
    let left = |shown: &serde_json::Value| shown["state"]["clock"]["white"].as_u64().expect("a clock");
    let lost = left(&before) - left(&after);
    assert!(lost < 2_500, "{lost} ms of five seconds without a server were charged: {after}");
    node.stop().await;
}

#[tokio::test]
async fn no_flag_falls_while_heartbeats_fail() {
    let nodes = nodes(1).await;
    let (white, black, id) = game(&nodes[0], &nodes[0], json!({"time": "8", "conduct": "tournament"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    let (mut other, _) = black.at(&nodes[0]).watch(&id).await;
    one.play(&id, "e4").await;
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let mut client = postgres::client(&url).await;
    // The heartbeats fail, and rows could still be written.
    let lock = client.transaction().await.expect("a transaction");
    lock.batch_execute("LOCK TABLE nodes IN ACCESS EXCLUSIVE MODE").await.expect("a lock");
    // Longer than Black's clock: the flag must not fall meanwhile.
    tokio::time::sleep(Duration::from_secs(10)).await;
    let ended = lock.query("SELECT 1 FROM journal WHERE payload LIKE '%\"ended\"%'", &[]).await;
    assert_eq!(ended.expect("an answer").len(), 0, "Black's time ran out while no heartbeat was possible");
    lock.rollback().await.expect("the lock is gone");
    while other.play(&id, "e5").await["code"] == "unavailable" {
        tokio::time::sleep(Duration::from_millis(100)).await;
        // The node has closed the socket: its clients are to reconnect, perhaps to another node.
        other = black.at(&nodes[0]).watch(&id).await.0;
    }
    let (_, shown) = white.at(&nodes[0]).watch(&id).await;
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(2), "{shown}");
    stop(nodes).await;
}

#[tokio::test]
async fn the_first_node_back_records_the_outage() {
    let url = postgres::shared().database().await;
    let prove = async |name: &str| {
        let store = Store::connect(&url, name, Arc::default()).await.expect("a node");
        store.prove_service(Timestamp::ZERO).await.expect("it is written");
        let outages = store.shared().expect("a shared store").outages_since(Timestamp::ZERO).await;
        store.close().await;
        outages.expect("an answer")
    };
    assert!(prove("one").await.is_empty(), "no node has served before");
    let later = "UPDATE nodes SET beat = beat - 60000";
    postgres::client(&url).await.batch_execute(later).await.expect("a minute passes");
    let outages = prove("another").await;
    assert_eq!(outages.len(), 1, "{outages:?}");
    assert!(outages[0].ended.since(outages[0].began).millis() >= 60_000, "{outages:?}");
}

/// After an outage a player comes from a node that has just died to one that does not know of the outage yet.
#[tokio::test]
async fn an_outage_is_credited_to_a_player_coming_from_a_dead_node() {
    let nodes = nodes(1).await;
    let (white, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300", "conduct": "tournament"})).await;
    let (socket, before) = white.at(&nodes[0]).watch(&id).await;
    drop(socket);
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let (database, mut client) = (postgres::client(&url).await, postgres::client(&url).await);
    let now = "SELECT now_ms()";
    let began: i64 = database.query_one(now, &[]).await.expect("the time").get(0);
    // The heartbeats fail; everything else can be read and written.
    let lock = client.transaction().await.expect("a transaction");
    lock.batch_execute("LOCK TABLE outages IN ACCESS EXCLUSIVE MODE").await.expect("a lock");
    // The outage itself: players must not be charged for these seconds.
    tokio::time::sleep(Duration::from_secs(8)).await;
    lock.execute("INSERT INTO outages (began, ended) VALUES ($1, now_ms())", &[&began]).await.expect("a row");
    let ended = "INSERT INTO nodes (name, started, beat) VALUES ('killed', 0, now_ms()) RETURNING node";
    let node: i32 = database.query_one(ended, &[]).await.expect("a node").get(0);
    let number = i64::from_be_bytes(id.as_bytes().try_into().expect("eight letters"));
    let attached = "INSERT INTO attached (game, color, node, since) VALUES ($1, 'white', $2, 0)";
    database.execute(attached, &[&number, &node]).await.expect("a row");
    // Before the node credits White it asks for outages. The lock makes it wait, like the heartbeat that is due.
    let waiting = "SELECT count(*) FROM pg_locks WHERE relation = 'outages'::regclass AND NOT granted";
    let asks = async || database.query_one(waiting, &[]).await.expect("an answer").get::<_, i64>(0) == 2;
    let returning = white.at(&nodes[0]);
    let (_back, ()) = tokio::join!(returning.watch(&id), eventually(asks));
    let credited = "SELECT gone FROM attached WHERE node = $1";
    let gone: Option<i64> = database.query_one(credited, &[&node]).await.expect("a row").get(0);
    assert_eq!(gone, None, "White was credited by a node that does not know of the outage yet");
    lock.commit().await.expect("the heartbeats go on");
    let left = |shown: &serde_json::Value| shown["state"]["clock"]["white"].as_u64().expect("a clock");
    let (reader, path) = (white.at(&nodes[0]), format!("/app/games/{id}"));
    // Without the eight seconds of the outage, less than six were charged.
    eventually(async || left(&before) - left(&reader.read(&path).await) < 6_000).await;
    stop(nodes).await;
}

#[tokio::test]
async fn setting_a_clock_back_brings_its_next_check_forward() {
    let nodes = nodes(1).await;
    let (_, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300", "conduct": "tournament"})).await;
    let (mut table, _) = nodes[0].arbiter().await.watch(&id).await;
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let client = postgres::client(&url).await;
    let next_check = async || -> i64 {
        let sql = "SELECT next_check_at - now_ms() FROM game_live";
        client.query_one(sql, &[]).await.expect("a game").get(0)
    };
    let before = next_check().await;
    assert!(before > 60_000, "{before}");
    assert_eq!(table.act(&id, "p", json!({"do": "pause"})).await["t"], "done");
    let clocks = json!({"do": "set_clocks", "white": 20_000, "black": 90_000});
    assert_eq!(table.act(&id, "c", clocks).await["t"], "done");
    // Even if this node dies, another one checks the game when White's time is over. The clocks of the two may differ.
    let after = next_check().await;
    assert!(after < 25_000, "{after}");
    stop(nodes).await;
}
