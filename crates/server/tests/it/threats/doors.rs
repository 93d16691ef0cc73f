//! Rows 16 to 18, 22, 23, 26: at the door of the server.

use super::world::{PATIENCE, Socket, World};
use reqwest::header::ORIGIN;
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Says something and reads until the server hangs up: what it answered, and how long it took.
async fn say(mut stream: TcpStream, words: &[u8]) -> (String, Duration) {
    let begun = Instant::now();
    // The server may hang up before all is said.
    let _ = stream.write_all(words).await;
    let mut answer = Vec::new();
    let _ = timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await.expect("it hangs up");
    (String::from_utf8_lossy(&answer).into_owned(), begun.elapsed())
}

#[tokio::test]
async fn threat_16_who_says_nothing_is_not_waited_for() {
    let world = World::new().await;
    let head = format!(
        "POST /app/games HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n{{",
        world.address()
    );
    let sayings = [
        "",
        "GET /app/m",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half",
        // An answer, and then nothing more.
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        // A body that does not come.
        &head,
    ];
    let mut talks = Vec::new();
    for saying in sayings {
        let (stream, saying) = (world.raw().await, saying.to_owned());
        talks.push(tokio::spawn(async move { (say(stream, saying.as_bytes()).await.1, saying) }));
    }
    for talk in talks {
        let (time, saying) = talk.await.expect("no panic");
        assert!(time < Duration::from_secs(45), "{saying:?} was waited for {time:?}");
    }
}

#[tokio::test]
async fn threat_17_requests_that_mean_two_things() {
    let world = World::new().await;
    let host = world.address();
    let huge = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nX-Huge: {}\r\n\r\n", "x".repeat(1 << 20));
    let many = format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\n{}\r\n", "X-A: b\r\n".repeat(5000));
    for request in [
        format!(
            "POST /app/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n"
        ),
        format!(
            "POST /app/games HTTP/1.1\r\nHost: {host}\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde"
        ),
        format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nX-Folded: a\r\n b\r\n\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost : {host}\r\n\r\n"),
        "GET /healthz HTTP/9.9\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        "\u{16}\u{3}\u{1}".into(),
        huge,
        many,
    ] {
        let (answer, _) = say(world.raw().await, request.as_bytes()).await;
        let status = answer.split(' ').nth(1).unwrap_or("").to_owned();
        let refused = answer.is_empty() || status.starts_with('4') || status.starts_with("50");
        assert!(refused && answer.matches("HTTP/1.1 ").count() <= 1, "{request:.60}: {answer:.200}");
    }
}

#[tokio::test]
async fn threat_18_another_sites_page_gets_nothing() {
    let world = World::new().await;
    let guest = world.guest().await;
    let body = json!({"opponent": {"link": {}}, "color": "white", "time": "300"}).to_string();
    for origin in ["https://evil.example", "null", "http://127.0.0.1:1"] {
        let request =
            world.client.post(format!("{}/app/games", guest.origin())).header("cookie", &guest.cookie);
        let answer = request.header(ORIGIN, origin).body(body.clone()).send().await.expect("an answer");
        assert_eq!(answer.status(), StatusCode::FORBIDDEN, "{origin}");
        let opened = Socket::open(world.address(), &[("cookie", &guest.cookie), ("origin", origin)]).await;
        assert_eq!(opened.err(), Some(403), "{origin}");
    }
    let without = world.client.post(format!("{}/app/games", guest.origin())).header("cookie", &guest.cookie);
    assert_eq!(without.body(body).send().await.expect("an answer").status(), StatusCode::FORBIDDEN);
    assert_eq!(Socket::open(world.address(), &[("cookie", &guest.cookie)]).await.err(), Some(403));
    let rebound = world.client.get(format!("{}/app/me", guest.origin())).header("host", "rebound.example");
    assert_eq!(rebound.send().await.expect("an answer").status(), StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn threat_18_the_cookie_stays_with_us() {
    let world = World::new().await;
    let answer =
        world.client.get(format!("http://{}/app/me", world.address())).send().await.expect("an answer");
    let cookie = answer.headers()["set-cookie"].to_str().expect("text").to_ascii_lowercase();
    for part in ["httponly", "samesite=lax", "path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let foreign = world.client.request(Method::OPTIONS, format!("http://{}/app/me", world.address()));
    let answer = foreign.header(ORIGIN, "https://evil.example").send().await.expect("an answer");
    assert!(!answer.headers().contains_key("access-control-allow-credentials"));
}

#[tokio::test]
async fn threat_22_guessed_names_lead_nowhere() {
    let world = World::new().await;
    let guest = world.guest().await;
    for path in [
        "/app/games/AAAAAAAA",
        "/app/games/%00%00%00%00%00%00%00%00",
        "/app/challenges/AAAAAAAA",
        "/app/games/x",
    ] {
        let (status, _) = guest.get(path).await;
        assert!(status == StatusCode::NOT_FOUND || status == StatusCode::BAD_REQUEST, "{path}: {status}");
    }
}

#[tokio::test]
async fn threat_23_no_way_out_of_the_page() {
    let world = World::new().await;
    let host = world.address();
    for path in [
        "/../../../etc/passwd",
        "/assets/..%2f..%2f..%2fetc%2fpasswd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/%00",
        "/..\\..\\etc\\passwd",
        "//etc/passwd",
        "/assets/../../Cargo.toml",
    ] {
        let request = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        let (answer, _) = say(world.raw().await, request.as_bytes()).await;
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}: {answer:.200}");
    }
}

#[tokio::test]
async fn threat_26_the_computer_has_its_limits() {
    let world = World::new().await;
    let guest = world.guest().await;
    for level in [json!(0), json!(9), json!(99), json!(-1), json!("8"), json!(null), json!(1e9)] {
        let request = json!({"opponent": {"computer": {"level": level}}, "color": "white", "time": "300"});
        let (status, answer) = guest.post("/app/games", request).await;
        assert!(
            [StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY].contains(&status),
            "{level}: {status} {answer}"
        );
    }
    // 218 legal moves, full strength, no clock: an answer comes all the same.
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let request = json!({"opponent": {"computer": {"level": 8}}, "color": "black", "time": "-", "fen": fen});
    let (status, answer) = guest.post("/app/games", request).await;
    assert_eq!(status, StatusCode::CREATED, "{answer}");
    let (mut socket, shown) = guest.watch(answer["id"].as_str().expect("an id")).await;
    if shown["moves"].as_array().is_some_and(Vec::is_empty) {
        timeout(PATIENCE, socket.hear("update")).await.expect("it moves");
    }
}
