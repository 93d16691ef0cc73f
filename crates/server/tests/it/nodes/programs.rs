//! Bots, the computer and sessions across nodes: none of them is tied to the node where it began.

use super::postgres;
use super::spread::{game, nodes, receive_until, stop};
use crate::harness::{BLITZ, Client, Lines, Server, eventually};
use reqwest::StatusCode;
use serde_json::json;

/// Reads a game stream until these moves have been played.
async fn read_until(stream: &mut Lines, moves: &str) {
    while stream.line_of("gameState").await["moves"] != moves {}
}

#[tokio::test]
async fn a_person_a_bot_and_a_spectator_on_three_nodes_see_one_game() {
    let nodes = nodes(3).await;
    let (ann, robo) = (Client::person(&nodes[0], "ann").await, Client::bot(&nodes[2], "robo").await);
    let (mut anns_events, mut robos_events) = (ann.events().await, robo.events().await);
    let form = [BLITZ, &[("color", "white")]].concat();
    let (status, challenge) = ann.post_form("/api/challenge/robo", &form).await;
    assert_eq!(status, StatusCode::OK, "{challenge}");
    let id = challenge["id"].as_str().expect("an id").to_owned();
    assert_eq!(robos_events.line_of("challenge").await["challenge"]["id"], id);
    robo.post_ok(&format!("/api/challenge/{id}/accept")).await;
    for events in [&mut anns_events, &mut robos_events] {
        assert_eq!(events.line_of("gameStart").await["game"]["gameId"], id);
    }

    let mut board = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    let mut program = robo.stream(&format!("/api/bot/game/stream/{id}")).await;
    let (mut spectator, _) = nodes[1].guest().await.watch(&id).await;
    ann.play(&id, "e2e4").await;
    read_until(&mut program, "e2e4").await;
    robo.post_ok(&format!("/api/bot/game/{id}/move/e7e5")).await;
    read_until(&mut board, "e2e4 e7e5").await;
    assert_eq!(receive_until(&mut spectator, 3).await["state"]["ply"], 2);
    robo.post_ok(&format!("/api/bot/game/{id}/resign")).await;
    for stream in [&mut board, &mut program] {
        let last = stream.last().await;
        assert_eq!((&last["status"], &last["winner"]), (&json!("resign"), &json!("white")), "{last}");
    }
    for events in [&mut anns_events, &mut robos_events] {
        assert_eq!(events.line_of("gameFinish").await["game"]["gameId"], id);
    }
    assert_eq!(spectator.receive_end().await["state"]["result"], "1-0");
    stop(nodes).await;
}

#[tokio::test]
async fn the_computer_answers_on_another_node_when_its_own_has_ended() {
    let mut nodes = nodes(2).await;
    let person = nodes[0].guest().await;
    // The strongest level thinks for a second, in which its node ends.
    let new_game = json!({"opponent": {"computer": {"level": 8}}, "color": "white", "time": "300"});
    let id = person.send("/app/games", new_game).await["id"].as_str().expect("an id").to_owned();
    let (mut one, _) = person.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2);
    drop(one);
    nodes.remove(0).stop().await;
    let (mut back, shown) = person.at(&nodes[0]).watch(&id).await;
    let mut ply = shown["state"]["ply"].as_u64();
    while ply != Some(2) {
        ply = back.receive("update").await["state"]["ply"].as_u64();
    }
    stop(nodes).await;
}

#[tokio::test]
async fn logging_out_on_one_node_logs_out_on_all() {
    let nodes = nodes(2).await;
    let mut anna = nodes[0].guest().await;
    anna.become_account("/app/register", "Anna").await;
    let mut elsewhere = anna.at(&nodes[1]).socket().await;
    elsewhere.send_json(json!({"t": "ping", "n": 1})).await;
    elsewhere.receive("pong").await;
    anna.send("/app/logout", json!({})).await;
    assert_eq!(elsewhere.closed().await, 1012);
    assert!(anna.at(&nodes[1]).id().await.starts_with('~'), "a guest again");
    stop(nodes).await;
}

#[tokio::test]
async fn a_node_without_its_database_is_not_ready_until_it_is_back() {
    let nodes = nodes(1).await;
    let (white, _, id) = game(&nodes[0], &nodes[0], json!({"time": "300"})).await;
    let (mut one, _) = white.watch(&id).await;
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    let database = url.rsplit('/').next().expect("a name");
    let outside = postgres::client(&postgres::shared().url("postgres")).await;
    let allow = async |allowed: bool| {
        let sql = format!("ALTER DATABASE {database} WITH ALLOW_CONNECTIONS {allowed}");
        outside.batch_execute(&sql).await.expect("it is altered");
    };
    assert_eq!(ready(&nodes[0]).await, StatusCode::OK);
    allow(false).await;
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
    outside.query(cut, &[&database]).await.expect("connections are cut");
    eventually(async || ready(&nodes[0]).await == StatusCode::SERVICE_UNAVAILABLE).await;
    allow(true).await;
    eventually(async || ready(&nodes[0]).await == StatusCode::OK).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2, "the socket and the game are still there");
    stop(nodes).await;
}

async fn ready(node: &Server) -> StatusCode {
    let answer = node.client.get(format!("{}/readyz", node.url())).send().await;
    answer.expect("a node answers whatever becomes of its database").status()
}
