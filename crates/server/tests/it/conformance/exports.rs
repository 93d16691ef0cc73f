//! Exports of games: filters, order, pages and formats.

use crate::harness::{BLITZ, Client, Server, StreamItem, game};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Plays a finished game: two moves, and Black resigns.
async fn finished(server: &Server, white: &Client, black: &Client, form: &[(&str, &str)]) -> String {
    let id = game(white, black, form).await;
    white.play(&id, "e2e4").await;
    black.play(&id, "e7e5").await;
    black.post_ok(&format!("/api/board/game/{id}/resign")).await;
    server.archived(&id).await;
    id
}

/// The games of an NDJSON response.
async fn games(client: &Client, path: &str) -> Vec<Value> {
    let request = client.request(Method::GET, path).header("Accept", "application/x-ndjson");
    let response = request.send().await.expect("an answer");
    assert_eq!(response.status(), StatusCode::OK, "{path}");
    let text = response.text().await.expect("a text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

async fn ids(client: &Client, path: &str) -> Vec<String> {
    let games = games(client, path).await;
    games.iter().map(|game| game["id"].as_str().expect("an id").to_string()).collect()
}

/// Each filter of a player's games does what it says.
#[tokio::test]
async fn every_filter_filters() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let cid = Client::person(&server, "cid").await;
    let rated = finished(&server, &ann, &ben, &[BLITZ, &[("rated", "true")]].concat()).await;
    let casual = finished(&server, &ben, &ann, BLITZ).await;
    let bullet = finished(&server, &ann, &cid, &[("clock.limit", "60"), ("clock.increment", "0")]).await;
    let days = finished(&server, &cid, &ann, &[("days", "2")]).await;
    let on = game(&ann, &ben, BLITZ).await;
    // A game without moves is aborted after half a minute, and a busy machine may need longer for this test.
    ann.play(&on, "e2e4").await;
    ben.play(&on, "e7e5").await;
    let began = games(&ann, "/api/games/user/ann?sort=dateAsc").await;
    let began: Vec<u64> = began.iter().map(|game| game["createdAt"].as_u64().expect("a moment")).collect();
    let (second, third) = (began[1], began[2]);
    for (query, expected) in [
        ("", vec![&days, &bullet, &casual, &rated]),
        ("sort=dateDesc&max=2", vec![&days, &bullet]),
        ("sort=dateAsc", vec![&rated, &casual, &bullet, &days]),
        ("sort=dateAsc&max=1", vec![&rated]),
        ("rated=true", vec![&rated]),
        ("rated=false", vec![&days, &bullet, &casual]),
        ("rated=True", vec![&rated]), // as Python writes it
        ("rated=False&color=white", vec![&bullet]),
        ("vs=BEN", vec![&casual, &rated]),
        ("vs=nobody", vec![]),
        ("color=white", vec![&bullet, &rated]),
        ("color=black&vs=cid", vec![&days]),
        ("perfType=bullet", vec![&bullet]),
        ("perfType=blitz,correspondence", vec![&days, &casual, &rated]),
        ("perfType=atomic", vec![]),
        (&format!("since={third}"), vec![&days, &bullet]),
        (&format!("until={second}"), vec![&casual, &rated]),
        (&format!("since={second}&until={second}"), vec![&casual]),
        ("since=2000000000000", vec![]),
        ("until=1", vec![]),
        ("ongoing=true", vec![&on, &days, &bullet, &casual, &rated]),
        ("ongoing=true&sort=dateAsc&max=10", vec![&rated, &casual, &bullet, &days, &on]),
        ("ongoing=true&finished=false", vec![&on]),
        ("ongoing=true&finished=false&vs=cid", vec![]),
        ("finished=false", vec![]),
        ("max=1&ongoing=true", vec![&on]),
    ] {
        let found = ids(&ann, &format!("/api/games/user/ann?{query}")).await;
        assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{query}");
    }
    for (query, field) in [
        ("since=soon", "since"),
        ("max=-1", "max"),
        ("color=green", "color"),
        ("sort=size", "sort"),
        ("rated=perhaps", "rated"),
    ] {
        let (status, errors) = ann.get(&format!("/api/games/user/ann?{query}")).await;
        assert_eq!(
            (status, errors["error"][field][0].is_string()),
            (StatusCode::BAD_REQUEST, true),
            "{errors}"
        );
    }
    assert_eq!(ann.get("/api/games/user/nobody").await.0, StatusCode::NOT_FOUND);
}

/// A client that reads page after page by `until` sees each game once, and comes to an end.
#[tokio::test]
async fn pages_go_on_to_the_last_game() {
    let server = Server::start().await;
    let players = [
        Client::person(&server, "ann").await,
        Client::person(&server, "ben").await,
        Client::person(&server, "cid").await,
    ];
    let mut made = BTreeSet::new();
    for round in 0..18 {
        // More than two pages of the export, with alternating players because of the limit on challenges.
        made.insert(finished(&server, &players[0], &players[1 + round % 2], BLITZ).await);
        made.insert(finished(&server, &players[1 + round % 2], &players[0], BLITZ).await);
    }
    let ann = &players[0];
    assert_eq!(ids(ann, "/api/games/user/ann").await.into_iter().collect::<BTreeSet<_>>(), made);
    let mut oldest_first = ids(ann, "/api/games/user/ann?sort=dateAsc").await;
    oldest_first.reverse();
    assert_eq!(ids(ann, "/api/games/user/ann?max=100").await, oldest_first);
    let (mut seen, mut until) = (Vec::new(), u64::MAX / 2);
    loop {
        let page = games(ann, &format!("/api/games/user/ann?max=7&until={until}")).await;
        let Some(last) = page.last() else { break };
        until = last["createdAt"].as_u64().expect("a moment") - 1;
        seen.extend(page.iter().map(|game| game["id"].as_str().expect("an id").to_string()));
    }
    assert_eq!(seen, oldest_first);
    // The PGN export returns all of them at once.
    let (_, pgn) = ann.get("/api/games/user/ann").await;
    assert_eq!(pgn.as_str().expect("PGN").matches("[GameId ").count(), made.len());
}

/// Which parts of a game are written out.
#[tokio::test]
async fn parts_of_games_on_demand() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let id = finished(&server, &ann, &ben, BLITZ).await;
    let text = async |path: &str| ann.get(path).await.1.as_str().expect("PGN").to_string();
    // As on Lichess, a single game has its clocks by default, and many games only on request.
    assert!(text(&format!("/game/export/{id}")).await.contains("%clk"));
    assert!(!text(&format!("/game/export/{id}?clocks=false")).await.contains("%clk"));
    assert!(!text("/api/games/user/ann").await.contains("%clk"));
    assert!(text("/api/games/user/ann?clocks=true").await.contains("%clk"));
    assert!(!text("/api/games/user/ann?tags=false").await.contains("[White"));
    assert!(!text("/api/games/user/ann?moves=false").await.contains("e4"));
    let bare = &games(&ann, "/api/games/user/ann?moves=false").await[0];
    assert!(["moves", "clocks", "pgn", "lastFen"].into_iter().all(|name| bare.get(name).is_none()), "{bare}");
    let full = &games(&ann, "/api/games/user/ann?clocks=true&pgnInJson=true&lastFen=true").await[0];
    assert_eq!((&full["moves"], &full["clocks"]), (&json!("e4 e5"), &json!([30_300, 30_300])));
    assert!(full["pgn"].as_str().is_some_and(|pgn| pgn.contains("1. e4")), "{full}");
    assert!(full["lastFen"].as_str().is_some_and(|fen| fen.starts_with("rnbqkbnr/pppp1ppp")), "{full}");
    // Some clients ask for JSON instead of NDJSON.
    let request = ann.request(Method::GET, "/api/games/user/ann").header("Accept", "application/json");
    assert_eq!(Client::send(request).await.1["id"], json!(id));
}

