//! Players: scores, ratings, preferences and presence.

use crate::harness::{BLITZ, Client, Server, StreamItem, game};
use reqwest::{Method, StatusCode};
use serde_json::json;

/// Plays a rated game that White wins by resignation, and returns when it has been counted.
async fn win(white: &Client, black: &Client) {
    let mut events = white.events().await;
    let id = game(white, black, &[BLITZ, &[("rated", "true")]].concat()).await;
    white.play(&id, "e2e4").await;
    black.play(&id, "e7e5").await;
    black.post_ok(&format!("/api/board/game/{id}/resign")).await;
    while events.line_of("gameFinish").await["game"]["gameId"] != json!(id) {}
}

/// The crosstable of two players, whose names come in any order and case.
#[tokio::test]
async fn scores_against_each_other() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let none = json!({ "users": { "ann": 0.0, "ben": 0.0 }, "nbGames": 0 });
    assert_eq!(ann.get("/api/crosstable/ann/ben").await, (StatusCode::OK, none));
    win(&ann, &ben).await;
    win(&ben, &ann).await;
    win(&ann, &ben).await;
    let (_, table) = ann.get("/api/crosstable/BEN/ann?matchup=true").await;
    assert_eq!(table, json!({ "users": { "ann": 2.0, "ben": 1.0 }, "nbGames": 3 }));
    assert_eq!(ann.get("/api/crosstable/ann/nobody").await.0, StatusCode::NOT_FOUND);
}

/// The rating history by day, with a list for every kind of game.
#[tokio::test]
async fn ratings_day_by_day() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    win(&ann, &ben).await;
    win(&ann, &ben).await;
    let (_, history) = ben.get("/api/user/Ann/rating-history").await;
    let names: Vec<_> = history.as_array().expect("lists").iter().map(|list| &list["name"]).collect();
    assert_eq!(names, ["Bullet", "Blitz", "Rapid", "Classical", "Correspondence", "Chess960"]);
    assert_eq!(history[0]["points"], json!([]));
    let rating = ann.get("/api/account").await.1["perfs"]["blitz"]["rating"].as_u64();
    let points = history[1]["points"].as_array().expect("points");
    // One point a day, unless midnight was in between; months count from 0.
    assert!((1..=2).contains(&points.len()), "{history}");
    let last = points.last().expect("a day");
    assert_eq!(last[3].as_u64(), rating, "{history}");
    assert!(
        last[0].as_u64() > Some(2025) && last[1].as_u64() < Some(12) && last[2].as_u64() <= Some(31),
        "{last}"
    );
    assert_eq!(ann.get("/api/user/nobody/rating-history").await.0, StatusCode::NOT_FOUND);
}

/// The leaderboards list only players whose rating is not provisional.
#[tokio::test]
async fn the_best_of_each_kind() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (_, lists) = ann.get("/api/player").await;
    for kind in ["bullet", "blitz", "chess960", "racingKings", "ultraBullet"] {
        assert_eq!(lists[kind], json!([]), "{kind}");
    }
    for _ in 0..9 {
        win(&ann, &ben).await;
        win(&ben, &ann).await;
    }
    let (_, account) = ann.get("/api/account").await;
    assert!(account["perfs"]["blitz"].get("prov").is_none(), "{account}");
    let (_, lists) = ann.get("/api/player").await;
    let blitz = lists["blitz"].as_array().expect("a list");
    assert_eq!(blitz.len(), 2, "{lists}");
    let ratings: Vec<_> = blitz.iter().map(|user| user["perfs"]["blitz"]["rating"].as_u64()).collect();
    assert!(ratings[0] >= ratings[1] && ratings[1] > Some(1000), "{lists}");
    let (_, best) = ann.get("/api/player/top/1/blitz").await;
    assert_eq!(best["users"], json!([blitz[0]]));
    assert_eq!(ann.get("/api/player/top/1/checkers").await.0, StatusCode::NOT_FOUND);
}

/// In kid mode an account can neither read nor write chat.
#[tokio::test]
async fn kid_mode_hides_the_chat() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let scopes = "board:play,preference:read,preference:write";
    let kid = Client::with_token(&server, "ann", server.add_token("ann", scopes).await);
    assert_eq!(
        ann.get("/api/account/kid").await.0,
        StatusCode::FORBIDDEN,
        "a token for play is not for this"
    );
    assert_eq!(ann.post("/api/account/kid?v=true").await.0, StatusCode::FORBIDDEN);
    assert_eq!(kid.get("/api/account/kid").await, (StatusCode::OK, json!({ "kid": false })));
    let (status, prefs) = kid.get("/api/account/preferences").await;
    assert_eq!((status, prefs["prefs"]["premove"].is_boolean()), (StatusCode::OK, true), "{prefs}");
    let id = game(&ann, &ben, BLITZ).await;
    let chat = format!("/api/board/game/{id}/chat");
    let say = |text: &'static str| [("room", "player"), ("text", text)];
    ben.post_form(&chat, &say("hello")).await;
    assert_eq!(kid.get(&chat).await.1, json!([{ "user": "ben", "text": "hello" }]));
    assert_eq!(kid.post("/api/account/kid").await.0, StatusCode::BAD_REQUEST, "true or false");
    kid.post_ok("/api/account/kid?v=true").await;
    assert_eq!(kid.get("/api/account/kid").await.1, json!({ "kid": true }));
    assert_eq!(ann.get(&chat).await.1, json!([]), "kid mode belongs to the account, not to the token");
    let (status, refused) = ann.post_form(&chat, &say("hi")).await;
    assert_eq!((status, &refused["error"]), (StatusCode::FORBIDDEN, &json!("There is no chat in kid mode")));
    let mut stream = ann.stream(&format!("/api/board/game/stream/{id}")).await;
    stream.line().await;
    ben.post_form(&chat, &say("are you there?")).await;
    ann.play(&id, "e2e4").await;
    loop {
        match stream.next().await {
            StreamItem::Line(line) => {
                assert_eq!(line["type"], "gameState", "no chat comes in between");
                break;
            }
            StreamItem::KeepAlive => {}
            StreamItem::End => panic!("the game goes on"),
        }
    }
    kid.post_ok("/api/account/kid?v=false").await;
    assert_eq!(ann.get(&chat).await.1.as_array().map(Vec::len), Some(2));
}

/// Presence, and on request the current game.
#[tokio::test]
async fn the_game_that_somebody_plays() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = game(&ann, &ben, BLITZ).await;
    let (_, status) = ann.get("/api/users/status?ids=ben&withGameIds=true").await;
    assert_eq!(status, json!([{ "id": "ben", "name": "ben", "playing": true, "playingId": id }]));
    let (_, status) = Client::send(ann.request(Method::GET, "/api/users/status?ids=ben")).await;
    assert!(status[0].get("playingId").is_none(), "{status}");
}
