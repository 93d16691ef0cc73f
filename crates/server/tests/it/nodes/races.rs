//! Things that happen on two nodes at the same moment have one outcome.

use super::postgres;
use super::spread::{game, nodes, stop};
use rules::Color;
use serde_json::{Value, json};
use std::sync::Arc;
use tabiya_server::ids::GameId;
use tabiya_server::store::Store;

/// How often each race is run.
const TIMES: usize = 8;

#[tokio::test]
async fn of_two_accepters_on_two_nodes_one_plays() {
    let nodes = nodes(2).await;
    for _ in 0..TIMES {
        let maker = nodes[0].guest().await;
        let asked = json!({"opponent": {"link": {}}, "time": "300"});
        let id = maker.send("/app/games", asked).await["id"].as_str().expect("a name").to_owned();
        let (a, b) = (nodes[0].guest().await, nodes[1].guest().await);
        let path = format!("/app/challenges/{id}/accept");
        let (first, second) = tokio::join!(a.send(&path, json!({})), b.send(&path, json!({})));
        let begun = |answer: &Value| answer["id"] == id;
        assert!(begun(&first) != begun(&second), "{first} {second}");
        for (who, node, answer) in [(&a, &nodes[0], &first), (&b, &nodes[1], &second)] {
            let (_, shown) = who.at(node).watch(&id).await;
            assert_eq!(!shown["you"].is_null(), begun(answer), "who was told yes plays, and nobody else");
        }
    }
    stop(nodes).await;
}

#[tokio::test]
async fn accepted_or_taken_back_but_not_both() {
    let nodes = nodes(2).await;
    for _ in 0..TIMES {
        let (maker, other) = (nodes[0].guest().await, nodes[1].guest().await);
        let asked = json!({"opponent": {"link": {}}, "time": "300"});
        let id = maker.send("/app/games", asked).await["id"].as_str().expect("a name").to_owned();
        let (accept, cancel) =
            (format!("/app/challenges/{id}/accept"), format!("/app/challenges/{id}/cancel"));
        let (accepted, canceled) =
            tokio::join!(other.send(&accept, json!({})), maker.send(&cancel, json!({})));
        let (accepted, canceled) = (accepted["id"] == id, canceled["ok"] == true);
        assert!(accepted != canceled, "accepted: {accepted}, taken back: {canceled}");
        let mut socket = other.at(&nodes[0]).socket().await;
        socket.say(json!({"t": "watch", "game": id})).await;
        let heard = socket.hear(if accepted { "game" } else { "error" }).await;
        assert_eq!(accepted, heard["t"] == "game");
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
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    for (seeker, _, answer) in &seekers {
        let playing = seeker.at(&nodes[0]).read("/app/playing").await;
        assert_eq!(playing["playing"].as_array().map(Vec::len), Some(1), "{answer} {playing}");
    }
    drop(seekers);
    let nodes = Arc::try_unwrap(nodes).ok().expect("nobody else");
    stop(nodes).await;
}

#[tokio::test]
async fn of_two_moves_of_one_player_on_two_nodes_one_is_made() {
    let nodes = nodes(2).await;
    for _ in 0..TIMES {
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
async fn of_two_resignations_on_two_nodes_one_ends_the_game() {
    let nodes = nodes(2).await;
    for _ in 0..TIMES {
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
async fn both_can_ask_for_a_rematch_at_one_moment() {
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
        let (white, black) = (white.expect("White is heard"), black.expect("Black is heard"));
        assert!([white, black].contains(&(true, true)), "the second of them begins it: {white:?} {black:?}");
    }
    one.close().await;
    other.close().await;
}
