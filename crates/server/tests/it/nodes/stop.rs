//! A clean shutdown of a node.

use super::postgres::{self, Postgres};
use super::spread::{game, nodes, stop};
use crate::harness::{Server, command, eventually};
use serde_json::json;
use std::time::Duration;
use tabiya_server::config::ClusterConfig;
use tokio::time::timeout;

#[tokio::test]
async fn a_stopped_node_has_no_attached_players() {
    let mut nodes = nodes(2).await;
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let _one = white.at(&nodes[0]).watch(&id).await;
    let _other = black.at(&nodes[1]).watch(&id).await;
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let client = postgres::client(&url).await;
    let attached = "SELECT count(*) FROM attached WHERE gone IS NULL";
    eventually(async || client.query_one(attached, &[]).await.expect("an answer").get::<_, i64>(0) == 2)
        .await;
    nodes.remove(0).stop().await;
    eventually(async || client.query_one(attached, &[]).await.expect("an answer").get::<_, i64>(0) == 1)
        .await;
    stop(nodes).await;
}

#[tokio::test]
async fn a_node_stops_even_if_the_database_does_not_answer() {
    let postgres = Postgres::start();
    let node = Server::start_node(ClusterConfig::new(postgres.database().await)).await;
    let (white, _, id) = game(&node, &node, json!({"time": "300"})).await;
    let (mut one, _) = white.watch(&id).await;
    one.play(&id, "e4").await;
    let (mut other, _) = white.watch(&id).await;
    let _paused = postgres.pause();
    let batches = || {
        let metrics = node.app().metrics.text();
        let count = metrics.lines().find_map(|line| line.strip_prefix("tabiya_commit_batch_size_count "));
        count.expect("a metric").parse::<u64>().expect("a number")
    };
    let before = batches();
    other.send_json(command(&id, "late", None, json!({"do": "offer"}))).await;
    // The writer counts a batch when it begins to write it.
    eventually(async || batches() > before).await;
    timeout(Duration::from_secs(10), node.stop()).await.expect("it stops");
}
