//! Rows 16 to 18, 22, 23, 26 and 43: connections and requests.

use crate::harness::{Server, Socket, WAIT_TIMEOUT};
use reqwest::header::ORIGIN;
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};
use tabiya_server::identity::roles::Roles;
use tabiya_server::people::admin;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Sends bytes and reads until the server hangs up. Returns the answer and how long it took.
async fn exchange(mut stream: TcpStream, request: &[u8]) -> (String, Duration) {
    let begun = Instant::now();
    // The server may hang up before everything is sent.
    let _ = stream.write_all(request).await;
    let mut answer = Vec::new();
    let _ = timeout(Duration::from_secs(60), stream.read_to_end(&mut answer)).await.expect("it hangs up");
    (String::from_utf8_lossy(&answer).into_owned(), begun.elapsed())
}

#[tokio::test]
async fn threat_16_silent_clients_time_out() {
    let world = Server::start().await;
    let head = format!(
        "POST /app/games HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nContent-Type: application/json\r\n\
         Content-Length: 1000\r\n\r\n{{",
        world.address()
    );
    let beginnings = [
        "",
        "GET /app/m",
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Half",
        // A whole request, and then nothing more.
        "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        // A body that does not come.
        &head,
    ];
    let mut connections = Vec::new();
    for beginning in beginnings {
        let (stream, beginning) = (world.raw().await, beginning.to_owned());
        connections
            .push(tokio::spawn(async move { (exchange(stream, beginning.as_bytes()).await.1, beginning) }));
    }
    for connection in connections {
        let (time, beginning) = connection.await.expect("no panic");
        assert!(time < Duration::from_secs(45), "the connection was kept for {time:?} after {beginning:?}");
    }
}

#[tokio::test]
async fn threat_17_requests_that_mean_two_things() {
    let world = Server::start().await;
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
        // The headers in the other order, and requests that would be valid but for one line.
        format!(
            "POST /app/games HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n"
        ),
        format!(
            "POST /app/games HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"
        ),
        format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
        format!("GET http://localhost/healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nX-Folded: a\r\n b\r\n\r\n"),
        format!("GET /healthz HTTP/1.1\r\nHost : {host}\r\n\r\n"),
        "GET /healthz HTTP/9.9\r\n\r\n".into(),
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".into(),
        "\u{16}\u{3}\u{1}".into(),
        huge,
        many,
    ] {
        let (answer, _) = exchange(world.raw().await, request.as_bytes()).await;
        let status = answer.split(' ').nth(1).unwrap_or("").to_owned();
        let refused = answer.is_empty() || status.starts_with('4') || status.starts_with("50");
        assert!(refused && answer.matches("HTTP/1.1 ").count() <= 1, "{request:.90}: {answer:.200}");
    }
    // Unambiguous requests are answered, also several on one connection.
    let chunked = "4\r\nnull\r\n0\r\n\r\n";
    let origin = format!("Host: {host}\r\nOrigin: http://{host}");
    let good = format!(
        "POST /app/logout HTTP/1.1\r\n{origin}\r\nContent-Length: 4\r\n\r\nnull\
         POST /app/logout HTTP/1.1\r\n{origin}\r\nTransfer-Encoding: chunked\r\n\r\n{chunked}\
         GET http://{host}/healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    );
    let (answer, _) = exchange(world.raw().await, good.as_bytes()).await;
    assert_eq!(answer.matches("HTTP/1.1 200 OK").count(), 3, "{answer}");
    // The second of two requests is checked as well.
    let second = format!(
        "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n\
         POST /app/logout HTTP/1.1\r\n{origin}\r\nContent-Length: 17\r\nTransfer-Encoding: chunked\r\n\r\n{chunked}"
    );
    let (answer, _) = exchange(world.raw().await, second.as_bytes()).await;
    assert!(answer.contains("HTTP/1.1 200 OK") && answer.contains("HTTP/1.1 400 "), "{answer}");
}

