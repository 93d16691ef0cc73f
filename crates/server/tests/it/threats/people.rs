//! Rows 19, 20, 35 and 42: passwords, sessions, tokens, and a school behind one address.

use crate::harness::{Server, Visitor};
use reqwest::header::SET_COOKIE;
use reqwest::{Method, StatusCode};
use serde_json::json;
use std::time::{Duration, Instant};

const PASSWORD: &str = "correct horse battery";

async fn register(world: &Server, name: &str) -> Visitor {
    let mut visitor = world.guest().await;
    enter(&mut visitor, "/app/register", name, PASSWORD).await;
    visitor
}

/// Registers or logs in, and takes over the new cookie.
async fn enter(visitor: &mut Visitor, path: &str, name: &str, password: &str) {
    let request = visitor.request(Method::POST, path).json(&json!({"name": name, "password": password}));
    let answer = request.send().await.expect("an answer");
    assert!(answer.status().is_success(), "{}", answer.status());
    let cookie = answer.headers()[SET_COOKIE].to_str().expect("text");
    visitor.cookie = cookie.split(';').next().expect("a part").to_owned();
}

async fn name(visitor: &Visitor) -> String {
    visitor.get("/app/me").await.1["player"]["name"].as_str().expect("a name").to_owned()
}

#[tokio::test]
async fn threat_19_guessing_is_slow_and_teaches_nothing() {
    let world = Server::start().await;
    register(&world, "Bobby").await;
    let thief = world.guest().await;
    let wrong = thief.post("/app/login", json!({"name": "Bobby", "password": "wrong password"})).await;
    let unknown = thief.post("/app/login", json!({"name": "Nobody", "password": "wrong password"})).await;
    assert_eq!(wrong, unknown, "the answer does not reveal which accounts exist");
    assert_eq!(wrong.0, StatusCode::UNAUTHORIZED);
    let mut limited = false;
    for number in 0..40 {
        let guess = json!({"name": "Bobby", "password": format!("guess number {number}")});
        let answer = thief.request(Method::POST, "/app/login").json(&guess).send().await.expect("an answer");
        if answer.status() == StatusCode::TOO_MANY_REQUESTS {
            assert!(answer.headers().contains_key("retry-after"));
            limited = true;
            break;
        }
        assert_eq!(answer.status(), StatusCode::UNAUTHORIZED);
    }
    assert!(limited, "forty guesses in a row");
}

/// Tries to log in.
async fn guess(visitor: &Visitor, name: &str, password: &str) -> StatusCode {
    visitor.post("/app/login", json!({"name": name, "password": password})).await.0
}

#[tokio::test]
async fn threat_19_nobody_locks_somebody_else_out() {
    let world = Server::start().await;
    register(&world, "Bobby").await;
    // One wrong password from each of many addresses, and many from one of them.
    for last in 1..=12 {
        let thief = world.guest_at([127, 0, 9, last]).await;
        assert_eq!(guess(&thief, "Bobby", "wrong password").await, StatusCode::UNAUTHORIZED);
    }
    let thief = world.guest_at([127, 0, 9, 1]).await;
    let mut answers = Vec::new();
    for number in 0..15 {
        answers.push(guess(&thief, "bobby", &format!("wrong password {number}")).await);
    }
    assert_eq!(
        answers.iter().filter(|answer| **answer == StatusCode::UNAUTHORIZED).count(),
        9,
        "{answers:?}"
    );
    assert_eq!(answers.last(), Some(&StatusCode::TOO_MANY_REQUESTS));
    assert_eq!(
        guess(&thief, "Bobby", PASSWORD).await,
        StatusCode::TOO_MANY_REQUESTS,
        "even the correct password"
    );
    // The owner at another address is not affected, however often the correct password is used.
    for _ in 0..15 {
        let owner = world.guest_at([127, 0, 8, 1]).await;
        assert_eq!(guess(&owner, "Bobby", PASSWORD).await, StatusCode::OK);
    }
    let metrics = world.client.get(format!("http://{}/metrics", world.address())).send().await;
    let metrics = metrics.expect("an answer").text().await.expect("text");
    assert!(metrics.contains("tabiya_ratelimited_total{code=\"password\"} 7"), "{metrics}");
}

