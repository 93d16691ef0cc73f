//! Accounts, sessions and tokens, as the page uses them.

use crate::harness::Server;
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

/// A browser that keeps its cookies.
struct Page {
    client: Client,
    site: String,
}

impl Page {
    fn new(server: &Server) -> Page {
        let client = Client::builder().cookie_store(true).no_proxy().build().expect("a client");
        Page { client, site: server.url() }
    }

    async fn ask(&self, method: Method, path: &str, body: Value) -> (StatusCode, Value) {
        let request = self.client.request(method, format!("{}{path}", self.site));
        let answer = request.header("origin", &self.site).json(&body).send().await.expect("an answer");
        let status = answer.status();
        (status, answer.json().await.unwrap_or_default())
    }

    async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.ask(Method::POST, path, body).await
    }

    async fn name(&self) -> String {
        let (_, me) = self.ask(Method::GET, "/app/me", json!({})).await;
        me["player"]["name"].as_str().expect("a name").into()
    }
}

fn credentials(name: &str, password: &str) -> Value {
    json!({ "name": name, "password": password })
}

#[tokio::test]
async fn an_account_is_opened_with_its_password_only() {
    let server = Server::start().await;
    let page = Page::new(&server);
    assert!(page.name().await.starts_with("Guest "));
    let (status, me) = page.post("/app/register", credentials("Bobby", "correct horse")).await;
    assert_eq!((status, &me["player"]["name"]), (StatusCode::OK, &json!("Bobby")));
    assert_eq!((&me["player"]["guest"], &me["player"]["id"]), (&json!(false), &json!("bobby")));
    assert_eq!(page.name().await, "Bobby");
    let other = Page::new(&server);
    let wrong = [
        (credentials("bobby", "correct horse"), "/app/register", StatusCode::CONFLICT, "taken"),
        (credentials("b", "correct horse"), "/app/register", StatusCode::BAD_REQUEST, "bad_name"),
        (credentials("admin", "correct horse"), "/app/register", StatusCode::BAD_REQUEST, "bad_name"),
        (credentials("anna", "short"), "/app/register", StatusCode::BAD_REQUEST, "bad_password"),
        (credentials("bobby", "wrong horse"), "/app/login", StatusCode::UNAUTHORIZED, "wrong_password"),
        (credentials("nobody", "correct horse"), "/app/login", StatusCode::UNAUTHORIZED, "wrong_password"),
        (credentials("../..", "correct horse"), "/app/login", StatusCode::UNAUTHORIZED, "wrong_password"),
    ];
    for (body, path, status, code) in wrong {
        let answer = other.post(path, body.clone()).await;
        assert_eq!((answer.0, &answer.1["code"]), (status, &json!(code)), "{path} {body}");
    }
    let (status, me) = other.post("/app/login", credentials("BOBBY", "correct horse")).await;
    assert_eq!((status, &me["player"]["name"]), (StatusCode::OK, &json!("Bobby")));
    server.stop().await;
}

#[tokio::test]
async fn logging_out_everywhere_ends_every_session() {
    let server = Server::start().await;
    let (one, two) = (Page::new(&server), Page::new(&server));
    one.post("/app/register", credentials("Bobby", "correct horse")).await;
    two.post("/app/login", credentials("bobby", "correct horse")).await;
    let (_, guest) = two.post("/app/logout", json!({})).await;
    assert_eq!(guest["player"]["guest"], true);
    assert_eq!(one.name().await, "Bobby");
    two.post("/app/login", credentials("bobby", "correct horse")).await;
    one.post("/app/logout-everywhere", json!({})).await;
    for page in [one, two] {
        assert!(page.name().await.starts_with("Guest "));
    }
    server.stop().await;
}

