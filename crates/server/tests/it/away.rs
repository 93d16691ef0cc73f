//! Players who do not come, or do not begin.

use crate::harness::Server;
use serde_json::{Value, json};

#[tokio::test]
async fn who_does_not_begin_aborts_the_game() {
    let server = Server::with_manual_time().await;
    let (white, _, id) = server.game(json!({"time": "60"})).await;
    let (mut socket, _) = white.watch(&id).await;
    server.pass(29_999);
    let shown = white.read(&format!("/app/games/{id}")).await;
    assert_eq!(shown["state"]["result"], Value::Null, "a millisecond is left");
    server.pass(1);
    assert_eq!(socket.hear_end().await["state"]["reason"], "abort");
    server.stop().await;
}

#[tokio::test]
async fn who_stays_away_loses_or_draws_as_the_other_one_likes() {
    let server = Server::with_manual_time().await;
    for (claim, result) in [("claim_victory", "1-0"), ("claim_draw_gone", "1/2-1/2")] {
        let (white, black, id) = server.game(json!({"time": "60"})).await;
        let (mut socket, _) = white.watch(&id).await;
        assert_eq!(socket.play(&id, "e4").await["t"], "done");
        // Black moves and does not look at the game, which is not to be there.
        let mut other = black.socket().await;
        assert_eq!(other.play(&id, "e5").await["t"], "done");
        server.pass(29_999);
        assert_eq!(socket.act(&id, "soon", json!({"do": claim})).await["code"], "not_allowed");
        assert_eq!(other.act(&id, "own", json!({"do": claim})).await["code"], "not_allowed", "White is here");
        server.pass(1);
        assert_eq!(socket.act(&id, "now", json!({"do": claim})).await["t"], "done");
        assert_eq!(socket.hear_end().await["state"]["result"], result);
    }
    server.stop().await;
}
