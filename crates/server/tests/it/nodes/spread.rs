//! Players and spectators on different nodes share one game.

use super::postgres;
use crate::harness::{Server, Socket, Visitor, eventually};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tabiya_server::config::ClusterConfig;
use tabiya_server::ids::GameId;

/// Nodes on a database of their own, without a bus.
pub(super) async fn nodes(count: usize) -> Vec<Server> {
    let url = postgres::shared().database().await;
    let mut nodes = Vec::new();
    for _ in 0..count {
        nodes.push(Server::start_node(ClusterConfig::new(url.clone())).await);
    }
    nodes
}

/// A game of two guests, the first on one node with White, the second on another.
pub(super) async fn game(one: &Server, other: &Server, settings: Value) -> (Visitor, Visitor, String) {
    let (white, black) = (one.guest().await, other.guest().await);
    let mut new_game = json!({"opponent": {"link": {}}, "color": "white"});
    for (name, value) in settings.as_object().expect("an object") {
        new_game[name] = value.clone();
    }
    let id = white.send("/app/games", new_game).await["id"].as_str().expect("a name").to_owned();
    let accepted = black.send(&format!("/app/challenges/{id}/accept"), json!({})).await;
    assert_eq!(accepted["id"], id, "{accepted}");
    (white, black, id)
}

pub(super) async fn stop(nodes: Vec<Server>) {
    for node in nodes {
        node.stop().await;
    }
}

/// Receives updates until one has this version.
pub(super) async fn receive_until(socket: &mut Socket, v: u64) -> Value {
    loop {
        let update = socket.receive("update").await;
        if update["v"] == v {
            return update;
        }
    }
}

#[tokio::test]
async fn two_players_and_a_spectator_on_three_nodes() {
    let nodes = nodes(3).await;
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut one, shown) = white.at(&nodes[0]).watch(&id).await;
    assert_eq!(shown["you"], "white");
    let (mut other, shown) = black.at(&nodes[1]).watch(&id).await;
    assert_eq!(shown["you"], "black");
    let (mut spectator, _) = nodes[2].guest().await.watch(&id).await;
    assert_eq!(one.play(&id, "f3").await["v"], 2);
    // Black's node does not know of the move yet: its append conflicts, and it decides again.
    assert_eq!(other.play(&id, "e5").await["v"], 3);
    assert_eq!(other.play(&id, "d5").await["code"], "not_your_turn");
    assert_eq!(one.play(&id, "g4").await["v"], 4);
    assert_eq!(other.play(&id, "Qh4#").await["v"], 5);
    let begun = Instant::now();
    let last = receive_until(&mut spectator, 5).await;
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    assert_eq!(last["state"]["reason"], "checkmate");
    assert_eq!(receive_until(&mut one, 5).await["state"]["result"], "0-1");
    for node in &nodes {
        let shown = white.at(node).read(&format!("/app/games/{id}")).await;
        assert_eq!(shown["game"]["v"].as_u64().or(shown["v"].as_u64()), Some(5), "{shown}");
    }
    stop(nodes).await;
}

#[tokio::test]
async fn a_list_of_games_is_the_same_on_every_node() {
    let nodes = nodes(2).await;
    let (white, _, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    for node in &nodes {
        let playing = white.at(node).read("/app/playing").await;
        assert_eq!(playing["playing"][0]["id"], id, "{playing}");
    }
    let (mut one, _) = white.at(&nodes[1]).watch(&id).await;
    one.act(&id, "r", json!({"do": "resign"})).await;
    for node in &nodes {
        assert_eq!(white.at(node).read("/app/playing").await["playing"], json!([]));
    }
    stop(nodes).await;
}

#[tokio::test]
async fn a_repeat_on_another_node_has_no_second_effect() {
    let nodes = nodes(2).await;
    let (white, _, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut here, _) = white.at(&nodes[0]).watch(&id).await;
    let (mut there, _) = white.at(&nodes[1]).watch(&id).await;
    let e4 = json!({"do": "move", "move": "e4"});
    let first = here.act(&id, "same", e4.clone()).await;
    assert_eq!((&first["t"], &first["v"]), (&json!("done"), &json!(2)));
    assert_eq!(there.act(&id, "same", e4).await, first);
    stop(nodes).await;
}

#[tokio::test]
async fn a_node_that_stops_takes_no_game_with_it() {
    let mut nodes = nodes(2).await;
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2);
    nodes.remove(0).stop().await;
    let (mut one, shown) = white.at(&nodes[0]).watch(&id).await;
    assert_eq!(shown["v"], 2, "acknowledged by the node that is gone");
    let (mut other, _) = black.at(&nodes[0]).watch(&id).await;
    assert_eq!(other.play(&id, "e5").await["v"], 3);
    assert_eq!(one.play(&id, "Nf3").await["v"], 4);
    stop(nodes).await;
}

