//! An arbiter at other people's games, and games with unusual settings.

use crate::harness::Server;
use serde_json::{Value, json};
use tabiya_server::identity::roles::Roles;
use tabiya_server::people::admin;

#[tokio::test]
async fn an_arbiter_stops_and_sets_the_clocks_and_has_the_last_word() {
    let server = Server::start().await;
    let judge = server.arbiter().await;
    assert_eq!(judge.read("/app/me").await["player"]["roles"], json!(["arbiter"]));
    let (white, black, id) = server.game(json!({"time": "300", "conduct": "tournament"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut table, shown) = judge.watch(&id).await;
    assert_eq!(shown["you"], Value::Null);
    assert_eq!(table.play(&id, "e4").await["code"], "not_a_player", "the role does not come with a seat");

    assert_eq!(table.act(&id, "p", json!({"do": "pause"})).await["t"], "done");
    assert_eq!(one.receive("update").await["state"]["paused"], true);
    assert_eq!(one.play(&id, "e4").await["code"], "not_allowed", "the clocks are stopped");
    let clocks = json!({"do": "set_clocks", "white": 61_000, "black": 62_000});
    assert_eq!(table.act(&id, "c", clocks).await["t"], "done");
    let state = one.receive("update").await["state"].clone();
    assert_eq!(state["clock"], json!({"white": 61_000, "black": 62_000}));
    assert_eq!(table.act(&id, "r", json!({"do": "resume"})).await["t"], "done");
    assert_eq!(one.receive("update").await["state"]["running"], "white");
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    assert_eq!(table.act(&id, "s", json!({"do": "restart"})).await["t"], "done");
    let (mut other, shown) = black.watch(&id).await;
    assert_eq!(shown["state"]["ply"], 0);
    assert_eq!(other.act(&id, "f", json!({"do": "forfeit", "who": "white"})).await["code"], "not_allowed");
    assert_eq!(table.act(&id, "f", json!({"do": "forfeit", "who": "both"})).await["t"], "done");
    let state = white.read(&format!("/app/games/{id}")).await["state"].clone();
    assert_eq!((&state["result"], &state["law"]), (&json!("0-0"), &json!("E06")));
    server.stop().await;
}

#[tokio::test]
async fn a_role_is_taken_away_at_once() {
    let server = Server::start().await;
    let judge = server.arbiter().await;
    admin::set_roles(&server.app().store, "judge", Roles::NONE).await.expect("there is such an account");
    let (_, _, id) = server.game(json!({"time": "300", "conduct": "tournament"})).await;
    let (mut table, _) = judge.watch(&id).await;
    assert_eq!(table.act(&id, "p", json!({"do": "pause"})).await["code"], "not_allowed");
    server.stop().await;
}

/// Every setting of a new game, by link and in the lobby.
#[tokio::test]
async fn every_game_setting_is_applied_and_shown() {
    let server = Server::start().await;
    let settings = json!({
        "time": "300+3", "time_white": "300+3", "time_black": "60+1", "conduct": "tournament",
        "draw_offers_from_move": 30, "fifty_move_rule": false, "chat": false, "variant": "chess960",
    });
    let (white, _, id) = server.game(settings.clone()).await;
    let (mut socket, shown) = white.watch(&id).await;
    for (name, value) in settings.as_object().expect("an object") {
        assert_eq!(&shown["settings"][name], value, "{name}");
    }
    let clock = &shown["state"]["clock"];
    assert!(clock["white"].as_u64() > Some(290_000) && clock["black"] == json!(60_000), "{clock}");
    let too_early = socket.act(&id, "o", json!({"do": "offer"})).await;
    assert_eq!(too_early["code"], "not_allowed", "{too_early}");

    let (mut anna, mut bert) = (server.guest().await, server.guest().await);
    anna.become_account("/app/register", "anna").await;
    bert.become_account("/app/register", "bert").await;
    let seek = |mut settings: Value| {
        settings["opponent"] = json!({"lobby": {}});
        settings
    };
    let odds = seek(json!({"time": "300", "time_black": "60", "conduct": "tournament", "color": "white"}));
    let offered = anna.send("/app/games", odds.clone()).await["id"].clone();
    let shown = bert.read("/app/lobby").await["seeks"][0].clone();
    assert_eq!(
        (&shown["id"], &shown["game"]["time"], &shown["game"]["time_black"], &shown["game"]["conduct"]),
        (&offered, &json!("300"), &json!("60"), &json!("tournament"))
    );
    let usual = bert.send("/app/games", seek(json!({"time": "300"}))).await;
    assert_ne!(usual["id"], offered, "another game");
    let mut same = odds;
    same["color"] = json!("random");
    assert_eq!(bert.send("/app/games", same).await["id"], offered);

    let rated = seek(json!({"time": "300", "rated": true}));
    let offered = anna.send("/app/games", rated.clone()).await["id"].clone();
    let shown = bert.read("/app/lobby").await["seeks"][1].clone();
    assert_eq!((&shown["game"]["rated"], &shown["rating"]), (&json!(true), &json!(1500)), "{shown}");
    assert_eq!(bert.send("/app/games", rated).await["id"], offered);
    let shown = bert.read(&format!("/app/games/{}", offered.as_str().expect("a name"))).await;
    assert_eq!(shown["settings"]["rated"], true);
    server.stop().await;
}