/// Games by their ids, live or finished, newest first; unknown ids are skipped.
#[tokio::test]
async fn games_by_their_ids() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let first = finished(&server, &ann, &ben, BLITZ).await;
    let second = finished(&server, &ben, &ann, BLITZ).await;
    let third = game(&ann, &ben, BLITZ).await;
    let body = format!("{first},Ab3dE6gH, {third} ,nonsense,{second}");
    let request = ann.request(Method::POST, "/api/games/export/_ids").body(body.clone());
    let response = request.header("Accept", "application/x-ndjson").send().await.expect("an answer");
    let text = response.text().await.expect("a text");
    let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let found: Vec<_> = found.iter().map(|game| game["id"].as_str().expect("an id")).collect();
    assert_eq!(found, [&third, &second, &first]);
    let (status, pgn) = Client::send(ann.request(Method::POST, "/api/games/export/_ids").body(body)).await;
    assert_eq!((status, pgn.as_str().expect("PGN").matches("[GameId ").count()), (StatusCode::OK, 3));
}

/// The game that somebody plays; afterwards the last one.
#[tokio::test]
async fn the_current_game() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let (status, none) = ann.get("/api/user/ann/current-game").await;
    assert_eq!((status, &none["error"]), (StatusCode::NOT_FOUND, &json!("No such game")));
    let first = finished(&server, &ann, &ben, BLITZ).await;
    let current = async || {
        let request =
            ben.request(Method::GET, "/api/user/Ann/current-game").header("Accept", "application/json");
        Client::send(request).await.1
    };
    assert_eq!(current().await["id"], json!(first));
    let second = game(&ann, &ben, BLITZ).await;
    ann.play(&second, "d2d4").await;
    let shown = current().await;
    assert_eq!(
        (&shown["id"], &shown["status"], &shown["moves"]),
        (&json!(second), &json!("started"), &json!("d4"))
    );
    let (_, pgn) = ben.get("/api/user/ann/current-game").await;
    assert!(pgn.as_str().is_some_and(|pgn| pgn.contains("1. d4")), "{pgn}");
}

