//! Players who do not come, or do not begin. The games began half a minute ago, so that nobody has to wait for that.

use crate::browser::{Browser, Running};
use serde_json::{Value, json};
use std::time::Duration;
use tabiya_server::ids::GameId;
use wire::stored::Created;

/// A bullet game of two guests that began so long ago.
async fn game(server: &Running, ago: Duration) -> (Browser, Browser, String) {
    let (white, black) = (server.guest().await, server.guest().await);
    let seat = |id: String| json!({"person": {"id": id, "name": "Guest"}});
    let ago = u64::try_from(ago.as_millis()).expect("not long");
    let created = json!({
        "start": {"time": "60", "clock_starts": "after_both_moved"},
        "begins": server.app().clock.now().millis() - ago,
        "white": seat(white.id(server).await),
        "black": seat(black.id(server).await),
    });
    let created: Created = serde_json::from_value(created).expect("how a game began");
    let id = GameId::random();
    server.app().rooms.create(id, created, Vec::new()).await.expect("a game begins");
    (white, black, id.to_string())
}

async fn ended(socket: &mut crate::browser::Socket) -> Value {
    loop {
        let update = socket.hear("update").await;
        if !update["state"]["result"].is_null() {
            return update["state"].clone();
        }
    }
}

#[tokio::test]
async fn who_does_not_begin_aborts_the_game() {
    let server = Running::start().await;
    let (white, _, id) = game(&server, Duration::from_millis(28_500)).await;
    let (mut socket, shown) = white.watch(&server, &id).await;
    assert_eq!(shown["state"]["result"], Value::Null);
    assert_eq!(ended(&mut socket).await["reason"], "abort");
    server.stop().await;
}

#[tokio::test]
async fn who_stays_away_loses_or_draws_as_the_other_one_likes() {
    let server = Running::start().await;
    for (claim, result) in [("claim_victory", "1-0"), ("claim_draw_gone", "1/2-1/2")] {
        let (white, black, id) = game(&server, Duration::from_secs(25)).await;
        let (mut socket, _) = white.watch(&server, &id).await;
        assert_eq!(socket.play(&id, "e4").await["t"], "done");
        // Black moves and does not look at the game, which is not to be there.
        let mut other = black.socket(&server).await;
        assert_eq!(other.play(&id, "e5").await["t"], "done");
        assert_eq!(socket.act(&id, "soon", json!({"do": claim})).await["code"], "not_allowed");
        assert_eq!(other.act(&id, "own", json!({"do": claim})).await["code"], "not_allowed", "White is here");
        tokio::time::sleep(Duration::from_secs(6)).await;
        assert_eq!(socket.act(&id, "now", json!({"do": claim})).await["t"], "done");
        assert_eq!(ended(&mut socket).await["result"], result);
    }
    server.stop().await;
}