#[tokio::test]
async fn threat_19_passwords_that_everybody_guesses_are_refused() {
    let world = Server::start().await;
    let guest = world.guest().await;
    for password in
        ["12345678", "password", "Password1", "        ", "\0\0\0\0\0\0\0\0", "aaaaaaaaaa", "grandmaster"]
    {
        let (status, answer) =
            guest.post("/app/register", json!({"name": "Grandmaster", "password": password})).await;
        assert_eq!(
            (status, &answer["code"]),
            (StatusCode::BAD_REQUEST, &json!("bad_password")),
            "{password:?}"
        );
    }
    register(&world, "Grandmaster").await;
}

/// Sixty people behind one address load the page within two seconds, register, log in again and play.
#[tokio::test(flavor = "multi_thread")]
async fn threat_42_a_school_shares_one_address() {
    // The limits apply to loopback as to any other address.
    let world = Server::with(|config| config.unlimited_loopback = false).await;
    let mut pupils = Vec::new();
    for number in 0..60 {
        // Each has a browser of its own, but all share one address.
        let pupil = world.guest_at([127, 0, 7, 1]).await;
        pupils.push((format!("pupil{number}"), pupil));
    }
    let load_pages = async || {
        let begun = Instant::now();
        let mut pages = tokio::task::JoinSet::new();
        for (_, pupil) in &pupils {
            // A browser has six connections, and the page is 24 files.
            for _ in 0..6 {
                let pupil = pupil.clone();
                pages.spawn(async move {
                    for path in ["/", "/app/me", "/app/lobby", "/healthz"] {
                        let answer =
                            pupil.request(Method::GET, path).send().await.expect("it is not dropped");
                        assert_eq!(answer.status(), StatusCode::OK, "{path}");
                        answer.bytes().await.expect("all of it");
                    }
                });
            }
        }
        while let Some(loaded) = pages.join_next().await {
            loaded.expect("every page loads");
        }
        begun.elapsed()
    };
    // The machine may be busy with something else, so the best of three attempts counts.
    let mut took = load_pages().await;
    for _ in 0..2 {
        if took >= Duration::from_secs(2) {
            took = took.min(load_pages().await);
        }
    }
    assert!(took < Duration::from_secs(2), "sixty pages took {took:?}");
    for path in ["/app/register", "/app/login"] {
        let mut entering = tokio::task::JoinSet::new();
        for (name, mut pupil) in pupils.drain(..) {
            entering.spawn(async move {
                enter(&mut pupil, path, &name, PASSWORD).await;
                (name, pupil)
            });
        }
        pupils = entering.join_all().await;
    }
    for pair in pupils.chunks(2) {
        let [(_, white), (_, black)] = pair else { panic!("an even number") };
        let game = white.challenge(json!({})).await;
        let (status, answer) = black.post(&format!("/app/challenges/{game}/accept"), json!({})).await;
        assert!(status.is_success(), "{answer}");
        let (mut socket, _) = white.watch(&game).await;
        assert_eq!(socket.play_at(&game, 0, "e2e4").await["t"], "done");
    }
}

#[tokio::test]
async fn threat_20_a_session_ends_when_it_should() {
    let world = Server::start().await;
    let mut visitor = world.guest().await;
    let before = visitor.clone();
    enter(&mut visitor, "/app/register", "Bobby", PASSWORD).await;
    assert_ne!(visitor.cookie, before.cookie, "a new one at the login");
    assert_eq!(name(&visitor).await, "Bobby");
    assert_ne!(name(&before).await, "Bobby", "the old cookie is worth nothing");
    let mut elsewhere = world.guest().await;
    enter(&mut elsewhere, "/app/login", "bobby", PASSWORD).await;
    let stolen = visitor.clone();
    visitor.post("/app/logout", json!({})).await;
    assert_ne!(name(&stolen).await, "Bobby", "after the log out");
    assert_eq!(name(&elsewhere).await, "Bobby", "the other browser stays");
    let thief = elsewhere.clone();
    elsewhere.post("/app/logout-everywhere", json!({})).await;
    assert_ne!(name(&thief).await, "Bobby", "after the log out everywhere");
}

