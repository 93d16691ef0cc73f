//! Draw offers and takebacks: offering, answering and withdrawing; and facts about a game that clients need.

use crate::harness::{BLITZ, Client, Server, game};
use serde_json::{Value, json};

/// Two people and their game after this many half-moves.
async fn started_game(server: &Server, moves: usize) -> (Client, Client, String) {
    let (ann, ben) = (Client::person(server, "ann").await, Client::person(server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let line = ["e2e4", "e7e5", "g1f3", "g8f6"];
    for (number, mv) in line.into_iter().take(moves).enumerate() {
        if number % 2 == 0 { &ann } else { &ben }.play(&id, mv).await;
    }
    (ann, ben, id)
}

/// The current state of a game.
async fn state(player: &Client, id: &str) -> Value {
    let mut stream = player.stream(&format!("/api/board/game/stream/{id}")).await;
    stream.line().await["state"].clone()
}

fn offers(state: &Value) -> [bool; 4] {
    ["wdraw", "bdraw", "wtakeback", "btakeback"].map(|name| state.get(name).is_some())
}

/// A takeback request can be withdrawn, a draw offer cannot; the opponent declines each of them separately.
#[tokio::test]
async fn draws_and_takebacks_are_declined_separately() {
    let server = Server::start().await;
    let (ann, ben, id) = started_game(&server, 3).await;
    let path = format!("/api/board/game/{id}");
    ann.post_ok(&format!("{path}/takeback/yes")).await;
    assert_eq!(offers(&state(&ann, &id).await), [false, false, true, false]);
    ann.post_ok(&format!("{path}/takeback/no")).await;
    assert_eq!(offers(&state(&ann, &id).await), [false; 4], "withdrawn");
    ann.post_ok(&format!("{path}/takeback/yes")).await;
    ann.post_ok(&format!("{path}/draw/yes")).await;
    ann.post_ok(&format!("{path}/draw/no")).await;
    assert_eq!(offers(&state(&ann, &id).await), [true, false, true, false], "an offer is not withdrawn");
    ben.post_ok(&format!("{path}/draw/no")).await;
    assert_eq!(offers(&state(&ann, &id).await), [false, false, true, false], "a draw only");
    ben.post_ok(&format!("{path}/takeback/no")).await;
    assert_eq!(offers(&state(&ann, &id).await), [false; 4]);
}

/// Draw offers are ignored before both have moved and right after a declined offer; a valid claim never is.
#[tokio::test]
async fn offers_are_rare_and_claims_are_not() {
    let server = Server::start().await;
    let (ann, ben, id) = started_game(&server, 1).await;
    let path = format!("/api/board/game/{id}");
    ann.post_ok(&format!("{path}/draw/yes")).await;
    assert_eq!(offers(&state(&ann, &id).await), [false; 4], "too early");
    ben.play(&id, "e7e5").await;
    ann.post_ok(&format!("{path}/draw/yes")).await;
    assert_eq!(offers(&state(&ann, &id).await), [true, false, false, false]);
    ben.post_ok(&format!("{path}/draw/no")).await;
    ann.post_ok(&format!("{path}/draw/yes")).await;
    assert_eq!(offers(&state(&ann, &id).await), [false; 4], "again at once");
    ann.play(&id, "g1f3?offeringDraw=true").await;
    assert_eq!(offers(&state(&ann, &id).await), [false; 4], "nor with a move");
    // The position after 1... e5 occurs for the third time, so this is a claim and not a mere offer.
    for (player, mv) in [
        (&ben, "g8f6"),
        (&ann, "f3g1"),
        (&ben, "f6g8"),
        (&ann, "g1f3"),
        (&ben, "g8f6"),
        (&ann, "f3g1"),
        (&ben, "f6g8"),
    ] {
        player.play(&id, mv).await;
    }
    ann.post_ok(&format!("{path}/draw/yes")).await;
    let over = state(&ann, &id).await;
    assert_eq!((&over["status"], &over["termination"]), (&json!("draw"), &json!("threefold repetition")));
}

/// Another offer is allowed after more than twenty half-moves.
#[tokio::test]
async fn an_offer_may_come_again_after_a_while() {
    let server = Server::start().await;
    let (ann, ben, id) = started_game(&server, 2).await;
    let offer = format!("/api/board/game/{id}/draw/yes");
    ann.post_ok(&offer).await;
    for (number, mv) in
        "a2a3 a7a6 b2b3 b7b6 c2c3 c7c6 d2d3 d7d6 f2f3 f7f6 g2g3 g7g6 h2h3 h7h6 a3a4 a6a5 b3b4 b6b5 c3c4 c6c5"
            .split(' ')
            .enumerate()
    {
        if number % 2 == 0 { &ann } else { &ben }.play(&id, mv).await;
    }
    ann.post_ok(&offer).await;
    assert_eq!(offers(&state(&ann, &id).await), [false; 4], "only twenty half-moves later");
    ann.play(&id, "d3d4?offeringDraw=true").await;
    assert_eq!(offers(&state(&ann, &id).await), [true, false, false, false]);
}

/// The computer accepts a takeback at once: the next line of the stream shows it done.
#[tokio::test]
async fn a_takeback_from_the_computer_is_done_at_once() {
    let server = Server::start().await;
    let ann = Client::person(&server, "ann").await;
    let (_, made) = ann.post_form("/api/challenge/ai", &[("level", "1"), ("color", "white")]).await;
    assert_eq!(made["source"], "ai");
    let id = made["id"].as_str().expect("an id");
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    stream.line().await;
    ann.play(id, "e2e4").await;
    while !stream.line().await["moves"].as_str().expect("moves").contains(' ') {}
    ann.post_ok(&format!("/api/board/game/{id}/takeback/yes")).await;
    let line = stream.line().await;
    assert_eq!((&line["moves"], offers(&line)), (&json!(""), [false; 4]), "{line}");
    ann.play(id, "d2d4").await;
    while !stream.line().await["moves"].as_str().expect("moves").starts_with("d2d4 ") {}
}

/// The time limit for the first moves is shown while it applies.
#[tokio::test]
async fn the_first_moves_have_their_time() {
    let server = Server::start().await;
    let (ann, ben, id) = started_game(&server, 0).await;
    let first = state(&ann, &id).await["expiration"].clone();
    assert_eq!(first["millisToMove"], 30_000);
    assert!(first["idleMillis"].as_u64().is_some_and(|idle| idle < 10_000), "{first}");
    ann.play(&id, "e2e4").await;
    assert!(state(&ben, &id).await["expiration"].is_object());
    ben.play(&id, "e7e5").await;
    assert!(state(&ben, &id).await.get("expiration").is_none());
    let days = game(&ann, &ben, &[("days", "2")]).await;
    assert!(state(&ann, &days).await.get("expiration").is_none(), "a correspondence game has no such limit");
}

/// How the players of a game found each other.
#[tokio::test]
async fn where_games_come_from() {
    let server = Server::start().await;
    let (ann, ben, id) = started_game(&server, 0).await;
    let source = async |id: &str| {
        let (_, playing) = ann.get("/api/account/playing").await;
        let games = playing["nowPlaying"].as_array().expect("a list").clone();
        games.iter().find(|game| game["gameId"] == id).expect("it is live")["source"].clone()
    };
    assert_eq!(source(&id).await, "friend");
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let from_position = game(&ann, &ben, &[("fen", fen), ("clock.limit", "300")]).await;
    assert_eq!(source(&from_position).await, "position");
    let mut events = ann.events().await;
    while events.next().await != crate::harness::StreamItem::KeepAlive {}
    let seek = [("days", "2")];
    let (_, first) = ben.post_form("/api/board/seek", &seek).await;
    assert!(first["id"].is_string(), "{first}");
    ann.post_form("/api/board/seek", &seek).await;
    let start = events.line_of("gameStart").await;
    assert_eq!(start["game"]["source"], "lobby", "{start}");
}

/// The rating changes of a rated game are reported at its end and in every export.
#[tokio::test]
async fn a_rated_game_tells_what_it_has_changed() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let mut events = ben.events().await;
    let mut form = BLITZ.to_vec();
    form.push(("rated", "true"));
    let id = game(&ann, &ben, &form).await;
    for (player, mv) in [(&ann, "f2f3"), (&ben, "e7e5"), (&ann, "g2g4"), (&ben, "d8h4")] {
        player.play(&id, mv).await;
    }
    let finish = events.line_of("gameFinish").await["game"].clone();
    let gain = finish["ratingDiff"].as_i64().expect("a change");
    let loss = finish["opponent"]["ratingDiff"].as_i64().expect("a change");
    assert!(gain > 0 && loss < 0 && finish["rating"] == 1500, "{finish}");
    let export = ann.request(reqwest::Method::GET, &format!("/game/export/{id}"));
    let export = Client::send(export.header("Accept", "application/json")).await.1;
    assert_eq!(
        (&export["players"]["white"]["ratingDiff"], &export["players"]["black"]["ratingDiff"]),
        (&json!(loss), &json!(gain))
    );
    let pgn = ann.get(&format!("/game/export/{id}")).await.1;
    assert!(pgn.as_str().is_some_and(|pgn| pgn.contains(&format!("[BlackRatingDiff \"+{gain}\"]"))), "{pgn}");
    let (_, account) = ann.get("/api/user/ben").await;
    assert_eq!(account["perfs"]["blitz"]["rating"], 1500 + gain);
    let count = json!({
        "all": 1, "rated": 1, "win": 1, "loss": 0, "draw": 0, "playing": 0, "bookmark": 0, "import": 0, "me": 0,
    });
    assert_eq!(account["count"], count, "litchee needs each of them");
}
