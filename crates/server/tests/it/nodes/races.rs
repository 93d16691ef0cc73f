//! Simultaneous actions on two nodes have one outcome.

use super::postgres;
use super::spread::{game, nodes, stop};
use crate::harness::eventually;
use rules::Color;
use serde_json::{Value, json};
use std::sync::Arc;
use tabiya_server::ids::GameId;
use tabiya_server::store::Store;

/// How often each race is run.
const ROUNDS: usize = 8;

#[tokio::test]
async fn a_challenge_accepted_on_two_nodes_starts_one_game() {
    let nodes = nodes(2).await;
    for _ in 0..ROUNDS {
        let maker = nodes[0].guest().await;
        let new_game = json!({"opponent": {"link": {}}, "time": "300"});
        let id = maker.send("/app/games", new_game).await["id"].as_str().expect("a name").to_owned();
        let (a, b) = (nodes[0].guest().await, nodes[1].guest().await);
        let path = format!("/app/challenges/{id}/accept");
        let (first, second) = tokio::join!(a.send(&path, json!({})), b.send(&path, json!({})));
        let begun = |answer: &Value| answer["id"] == id;
        assert!(begun(&first) != begun(&second), "{first} {second}");
        for (who, node, answer) in [(&a, &nodes[0], &first), (&b, &nodes[1], &second)] {
            let (_, shown) = who.at(node).watch(&id).await;
            assert_eq!(!shown["you"].is_null(), begun(answer), "whoever was accepted plays, and nobody else");
        }
    }
    stop(nodes).await;
}

#[tokio::test]
async fn a_challenge_is_accepted_or_canceled_but_not_both() {
    let nodes = nodes(2).await;
    for _ in 0..ROUNDS {
        let (maker, other) = (nodes[0].guest().await, nodes[1].guest().await);
        let new_game = json!({"opponent": {"link": {}}, "time": "300"});
        let id = maker.send("/app/games", new_game).await["id"].as_str().expect("a name").to_owned();
        let (accept, cancel) =
            (format!("/app/challenges/{id}/accept"), format!("/app/challenges/{id}/cancel"));
        let (accepted, canceled) =
            tokio::join!(other.send(&accept, json!({})), maker.send(&cancel, json!({})));
        let (accepted, canceled) = (accepted["id"] == id, canceled["ok"] == true);
        assert!(accepted != canceled, "accepted: {accepted}, canceled: {canceled}");
        let mut socket = other.at(&nodes[0]).socket().await;
        socket.send_json(json!({"t": "watch", "game": id})).await;
        let answer = socket.receive_any(&["game", "error"]).await;
        assert_eq!(answer["t"], if accepted { "game" } else { "error" });
    }
    stop(nodes).await;
}

#[tokio::test]
async fn seeks_that_meet_on_two_nodes_make_one_game_each() {
    let nodes = Arc::new(nodes(2).await);
    let seeking: Vec<_> = (0..12)
        .map(|number| {
            let nodes = Arc::clone(&nodes);
            tokio::spawn(async move {
                let node = &nodes[number % 2];
                let seeker = node.guest().await;
                let socket = seeker.socket().await;
                let answer =
                    seeker.send("/app/games", json!({"opponent": {"lobby": {}}, "time": "300"})).await;
                (seeker, socket, answer)
            })
        })
        .collect();
    let mut seekers = Vec::new();
    for one in seeking {
        seekers.push(one.await.expect("no panic"));
    }
    for (seeker, ..) in &seekers {
        let reader = seeker.at(&nodes[0]);
        eventually(async || reader.read("/app/playing").await["playing"] != json!([])).await;
    }
    for (seeker, _, answer) in &seekers {
        let playing = seeker.at(&nodes[0]).read("/app/playing").await;
        assert_eq!(playing["playing"].as_array().map(Vec::len), Some(1), "{answer} {playing}");
    }
    drop(seekers);
    let nodes = Arc::try_unwrap(nodes).ok().expect("nobody else");
    stop(nodes).await;
}

#[tokio::test]
async fn of_two_simultaneous_moves_on_two_nodes_one_is_made() {
    let nodes = nodes(2).await;
    for _ in 0..ROUNDS {
        let (white, _, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
        let (mut here, _) = white.at(&nodes[0]).watch(&id).await;
        let (mut there, _) = white.at(&nodes[1]).watch(&id).await;
        let (one, other) = tokio::join!(here.play(&id, "e4"), there.play(&id, "d4"));
        let made = [&one, &other].into_iter().filter(|answer| answer["t"] == "done").count();
        assert_eq!(made, 1, "{one} {other}");
    }
    stop(nodes).await;
}

#[tokio::test]
async fn of_two_simultaneous_resignations_on_two_nodes_one_counts() {
    let nodes = nodes(2).await;
    for _ in 0..ROUNDS {
        let (white, black, id) = game(&nodes[0], &nodes[1], json!({"time": "300"})).await;
        let (mut one, _) = white.at(&nodes[0]).watch(&id).await;
        let (mut other, _) = black.at(&nodes[1]).watch(&id).await;
        let resign = json!({"do": "resign"});
        let (first, second) =
            tokio::join!(one.act(&id, "r", resign.clone()), other.act(&id, "r", resign.clone()));
        let codes = [&first["t"], &second["t"]];
        assert!(codes.contains(&&json!("done")) && codes.contains(&&json!("refused")), "{first} {second}");
    }
    stop(nodes).await;
}

#[tokio::test]
async fn simultaneous_rematch_offers_both_count() {
    let url = postgres::shared().database().await;
    let one = Store::connect(&url, "one", Arc::default()).await.expect("a node");
    let other = Store::connect(&url, "other", Arc::default()).await.expect("a node");
    let (here, there) = (one.shared().expect("shared"), other.shared().expect("shared"));
    for _ in 0..300 {
        let (game, next) = (GameId::random(), GameId::random());
        let (white, black) = tokio::join!(
            here.ask_rematch(game, Color::White, next),
            there.ask_rematch(game, Color::Black, next)
        );
        let (white, black) = (white.expect("an answer"), black.expect("an answer"));
        assert!([white, black].contains(&(true, true)), "the second one sees both: {white:?} {black:?}");
    }
    one.close().await;
    other.close().await;
}
