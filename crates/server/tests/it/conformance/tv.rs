//! TV channels: watching the best games.

use crate::harness::{BLITZ, Client, Server, game};
use reqwest::StatusCode;
use serde_json::json;

/// A game is featured, each move is sent, and when it is over the next game follows.
#[tokio::test]
async fn the_best_game_and_the_next() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    // Typed clients need every channel with every member, even if nobody plays there.
    let (status, empty) = ann.get("/api/tv/channels").await;
    assert_eq!((status, empty.as_object().map(serde_json::Map::len)), (StatusCode::OK, Some(16)), "{empty}");
    let nobody = json!({ "user": { "id": "", "name": "" }, "rating": 0, "gameId": "", "color": "white" });
    for key in ["best", "bot", "computer", "blitz", "ultraBullet", "chess960", "racingKings"] {
        assert_eq!(empty[key], nobody, "{key}");
    }
    // A feed that is opened early shows the first game when it begins.
    let mut early = ann.stream("/api/tv/blitz/feed").await;
    let first = game(&ann, &ben, BLITZ).await;
    ann.play(&first, "e2e4").await;
    ben.play(&first, "e7e5").await;
    let featured = early.line().await;
    assert_eq!((&featured["t"], &featured["d"]["id"]), (&json!("featured"), &json!(first)), "{featured}");
    let players = featured["d"]["players"].as_array().expect("two");
    assert_eq!((&players[0]["color"], &players[0]["user"]["id"]), (&json!("white"), &json!("ann")));
    assert!(players[1]["seconds"].is_u64() && players[1]["rating"] == 1500, "{featured}");
    assert_eq!(featured["d"]["orientation"], "white");
    let mut feed = ann.stream("/api/tv/feed").await;
    assert_eq!(feed.line().await["d"]["id"], json!(first));
    ann.play(&first, "g1f3").await;
    let moved = feed.line().await;
    assert_eq!((&moved["t"], &moved["d"]["lm"]), (&json!("fen"), &json!("g1f3")), "{moved}");
    assert!(moved["d"]["wc"].is_u64() && moved["d"]["fen"].as_str().is_some_and(|fen| fen.contains(" b ")));
    let (_, channels) = ann.get("/api/tv/channels").await;
    assert_eq!(channels["blitz"]["gameId"], json!(first), "{channels}");
    assert_eq!(channels["best"]["user"]["name"], "ann");
    assert_eq!((&channels["best"]["color"], &channels["bullet"]["gameId"]), (&json!("white"), &json!("")));
    let second = game(&ann, &ben, BLITZ).await;
    ben.post_ok(&format!("/api/board/game/{first}/resign")).await;
    let next = loop {
        let line = feed.line().await;
        if line["t"] == "featured" {
            break line;
        }
    };
    assert_eq!(next["d"]["id"], json!(second));
    assert_eq!(ann.get("/api/tv/nothing/feed").await.0, StatusCode::NOT_FOUND);
    let listed =
        ann.request(reqwest::Method::GET, "/api/tv/blitz?nb=5").header("Accept", "application/x-ndjson");
    assert_eq!(Client::send(listed).await.1["id"], json!(second));
}

/// Bots and the computer have channels of their own.
#[tokio::test]
async fn people_bots_and_the_computer_have_separate_channels() {
    let server = Server::start().await;
    let (ann, robo) = (Client::person(&server, "ann").await, Client::bot(&server, "robo").await);
    let with_bot = game(&ann, &robo, BLITZ).await;
    let (_, made) = ann
        .post_form("/api/challenge/ai", &[("level", "1"), ("clock.limit", "300"), ("clock.increment", "3")])
        .await;
    let (_, channels) = ann.get("/api/tv/channels").await;
    assert_eq!(
        (&channels["bot"]["gameId"], &channels["computer"]["gameId"]),
        (&json!(with_bot), &made["id"])
    );
    assert_eq!(channels["blitz"]["gameId"], "", "{channels}");
    assert!(channels["computer"]["rating"].is_u64() && channels["computer"]["user"]["id"].is_string());
    let mut feed = ann.stream("/api/tv/computer/feed").await;
    let featured = feed.line().await;
    let players = featured["d"]["players"].as_array().expect("two");
    assert!(players.iter().any(|player| player["ai"] == 1), "{featured}");
}