#[tokio::test]
async fn changing_a_password_needs_the_current_one() {
    let server = Server::start().await;
    let (one, two) = (Page::new(&server), Page::new(&server));
    let change = |current: &str, new: &str| json!({ "current": current, "new": new });
    let (status, answer) = one.post("/app/password", change("correct horse", "battery staple")).await;
    assert_eq!((status, &answer["code"]), (StatusCode::UNAUTHORIZED, &json!("log_in")), "a guest");
    one.post("/app/register", credentials("Bobby", "correct horse")).await;
    two.post("/app/login", credentials("bobby", "correct horse")).await;
    let made = one.post("/app/tokens", json!({ "description": "a board", "scopes": ["board:play"] })).await.1;
    let token = made["token"].as_str().expect("a token");
    for (current, new, status, code) in [
        ("wrong horse", "battery staple", StatusCode::UNAUTHORIZED, "wrong_current_password"),
        ("correct horse", "short", StatusCode::BAD_REQUEST, "bad_password"),
        ("correct horse", "password123", StatusCode::BAD_REQUEST, "bad_password"),
    ] {
        let answer = one.post("/app/password", change(current, new)).await;
        assert_eq!((answer.0, &answer.1["code"]), (status, &json!(code)), "{current} {new}");
    }
    assert_eq!(two.name().await, "Bobby", "nothing has changed");
    let (status, me) = one.post("/app/password", change("correct horse", "battery staple")).await;
    assert_eq!((status, &me["player"]["name"]), (StatusCode::OK, &json!("Bobby")));
    assert_eq!(one.name().await, "Bobby", "this browser stays");
    assert!(two.name().await.starts_with("Guest "), "every other one does not");
    let old = two.post("/app/login", credentials("bobby", "correct horse")).await;
    assert_eq!(old.0, StatusCode::UNAUTHORIZED);
    assert_eq!(two.post("/app/login", credentials("bobby", "battery staple")).await.0, StatusCode::OK);
    // Tokens stay valid unless they are revoked as well.
    let account = || one.client.get(format!("{}/api/account", one.site)).bearer_auth(token).send();
    assert_eq!(account().await.expect("an answer").status(), StatusCode::OK);
    one.post("/app/logout-everywhere", json!({ "revoke_tokens": true })).await;
    assert_eq!(account().await.expect("an answer").status(), StatusCode::UNAUTHORIZED);
    assert!(one.name().await.starts_with("Guest ") && two.name().await.starts_with("Guest "));
    server.stop().await;
}

#[tokio::test]
async fn a_new_password_closes_the_sockets_of_other_browsers() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.guest().await, server.guest().await);
    one.become_account("/app/register", "Bobby").await;
    two.become_account("/app/login", "Bobby").await;
    let (mut stays, mut ends) = (one.socket().await, two.socket().await);
    let change = json!({ "current": "correct horse", "new": "battery staple" });
    assert_eq!(one.send("/app/password", change).await["player"]["name"], "Bobby");
    assert_eq!(ends.closed().await, 1012);
    stays.send_json(json!({ "t": "ping", "n": 7 })).await;
    assert_eq!(stays.receive("pong").await["n"], 7);
    server.stop().await;
}

#[tokio::test]
async fn a_login_gives_a_new_cookie() {
    let server = Server::start().await;
    let client = Client::builder().no_proxy().build().expect("a client");
    let first = client.get(format!("{}/app/me", server.url())).send().await.expect("an answer");
    let cookie = first.headers()["set-cookie"].to_str().expect("text").to_string();
    for attribute in ["HttpOnly", "SameSite=Lax", "Path=/"] {
        assert!(cookie.contains(attribute), "{cookie}");
    }
    let known = cookie.split(';').next().expect("a value");
    let register = client.post(format!("{}/app/register", server.url())).header("cookie", known);
    let register = register.header("origin", server.url()).json(&credentials("Bobby", "correct horse"));
    let answer = register.send().await.expect("an answer");
    assert!(!answer.headers()["set-cookie"].to_str().expect("text").starts_with(known));
    // The old cookie no longer belongs to anybody.
    let again = client.get(format!("{}/app/me", server.url())).header("cookie", known);
    let again: Value = again.send().await.expect("an answer").json().await.expect("JSON");
    assert_eq!(again["player"]["guest"], true);
    server.stop().await;
}

