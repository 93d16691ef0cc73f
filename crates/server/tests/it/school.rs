//! A school behind one address: sixty people at once stay below all limits, but a flood from there is held off.

use crate::harness::{Server, Visitor};
use futures_util::future::join_all;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::net::IpAddr;

const SCHOOL: [u8; 4] = [127, 0, 60, 1];
const PUPILS: usize = 60;

/// A server with the default limits, which also apply to loopback addresses.
async fn server() -> Server {
    Server::with(|config| config.unlimited_loopback = false).await
}

/// The metrics of refused requests and connections.
fn refused(server: &Server) -> String {
    let text = server.app().metrics.text();
    text.lines()
        .filter(|line| line.contains("ratelimited") && !line.starts_with('#'))
        .collect::<Vec<_>>()
        .join("\n")
}

/// A browser that loads the page with its scripts, styles, pieces and sounds.
async fn open_page(server: &Server) -> Visitor {
    let browser = server.guest_at(SCHOOL).await;
    for _ in 0..24 {
        let answer = browser.request(Method::GET, "/").send().await.expect("an answer");
        assert_ne!(answer.status(), StatusCode::TOO_MANY_REQUESTS);
    }
    browser
}

async fn register_and_log_in(mut browser: Visitor, number: usize) -> Visitor {
    let name = format!("pupil{number}");
    browser.become_account("/app/register", &name).await;
    let (status, answer) = browser.post("/app/logout", json!({})).await;
    assert!(status.is_success(), "{answer}");
    browser.become_account("/app/login", &name).await;
    browser
}

/// Plays a short game, and then loads what the page needs to show and analyse it.
async fn play_and_analyse((number, pair): (usize, &[Visitor])) {
    let (white, black) = (&pair[0], &pair[1]);
    let game = white.challenge(json!({"time": "300"})).await;
    let (status, answer) = black.post(&format!("/app/challenges/{game}/accept"), json!({})).await;
    assert!(status.is_success(), "{answer}");
    let ((mut of_white, _), (mut of_black, _)) = (white.watch(&game).await, black.watch(&game).await);
    for (ply, uci) in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"].into_iter().enumerate() {
        let socket = if ply % 2 == 0 { &mut of_white } else { &mut of_black };
        assert_eq!(socket.play_at(&game, ply, uci).await["t"], "done");
    }
    assert_eq!(of_white.act(&game, "r", json!({"do": "resign"})).await["t"], "done");
    let (one, two) = (format!("pupil{}", 2 * number), format!("pupil{}", 2 * number + 1));
    for pupil in pair {
        for path in [
            format!("/api/crosstable/{one}/{two}"),
            format!("/app/games/{game}"),
            format!("/app/games?player={one}"),
            format!("/game/export/{game}"),
            format!("/api/user/{two}"),
        ] {
            let answer = pupil.request(Method::GET, &path).send().await.expect("an answer");
            assert!(answer.status().is_success(), "{path}: {} {:?}", answer.status(), answer.text().await);
        }
    }
}

#[tokio::test]
async fn sixty_people_at_one_address_meet_no_limit() {
    let server = server().await;
    let browsers = join_all((0..PUPILS).map(|_| open_page(&server))).await;
    let pupils = join_all(
        browsers.into_iter().enumerate().map(|(number, browser)| register_and_log_in(browser, number)),
    );
    let pupils = pupils.await;
    join_all(pupils.chunks_exact(2).enumerate().map(play_and_analyse)).await;
    assert_eq!(refused(&server), "");
    server.stop().await;
}

#[tokio::test]
async fn a_flood_from_one_address_is_held_off() {
    let server = server().await;
    let pupil = server.guest_at(SCHOOL).await;
    let stranger = Client::builder().local_address(IpAddr::from(SCHOOL)).build().expect("a client");
    // A flood of new guests: every request without a cookie creates one. The limit refills by one each second, so the
    // loop ends on any machine.
    let mut requests = 0;
    let held_off = loop {
        let many = (0..50).map(|_| stranger.get(format!("{}/app/me", server.url())).send());
        let answers = join_all(many).await;
        requests += answers.len();
        let mut answers = answers.into_iter().filter_map(Result::ok);
        if let Some(answer) = answers.find(|answer| answer.status() == StatusCode::TOO_MANY_REQUESTS) {
            break answer;
        }
        assert!(requests < 20_000, "the flood is not held off");
    };
    assert!(held_off.headers().contains_key("retry-after"));
    assert!(requests >= 600, "a school fits: {requests}");
    // Known visitors from there and everybody elsewhere are still served.
    assert_eq!(pupil.get("/app/me").await.0, StatusCode::OK);
    let elsewhere = server.guest_at([127, 0, 60, 2]).await;
    let me: Value = elsewhere.read("/app/me").await;
    assert_eq!(me["player"]["guest"], true, "{me}");
    server.stop().await;
}
