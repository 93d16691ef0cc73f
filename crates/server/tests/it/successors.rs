//! A guest who registers or logs in keeps the games and challenges.

use crate::harness::{Server, Visitor};
use serde_json::{Value, json};

async fn names_of(browser: &Visitor, list: &str) -> Vec<Value> {
    let me = browser.read("/app/me").await;
    let found = me.pointer(list).and_then(Value::as_array).expect("a list");
    found.iter().map(|one| one["id"].clone()).collect()
}

#[tokio::test]
async fn the_seat_and_the_challenges_go_with_it() {
    let server = Server::start().await;
    let (mut white, black, id) = server.game(json!({"time": "600"})).await;
    let (mut one, _) = white.watch(&id).await;
    let (mut other, _) = black.watch(&id).await;
    assert_eq!(one.play(&id, "e4").await["t"], "done");
    assert_eq!(other.play(&id, "e5").await["t"], "done");
    let open = white.send("/app/games", json!({"opponent": {"link": {}}, "time": "60"})).await;
    let open = open["id"].as_str().expect("a name").to_owned();

    let guest = white.become_account("/app/register", "Bobby").await;
    assert_eq!(one.closed().await, 1012, "the page reconnects with its new cookie");
    assert_eq!(names_of(&white, "/playing").await, [json!(id)]);
    assert_eq!(names_of(&white, "/challenges/out").await, [json!(open)]);
    let (mut one, shown) = white.watch(&id).await;
    assert_eq!(shown["you"], "white");
    assert_eq!(one.play(&id, "Nf3").await["t"], "done");
    assert_eq!(other.play(&id, "Nc6").await["t"], "done");
    // The old cookie has no seat any more.
    let (mut old, shown) = guest.watch(&id).await;
    assert_eq!(shown["you"], Value::Null);
    assert_eq!(old.play(&id, "Bb5").await["code"], "not_a_player");

    let server = server.restart().await;
    assert_eq!(names_of(&white, "/playing").await, [json!(id)]);
    assert_eq!(names_of(&white, "/challenges/out").await, [json!(open)]);
    let (mut one, _) = white.watch(&id).await;
    assert_eq!(one.act(&id, "resign", json!({"do": "resign"})).await["t"], "done");
    let challenge = format!("/app/challenges/{open}");
    assert_eq!(black.read(&challenge).await["from"], "Bobby");
    let accepted = black.send(&format!("{challenge}/accept"), json!({})).await;
    assert_eq!(accepted["id"], open.as_str());
    assert_eq!(names_of(&white, "/playing").await, [json!(open)]);

    // The same holds in the archive.
    let server = server.restart().await;
    assert_eq!(white.read(&format!("/app/games/{id}")).await["you"], "white");
    let found = white.read("/app/games?player=bobby").await;
    assert!(found.to_string().contains(&id), "{found}");
    server.stop().await;
}

#[tokio::test]
async fn nobody_gets_both_sides_or_a_challenge_to_oneself() {
    let server = Server::start().await;
    let mut account = server.guest().await;
    account.become_account("/app/register", "Bobby").await;
    let mut guest = server.guest().await;
    let new_game = json!({"opponent": {"user": {"name": "bobby"}}, "color": "white"});
    let to_bobby = guest.send("/app/games", new_game.clone()).await;
    let id = to_bobby["id"].as_str().expect("a name").to_owned();
    account.send(&format!("/app/challenges/{id}/accept"), json!({})).await;
    guest.send("/app/games", new_game).await;

    guest.become_account("/app/login", "bobby").await;
    let shown = guest.read(&format!("/app/games/{id}")).await;
    assert_eq!(shown["you"], "black", "the side that the account had");
    let me = guest.read("/app/me").await;
    assert_eq!(me["challenges"], json!({"in": [], "out": []}));
    server.stop().await;
}

#[tokio::test]
async fn logging_out_ends_the_sockets_of_this_browser_alone() {
    let server = Server::start().await;
    let mut page = server.guest().await;
    page.become_account("/app/register", "Bobby").await;
    let mut other = server.guest().await;
    other.become_account("/app/login", "bobby").await;
    let (mut here, mut elsewhere) = (page.socket().await, other.socket().await);
    for socket in [&mut here, &mut elsewhere] {
        socket.send_json(json!({"t": "ping", "n": 1})).await;
        socket.receive("pong").await;
    }
    page.send("/app/logout", json!({})).await;
    assert_eq!(here.closed().await, 1012);
    elsewhere.send_json(json!({"t": "ping", "n": 2})).await;
    elsewhere.receive("pong").await;
    server.stop().await;
}

#[tokio::test]
async fn logging_out_everywhere_ends_the_sockets_too() {
    let server = Server::start().await;
    let mut page = server.guest().await;
    page.become_account("/app/register", "Bobby").await;
    let mut other = server.guest().await;
    other.become_account("/app/login", "bobby").await;
    let mut socket = other.socket().await;
    socket.send_json(json!({"t": "ping", "n": 1})).await;
    socket.receive("pong").await;
    page.send("/app/logout-everywhere", json!({})).await;
    assert_eq!(socket.closed().await, 1012);
    server.stop().await;
}