#[tokio::test]
async fn threat_16_clients_that_do_not_read_are_cut_off() {
    let world = Server::with(|config| config.write_timeout = Duration::from_millis(500)).await;
    let mut stream = world.raw().await;
    let requests =
        format!("GET /api/openapi.json HTTP/1.1\r\nHost: {}\r\n\r\n", world.address()).repeat(2_000);
    // Much more than the buffers of both ends hold; the answers are never read.
    let cut_off =
        timeout(WAIT_TIMEOUT, async { while stream.write_all(requests.as_bytes()).await.is_ok() {} });
    cut_off.await.expect("the server closes the connection");
    assert_eq!(world.guest().await.get("/app/me").await.0, StatusCode::OK, "nobody else notices");
}

#[tokio::test]
async fn threat_43_metrics_are_for_the_operator() {
    let world = Server::with(|config| config.proxies = vec![[127, 0, 0, 1].into()]).await;
    let store = &world.app().store;
    let admin =
        admin::add(store, "boss", false, Roles { admin: true, arbiter: false }).await.expect("a token");
    let other =
        admin::add(store, "anna", false, Roles { admin: false, arbiter: true }).await.expect("a token");
    let ask = async |from: Option<&str>, token: Option<&str>| {
        let mut request = world.client.get(format!("http://{}/metrics", world.address()));
        if let Some(from) = from {
            request = request.header("x-forwarded-for", from);
        }
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        request.send().await.expect("an answer").status()
    };
    assert_eq!(ask(None, None).await, StatusCode::OK, "this machine itself");
    let far = Some("203.0.113.9");
    assert_eq!(ask(far, None).await, StatusCode::FORBIDDEN);
    assert_eq!(ask(Some("127.0.0.1"), None).await, StatusCode::FORBIDDEN, "a forged address");
    assert_eq!(ask(far, Some(other.reveal())).await, StatusCode::FORBIDDEN);
    assert_eq!(ask(far, Some("lip_wrong")).await, StatusCode::FORBIDDEN);
    assert_eq!(ask(far, Some(admin.reveal())).await, StatusCode::OK);
}

#[tokio::test]
async fn threat_22_an_unknown_page_is_not_found() {
    let world = Server::start().await;
    for (path, status) in [
        ("/", StatusCode::OK),
        ("/game/AAAAAAAA", StatusCode::OK),
        ("/laws", StatusCode::OK),
        ("/wp-login", StatusCode::NOT_FOUND),
        ("/game/AAAAAAAA/x/y", StatusCode::NOT_FOUND),
        ("/x.php", StatusCode::NOT_FOUND),
    ] {
        let answer = world.client.get(format!("http://{}{path}", world.address()));
        let answer = answer.send().await.expect("an answer");
        assert_eq!(answer.status(), status, "{path}");
        let kind = answer.headers()["content-type"].to_str().expect("text").to_owned();
        assert_eq!(kind.starts_with("text/html"), !path.contains('.'), "{path}: {kind}");
    }
}

#[tokio::test]
async fn threat_18_another_sites_page_gets_nothing() {
    let world = Server::start().await;
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
    let world = Server::start().await;
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
    let world = Server::start().await;
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
    let world = Server::start().await;
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
        let (answer, _) = exchange(world.raw().await, request.as_bytes()).await;
        assert!(!answer.contains("root:") && !answer.contains("[package]"), "{path}: {answer:.200}");
    }
}

#[tokio::test]
async fn threat_26_the_computer_has_its_limits() {
    let world = Server::start().await;
    let guest = world.guest().await;
    for level in [json!(0), json!(9), json!(99), json!(-1), json!("8"), json!(null), json!(1e9)] {
        let request = json!({"opponent": {"computer": {"level": level}}, "color": "white", "time": "300"});
        let (status, answer) = guest.post("/app/games", request).await;
        assert!(
            [StatusCode::BAD_REQUEST, StatusCode::UNPROCESSABLE_ENTITY].contains(&status),
            "{level}: {status} {answer}"
        );
    }
    // 218 legal moves, full strength, no clock: the computer still answers.
    let fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    let request = json!({"opponent": {"computer": {"level": 8}}, "color": "black", "time": "-", "fen": fen});
    let (status, answer) = guest.post("/app/games", request).await;
    assert_eq!(status, StatusCode::CREATED, "{answer}");
    let (mut socket, shown) = guest.watch(answer["id"].as_str().expect("an id")).await;
    if shown["moves"].as_array().is_some_and(Vec::is_empty) {
        timeout(WAIT_TIMEOUT, socket.receive("update")).await.expect("it moves");
    }
}