#[tokio::test]
async fn threat_20_a_token_does_what_it_may() {
    let world = Server::start().await;
    let visitor = register(&world, "Bobby").await;
    let token_request = json!({"description": "a board", "scopes": ["board:play"]});
    let (status, answer) = visitor.post("/app/tokens", token_request).await;
    assert!(status.is_success(), "{answer}");
    let token = answer["token"].as_str().expect("a token").to_owned();
    let ask = |method: Method, path: &'static str, token: &str| {
        let request = world.client.request(method, format!("http://{}{path}", world.address()));
        request.header("authorization", format!("Bearer {token}")).send()
    };
    let account = ask(Method::GET, "/api/account", &token).await.expect("an answer");
    assert_eq!(account.status(), StatusCode::OK);
    let other = ask(Method::POST, "/api/bot/account/upgrade", &token).await.expect("an answer");
    assert_eq!(other.status(), StatusCode::FORBIDDEN, "another scope");
    let wrong = ask(Method::GET, "/api/account", "lip_wrong").await.expect("an answer");
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED);
    // The API accepts neither a cookie nor a token in the URL.
    let by_cookie = visitor.request(Method::GET, "/api/account").send().await.expect("an answer");
    assert_eq!(by_cookie.status(), StatusCode::UNAUTHORIZED);
    let in_address = world.client.get(format!("http://{}/api/account?token={token}", world.address()));
    assert_eq!(in_address.send().await.expect("an answer").status(), StatusCode::UNAUTHORIZED);
    // Only hashes are stored.
    let (_, listed) = visitor.get("/app/tokens").await;
    assert!(!listed.to_string().contains(&token), "{listed}");
    for entry in std::fs::read_dir(world.data()).expect("the folder is there").flatten() {
        let bytes = std::fs::read(entry.path()).unwrap_or_default();
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "{:?}", entry.path());
        assert!(!bytes.windows(PASSWORD.len()).any(|part| part == PASSWORD.as_bytes()), "{:?}", entry.path());
    }
}

#[tokio::test]
async fn threat_35_a_person_cannot_use_the_bot_endpoints() {
    let world = Server::start().await;
    let (bobby, opponent) = (register(&world, "Bobby").await, world.guest().await);
    // Bobby's own game, with Bobby to move: only the endpoint is wrong.
    let game = bobby.challenge(json!({})).await;
    let (status, _) = opponent.post(&format!("/app/challenges/{game}/accept"), json!({})).await;
    assert!(status.is_success(), "{status}");
    let play = async |kind: &str, scopes: &[&str]| {
        let token_request = json!({"description": "b", "scopes": scopes});
        let (_, answer) = bobby.post("/app/tokens", token_request).await;
        let token = answer["token"].as_str().expect("a token").to_owned();
        let path = format!("http://{}/api/{kind}/game/{game}/move/e2e4", world.address());
        let answer = world.client.post(path).bearer_auth(token).send().await.expect("an answer");
        (answer.status(), answer.text().await.expect("a text"))
    };
    let (status, why) = play("bot", &["board:play"]).await;
    assert!(status == StatusCode::FORBIDDEN && why.contains("Missing scope: bot:play"), "{status} {why}");
    let (status, why) = play("bot", &["board:play", "bot:play"]).await;
    assert!(status == StatusCode::BAD_REQUEST && why.contains("Bot account"), "{status} {why}");
    let (status, why) = play("board", &["board:play", "bot:play"]).await;
    assert!(status == StatusCode::OK, "the same move at the right endpoint: {status} {why}");
}
