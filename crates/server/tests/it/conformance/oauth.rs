//! OAuth: applications that ask for access, and links that create a token.

use crate::harness::{Client, Server};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::header::{CONTENT_SECURITY_POLICY, COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use reqwest::redirect::Policy;
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const VERIFIER: &str = "a-verifier-of-more-than-fourty-three-letters_0123456789";
const BACK: &str = "http://127.0.0.1:9/back";

/// A browser that does not follow redirects, so that tests can inspect them.
pub(crate) struct Browser {
    http: reqwest::Client,
    site: String,
    cookie: String,
}

impl Browser {
    pub(crate) fn new(site: String) -> Browser {
        let http = reqwest::Client::builder().no_proxy().redirect(Policy::none()).build().expect("a client");
        Browser { http, site, cookie: String::new() }
    }

    /// A browser with a new account.
    pub(crate) async fn registered(site: String, name: &str) -> Browser {
        let mut browser = Browser::new(site);
        let body = json!({ "name": name, "password": "correct horse " });
        let answer = browser.request(Method::POST, "/app/register").json(&body).send().await;
        browser.take_cookie(&answer.expect("an answer"));
        browser
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.http.request(method, format!("{}{path}", self.site));
        request.header(ORIGIN, &self.site).header(COOKIE, &self.cookie)
    }

    fn take_cookie(&mut self, answer: &Response) {
        let cookie = answer.headers()[SET_COOKIE].to_str().expect("text");
        self.cookie = cookie.split(';').next().expect("a part").to_owned();
    }

    async fn get(&self, path: &str) -> (StatusCode, String) {
        let answer = self.request(Method::GET, path).send().await.expect("an answer");
        (answer.status(), answer.text().await.expect("text"))
    }

    /// Answers yes or no on the consent page, and returns the address of the redirect.
    pub(crate) async fn answer(&self, path: &str, answer: &str) -> String {
        let request = self.request(Method::POST, path).form(&[("answer", answer)]);
        location(&request.send().await.expect("an answer"))
    }
}

pub(crate) fn location(answer: &Response) -> String {
    assert_eq!(answer.status(), StatusCode::SEE_OTHER);
    answer.headers()[LOCATION].to_str().expect("text").to_owned()
}

/// The path to which an application sends the user to ask for a scope.
pub(crate) fn authorize_path(scope: &str) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(VERIFIER));
    let pairs = [
        ("response_type", "code"),
        ("client_id", "board.example"),
        ("redirect_uri", BACK),
        ("code_challenge_method", "S256"),
        ("code_challenge", &challenge),
        ("scope", scope),
        ("state", "x&y"),
    ];
    let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
    format!("/oauth?{query}")
}

/// The value of a query parameter.
pub(crate) fn value(address: &str, name: &str) -> Option<String> {
    let query = address.split_once('?')?.1;
    let pair = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))?;
    Some(pair.to_owned())
}

/// Exchanges a code for a token, with one field changed.
pub(crate) async fn exchange(site: &str, code: &str, (name, changed): (&str, &str)) -> (StatusCode, Value) {
    let mut form = vec![
        ("grant_type", "authorization_code"),
        ("code", code),
        ("code_verifier", VERIFIER),
        ("redirect_uri", BACK),
        ("client_id", "board.example"),
    ];
    form.iter_mut().filter(|(field, _)| *field == name).for_each(|(_, value)| *value = changed);
    let http = reqwest::Client::builder().no_proxy().build().expect("a client");
    Client::send(http.post(format!("{site}/api/token")).form(&form)).await
}