/// The games between given players: those that are live, each that begins, and each that ends.
#[tokio::test]
async fn games_between_some_players() {
    let server = Server::start().await;
    let (ann, ben) = (Client::person(&server, "ann").await, Client::person(&server, "ben").await);
    let cid = Client::person(&server, "cid").await;
    let first = game(&ann, &ben, BLITZ).await;
    let request =
        ann.request(Method::POST, "/api/stream/games-by-users?withCurrentGames=true").body("Ann,BEN,nobody");
    let mut stream = crate::harness::Lines::open(request).await;
    let line = stream.line().await;
    assert_eq!(
        (&line["id"], &line["status"], &line["statusName"]),
        (&json!(first), &json!(20), &json!("started"))
    );
    assert_eq!(line["players"]["white"]["userId"], "ann");
    assert_eq!(line["clock"], json!({ "initial": 300, "increment": 3, "totalTime": 420 }));
    game(&ann, &cid, BLITZ).await; // not between these two
    ann.play(&first, "e2e4").await;
    ben.play(&first, "e7e5").await;
    ben.post_ok(&format!("/api/board/game/{first}/resign")).await;
    let line = stream.line().await;
    assert_eq!(
        (&line["id"], &line["statusName"], &line["winner"]),
        (&json!(first), &json!("resign"), &json!("white"))
    );
    let second = game(&ben, &ann, BLITZ).await;
    let line = stream.line().await;
    assert_eq!((&line["id"], &line["statusName"]), (&json!(second), &json!("started")));
    // Without the flag the stream has only new events.
    let request = ann.request(Method::POST, "/api/stream/games-by-users").body("ann,ben");
    let mut later = crate::harness::Lines::open(request).await;
    assert_eq!(later.next().await, StreamItem::KeepAlive);
    ann.post_ok(&format!("/api/board/game/{second}/abort")).await;
    assert_eq!(later.line().await["statusName"], "aborted");
}
