//! Rows 14, 29 and 41: API clients that flood chat, streams and imports.

use crate::harness::{BLITZ, Client, Server};
use reqwest::{Method, StatusCode};
use std::time::{Duration, Instant};
use tabiya_server::identity::roles::Roles;
use tabiya_server::people::admin;

/// Two people and a game between them.
async fn game(server: &Server) -> (Client, Client, String) {
    let (ann, ben) = (Client::person(server, "ann").await, Client::person(server, "ben").await);
    let id = crate::harness::game(&ann, &ben, BLITZ).await;
    (ann, ben, id)
}

#[tokio::test]
async fn threat_14_api_chat_is_rate_limited_per_game() {
    let server = Server::start().await;
    let (ann, ben, id) = game(&server).await;
    let line = [("room", "player"), ("text", "good luck")];
    let mut statuses = Vec::new();
    for _ in 0..15 {
        statuses.push(ann.post_form(&format!("/api/board/game/{id}/chat"), &line).await.0);
    }
    assert!(statuses[..10].iter().all(|status| *status == StatusCode::OK), "{statuses:?}");
    assert_eq!(statuses[14], StatusCode::TOO_MANY_REQUESTS, "{statuses:?}");
    let request = ann.request(Method::POST, &format!("/api/board/game/{id}/chat")).form(&line);
    assert!(request.send().await.expect("an answer").headers().contains_key("retry-after"));
    // Neither other players nor the same player's other games are affected.
    assert_eq!(ben.post_form(&format!("/api/board/game/{id}/chat"), &line).await.0, StatusCode::OK);
    let other = crate::harness::game(&ann, &ben, BLITZ).await;
    assert_eq!(ann.post_form(&format!("/api/board/game/{other}/chat"), &line).await.0, StatusCode::OK);
    ann.play(&id, "e2e4").await;
}

#[tokio::test]
async fn threat_29_opening_streams_is_rate_limited() {
    let server = Server::start().await;
    let (ann, ben, id) = game(&server).await;
    let open = async |who: &Client, path: &str| {
        who.request(Method::GET, path).send().await.expect("an answer").status()
    };
    // A bot with many games may open many streams.
    let path = format!("/api/board/game/stream/{id}");
    let mut answers = Vec::new();
    while answers.last() != Some(&StatusCode::TOO_MANY_REQUESTS) && answers.len() < 1000 {
        answers.push(open(&ann, &path).await);
    }
    assert!((300..1000).contains(&answers.len()), "{}", answers.len());
    assert_eq!(open(&ann, "/api/stream/event").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(open(&ben, &path).await, StatusCode::OK, "somebody else");
    // Spectators are limited by address.
    let mut answers = Vec::new();
    while answers.last() != Some(&StatusCode::TOO_MANY_REQUESTS) && answers.len() < 1000 {
        answers.push(open(&ben, "/api/tv/feed").await);
    }
    assert!((100..1000).contains(&answers.len()), "{}", answers.len());
    assert_eq!(open(&ben, &format!("/api/stream/game/{id}")).await, StatusCode::TOO_MANY_REQUESTS);
    ann.play(&id, "e2e4").await;
}

#[tokio::test]
async fn threat_41_games_from_elsewhere_are_bounded() {
    let world = Server::start().await;
    let import = |pgn: String| {
        let request = world.client.post(format!("http://{}/api/import", world.address()));
        request.form(&[("pgn", pgn)]).send()
    };
    // Deeply nested, too large, and very long.
    let deep = format!("1. e4 {}", "(1. d4 ".repeat(5_000));
    assert_eq!(import(deep).await.expect("an answer").status(), StatusCode::BAD_REQUEST);
    let long = format!("1. e4 {{{}}}", "x".repeat(70_000));
    assert_eq!(import(long).await.expect("an answer").status(), StatusCode::PAYLOAD_TOO_LARGE);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(3_000);
    assert_eq!(import(format!("{shuffle}*")).await.expect("an answer").status(), StatusCode::OK);
    // Those three count as well, and every ten seconds one more is allowed.
    let (mut allowed, begun) = (3, Instant::now());
    let refused = loop {
        let answer = import("1. e4 *".into()).await.expect("an answer");
        if answer.status() != StatusCode::OK {
            break answer;
        }
        allowed += 1;
        assert!(allowed <= 62 + begun.elapsed().as_secs() / 10, "{allowed} imports");
    };
    assert!(allowed >= 60, "{allowed}");
    assert_eq!(refused.status(), StatusCode::TOO_MANY_REQUESTS);
    let wait: u64 = refused.headers()["retry-after"].to_str().expect("text").parse().expect("seconds");
    assert!((1..=10).contains(&wait), "{wait} s");
    // Others are not affected: another address, or an account at the same one.
    let elsewhere = world.guest_at([127, 0, 5, 1]).await;
    let form = [("pgn", "1. e4 *")];
    let answer = elsewhere.request(Method::POST, "/api/import").form(&form).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
    let token = admin::add(&world.app().store, "ann", false, Roles::NONE).await.expect("a token");
    let import = world.client.post(format!("http://{}/api/import", world.address()));
    let answer = import.bearer_auth(token.reveal()).form(&form).send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::OK);
}

/// Exporting the longest game that can be imported takes linear, not quadratic, time.
#[tokio::test]
async fn threat_41_a_long_game_is_exported_quickly() {
    let world = Server::start().await;
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4_000);
    let import = world.client.post(format!("http://{}/api/import", world.address()));
    let answer = import.form(&[("pgn", format!("{shuffle}*"))]).send().await.expect("an answer");
    let made: serde_json::Value = answer.json().await.expect("JSON");
    let id = made["id"].as_str().unwrap_or_else(|| panic!("{made}"));
    let begun = Instant::now();
    let export = world.client.get(format!("http://{}/game/export/{id}", world.address())).send();
    let pgn = export.await.expect("an answer").text().await.expect("text");
    assert!(pgn.contains("8000. Ng1 Ng8"), "{pgn:.300}");
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?} for 16,000 half-moves", begun.elapsed());
}