/// The whole flow: an application asks, the user logs in and agrees, and the token starts a game.
#[tokio::test]
async fn an_application_is_let_in() {
    let server = Server::start().await;
    Browser::registered(server.url(), "Ann").await;
    let mut browser = Browser::new(server.url());
    let path = authorize_path("board:play challenge:write");
    let (status, page) = browser.get(&path).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("name=\"password\""), "{page}");
    let next = page.split("action=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a form");
    let sign_in = |password: &'static str| {
        browser.request(Method::POST, next).form(&[("name", "ann"), ("password", password)]).send()
    };
    let wrong = sign_in("correct horse").await.expect("an answer");
    assert_eq!(wrong.status(), StatusCode::UNAUTHORIZED, "spaces in a password count");
    let right = sign_in("correct horse ").await.expect("an answer");
    assert_eq!(location(&right), path);
    browser.take_cookie(&right);
    let answer = browser.request(Method::GET, &path).send().await.expect("an answer");
    let policy = answer.headers()[CONTENT_SECURITY_POLICY].to_str().expect("text").to_owned();
    assert!(policy.contains("form-action 'self' http://127.0.0.1:9;"), "{policy}");
    let page = answer.text().await.expect("text");
    for shown in ["board.example", "http://127.0.0.1:9<", "board:play", "challenge:write", "<b>Ann</b>"] {
        assert!(page.contains(shown), "{shown}: {page}");
    }
    let back = browser.answer(&path, "yes").await;
    assert!(back.starts_with(&format!("{BACK}?code=liu_")) && back.ends_with("&state=x%26y"), "{back}");
    let code = value(&back, "code").expect("a code");
    let (status, answer) = exchange(&server.url(), &code, ("", "")).await;
    assert_eq!((status, &answer["token_type"]), (StatusCode::OK, &json!("Bearer")), "{answer}");
    assert_eq!(answer["expires_in"], 31_536_000);
    let token = answer["access_token"].as_str().expect("a token").to_owned();
    assert!(token.starts_with("lio_"), "{token}");
    let ann = Client::with_token(&server, "ann", token.clone());
    assert_eq!(ann.get("/api/account").await.1["id"], "ann");
    let (_, known) = Client::send(ann.request(Method::POST, "/api/token/test").body(token.clone())).await;
    assert_eq!(known[&token]["scopes"], "challenge:write,board:play");
    let expires = known[&token]["expires"].as_u64().expect("an end");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    let left = u128::from(expires).saturating_sub(now.as_millis());
    // A node follows the clock of its database, which may be a little ahead of the one read here.
    assert!((31_535_000_000..=31_536_001_000).contains(&left), "{left}");
    let (status, _) = ann.post_form("/api/challenge/ai", &[("level", "1")]).await;
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(Client::send(ann.request(Method::DELETE, "/api/token")).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ann.get("/api/account").await.0, StatusCode::UNAUTHORIZED);
}

/// The errors that an application gets.
#[tokio::test]
async fn an_application_is_told_why_not() {
    let server = Server::start().await;
    let browser = Browser::registered(server.url(), "ann").await;
    let path = authorize_path("board:play");
    let denied = browser.answer(&path, "no").await;
    assert_eq!(value(&denied, "error").as_deref(), Some("access_denied"));
    assert_eq!(value(&denied, "state").as_deref(), Some("x%26y"));
    let answer = browser.request(Method::GET, &authorize_path("everything")).send().await.expect("an answer");
    assert_eq!(value(&location(&answer), "error").as_deref(), Some("invalid_scope"));
    let other = browser.get(&format!("{path}&username=ben")).await.1;
    assert!(other.contains("value=\"ben\""), "another user is asked to log in: {other}");
    for (change, error) in [
        (("code", ""), "invalid_request"),
        (("code_verifier", ""), "invalid_request"),
        (("grant_type", "password"), "unsupported_grant_type"),
        (("code", "liu_guessed"), "invalid_grant"),
        (("code_verifier", "another-verifier-of-more-than-fourty-three-letters"), "invalid_grant"),
        (("client_id", "other.example"), "invalid_grant"),
        (("redirect_uri", "http://127.0.0.1:9/back/"), "invalid_grant"),
    ] {
        let code = value(&browser.answer(&path, "yes").await, "code").expect("a code");
        let (status, answer) = exchange(&server.url(), &code, change).await;
        assert_eq!(
            (status, &answer["error"]),
            (StatusCode::BAD_REQUEST, &json!(error)),
            "{change:?} {answer}"
        );
        assert!(answer["error_description"].is_string());
    }
}

/// Applications link to this page with the scopes already selected; the token is shown once.
#[tokio::test]
async fn a_link_to_a_token() {
    let server = Server::start().await;
    let link =
        "/account/oauth/token/create?scopes[]=board:play&scopes[]=email:read&description=a+%3Cboard%3E";
    let (_, page) = Browser::new(server.url()).get(link).await;
    assert!(page.contains("name=\"password\""), "log in first: {page}");
    let browser = Browser::registered(server.url(), "ann").await;
    let (status, page) = browser.get(link).await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("value=\"board:play\" checked") && page.contains("value=\"bot:play\">"), "{page}");
    assert!(page.contains("value=\"a &lt;board&gt;\"") && !page.contains("email:read"), "{page}");
    let form = [("description", "a board"), ("scopes[]", "board:play"), ("scopes[]", "challenge:read")];
    let request = browser.request(Method::POST, "/account/oauth/token/create").form(&form);
    let answer = request.send().await.expect("an answer");
    assert_eq!(answer.status(), StatusCode::CREATED);
    assert_eq!(answer.headers()["cache-control"], "no-store");
    let page = answer.text().await.expect("text");
    let token = page.split('>').find_map(|part| part.strip_suffix("</code")).expect("a token");
    let ann = Client::with_token(&server, "ann", token.to_owned());
    let answer = ann.request(Method::GET, "/api/account").send().await.expect("an answer");
    assert_eq!(answer.headers()["x-oauth-scopes"], "challenge:read, board:play");
    let long = [("description", "x".repeat(101))];
    let request = browser.request(Method::POST, "/account/oauth/token/create").form(&long);
    assert_eq!(request.send().await.expect("an answer").status(), StatusCode::BAD_REQUEST);
}