#[tokio::test]
async fn tokens_are_made_listed_and_removed() {
    let server = Server::start().await;
    let page = Page::new(&server);
    let wanted = json!({ "description": "my board", "scopes": ["board:play", "challenge:write"] });
    assert_eq!(page.post("/app/tokens", wanted.clone()).await.0, StatusCode::UNAUTHORIZED, "a guest");
    page.post("/app/register", credentials("Bobby", "correct horse")).await;
    let (status, made) = page.post("/app/tokens", wanted).await;
    assert_eq!(status, StatusCode::CREATED);
    let token = made["token"].as_str().expect("a token");
    let account = || page.client.get(format!("{}/api/account", page.site)).bearer_auth(token).send();
    assert_eq!(account().await.expect("an answer").status(), StatusCode::OK);
    let (_, listed) = page.ask(Method::GET, "/app/tokens", json!({})).await;
    assert_eq!(listed["tokens"][0]["description"], "my board");
    assert!(!listed.to_string().contains(token), "it is shown only once");
    let bad = json!({ "scopes": ["everything"] });
    assert_eq!(page.post("/app/tokens", bad).await.0, StatusCode::BAD_REQUEST);
    let id = listed["tokens"][0]["id"].as_str().expect("an id");
    assert_eq!(page.ask(Method::DELETE, &format!("/app/tokens/{id}"), json!({})).await.0, StatusCode::OK);
    assert_eq!(account().await.expect("an answer").status(), StatusCode::UNAUTHORIZED);
    server.stop().await;
}

#[tokio::test]
async fn guessing_passwords_is_slowed_down() {
    let server = Server::start().await;
    let page = Page::new(&server);
    let mut refused = 0;
    for guess in 0..15 {
        let (status, _) =
            page.post("/app/login", credentials("bobby", &format!("guess number {guess}"))).await;
        refused += u32::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 4, "{refused}");
    server.stop().await;
}

#[tokio::test]
async fn a_challenge_survives_a_restart_and_is_accepted_once() {
    let server = Server::start().await;
    let (ann, ben, cid) = (Page::new(&server), Page::new(&server), Page::new(&server));
    let new_game = json!({ "opponent": { "link": {} }, "time": "180+2", "color": "white" });
    let (status, made) = ann.post("/app/games", new_game).await;
    assert_eq!(status, StatusCode::CREATED);
    let id = made["id"].as_str().expect("an id").to_string();
    let path = format!("/app/challenges/{id}");
    assert_eq!(ann.post(&format!("{path}/accept"), json!({})).await.1["code"], "own");
    let server = server.restart().await;
    let moved = |page: Page| Page { site: server.url(), ..page };
    let (ann, ben, cid) = (moved(ann), moved(ben), moved(cid));
    assert_eq!(ann.ask(Method::GET, &path, json!({})).await.1["yours"], true);
    // A visitor who follows the link asks for the game, and gets the open challenge.
    let (status, waiting) = ben.ask(Method::GET, &format!("/app/games/{id}"), json!({})).await;
    assert_eq!(
        (status, &waiting["t"], &waiting["status"]),
        (StatusCode::OK, &json!("challenge"), &json!("created"))
    );
    assert_eq!((&waiting["yours"], &waiting["game"]["time"]), (&json!(false), &json!("180+2")));
    assert_eq!(ben.post(&format!("{path}/accept"), json!({})).await.0, StatusCode::OK);
    assert_eq!(cid.post(&format!("{path}/accept"), json!({})).await.1["code"], "gone");
    let (_, game) = ben.ask(Method::GET, &format!("/app/games/{id}"), json!({})).await;
    assert_eq!(game["you"], "black");
    let (_, me) = ann.ask(Method::GET, "/app/me", json!({})).await;
    assert_eq!(me["playing"][0]["id"], json!(id));
    server.stop().await;
}