#[tokio::test]
async fn chat_reaches_the_other_node() {
    let nodes = nodes(2).await;
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    let (mut other, _) = black.at(&nodes[1]).watch(&id).await;
    one.send_json(json!({"t": "chat", "game": id, "text": "good luck"})).await;
    assert_eq!(other.receive("chat").await["text"], "good luck");
    stop(nodes).await;
}

#[tokio::test]
async fn a_rematch_asked_for_on_two_nodes_is_one_game() {
    let nodes = nodes(2).await;
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    let (mut other, _) = black.at(&nodes[1]).watch(&id).await;
    assert_eq!(one.act(&id, "r", json!({"do": "resign"})).await["t"], "done");
    assert_eq!(one.act(&id, "again", json!({"do": "rematch"})).await["t"], "done");
    assert_eq!(other.act(&id, "again", json!({"do": "rematch"})).await["t"], "done");
    let mut next = Vec::new();
    for socket in [&mut one, &mut other] {
        loop {
            let rematch = socket.receive("rematch").await;
            if let Some(id) = rematch["next"].as_str() {
                next.push(id.to_owned());
                break;
            }
        }
    }
    assert_eq!(next[0], next[1]);
    let (_, shown) = white.at(&nodes[1]).watch(&next[0]).await;
    assert_eq!(shown["you"], "black", "colours are swapped");
    stop(nodes).await;
}

#[tokio::test]
async fn a_player_connected_to_another_node_is_present() {
    let nodes = nodes(2).await;
    let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "60"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    let (mut other, _) = black.at(&nodes[1]).watch(&id).await;
    one.play(&id, "e4").await;
    other.play(&id, "e5").await;
    let app = nodes[0].app();
    let room = app.rooms.find(id.parse().expect("an id")).await.expect("an answer").expect("a room");
    eventually(async || room.is_here(rules::Color::Black)).await;
    assert_eq!(one.act(&id, "claim", json!({"do": "claim_victory"})).await["code"], "not_allowed");
    drop(other);
    eventually(async || !room.is_here(rules::Color::Black)).await;
    stop(nodes).await;
}

#[tokio::test]
async fn a_guest_who_registers_on_one_node_keeps_the_seat_on_another() {
    let nodes = nodes(2).await;
    let (mut white, _, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
    let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["v"], 2);
    let mut elsewhere = white.at(&nodes[1]);
    elsewhere.become_account("/app/register", "Anna").await;
    white = elsewhere;
    let begun = Instant::now();
    loop {
        let (_, shown) = white.at(&nodes[0]).watch(&id).await;
        if shown["you"] == "white" {
            break;
        }
        assert!(begun.elapsed() < Duration::from_secs(4), "{shown}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    stop(nodes).await;
}

#[tokio::test]
async fn a_rematch_whose_node_has_died_is_still_offered() {
    let mut nodes = nodes(1).await;
    let (white, black, id) = game(&nodes[0], &nodes[0], json!({"time": "300"})).await;
    let (mut one, _) = white.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    assert_eq!(one.act(&id, "resign", json!({"do": "resign"})).await["t"], "done");
    nodes[0].archived(&id).await;
    // Both players have asked, but the node that was to begin the game has died before that.
    let shared = nodes[0].app().store.shared().expect("a shared store");
    let ended: GameId = id.parse().expect("a name");
    for color in rules::Color::ALL {
        shared.ask_rematch(ended, color, ended.rematch()).await.expect("an answer");
    }
    let url = nodes[0].app().config.cluster.as_ref().expect("a node").database.clone();
    nodes.push(Server::start_node(ClusterConfig::new(url)).await);
    let (mut other, shown) = black.at(&nodes[1]).watch(&id).await;
    assert_eq!(shown["rematch"], "offered_by_white", "a game that was never begun is not shown");
    assert_eq!(other.act(&id, "again", json!({"do": "rematch"})).await["t"], "done");
    let next = other.receive("rematch").await["next"].as_str().expect("it has begun").to_owned();
    assert_eq!(next, ended.rematch().to_string());
    stop(nodes).await;
}
