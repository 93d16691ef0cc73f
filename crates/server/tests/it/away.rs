//! Players who stay away or never make their first move.

use crate::harness::Server;
use serde_json::{Value, json};

#[tokio::test]
async fn a_game_without_a_first_move_is_aborted() {
    let server = Server::with_manual_time().await;
    let (white, _, id) = server.game(json!({"time": "60"})).await;
    let (mut socket, _) = white.watch(&id).await;
    server.pass(29_999);
    let shown = white.read(&format!("/app/games/{id}")).await;
    assert_eq!(shown["state"]["result"], Value::Null, "a millisecond is left");
    server.pass(1);
    assert_eq!(socket.receive_end().await["state"]["reason"], "abort");
    server.stop().await;
}

#[tokio::test]
async fn the_opponent_of_an_absent_player_claims_a_win_or_a_draw() {
    let server = Server::with_manual_time().await;
    for (claim, result) in [("claim_victory", "1-0"), ("claim_draw_gone", "1/2-1/2")] {
        let (white, black, id) = server.game(json!({"time": "60"})).await;
        let (mut socket, _) = white.watch(&id).await;
        assert_eq!(socket.play(&id, "e4").await["t"], "done");
        // Black moves without watching the game, and so does not count as present.
        let mut other = black.socket().await;
        assert_eq!(other.play(&id, "e5").await["t"], "done");
        server.pass(29_999);
        assert_eq!(socket.act(&id, "soon", json!({"do": claim})).await["code"], "not_allowed");
        assert_eq!(
            other.act(&id, "own", json!({"do": claim})).await["code"],
            "not_allowed",
            "White is present"
        );
        server.pass(1);
        assert_eq!(socket.act(&id, "now", json!({"do": claim})).await["t"], "done");
        assert_eq!(socket.receive_end().await["state"]["result"], result);
    }
    server.stop().await;
}
