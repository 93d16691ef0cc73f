//! A visitor of the page: a browser with a cookie.

use super::server::Server;
use super::socket::Socket;
use parking_lot::RwLock;
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::Arc;

#[derive(Clone)]
pub(crate) struct Visitor {
    client: Client,
    server: Arc<RwLock<SocketAddr>>,
    pub(crate) cookie: String,
}

/// The cookie that a response sets.
fn cookie(answer: &Response) -> String {
    let cookie = answer.headers()[SET_COOKIE].to_str().expect("a text");
    cookie.split(';').next().expect("a first part").to_owned()
}

async fn status_and_json(request: RequestBuilder) -> (StatusCode, Value) {
    let answer = request.send().await.expect("an answer");
    let status = answer.status();
    (status, answer.json().await.unwrap_or(Value::Null))
}

impl Visitor {
    pub(super) async fn new(client: Client, server: Arc<RwLock<SocketAddr>>) -> Visitor {
        let mut visitor = Visitor { client, server, cookie: String::new() };
        visitor.cookie = cookie(&visitor.request(Method::GET, "/app/me").send().await.expect("an answer"));
        visitor
    }

    /// The same browser at another server, which knows its cookie if both share a database.
    pub(crate) fn at(&self, server: &Server) -> Visitor {
        Visitor { server: Arc::new(RwLock::new(server.address())), ..self.clone() }
    }

    pub(crate) fn server(&self) -> SocketAddr {
        *self.server.read()
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.server())
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.origin()));
        request.header(ORIGIN, self.origin()).header(COOKIE, &self.cookie)
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        status_and_json(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.post_text(path, body.to_string()).await
    }

    pub(crate) async fn post_text(&self, path: &str, body: String) -> (StatusCode, Value) {
        let request = self.request(Method::POST, path).header("content-type", "application/json");
        status_and_json(request.body(body)).await
    }

    /// The JSON that a path returns, whatever the status.
    pub(crate) async fn read(&self, path: &str) -> Value {
        self.get(path).await.1
    }

    /// The body of a response that is not JSON.
    pub(crate) async fn text(&self, path: &str) -> String {
        let answer = self.request(Method::GET, path).send().await.expect("an answer");
        answer.text().await.expect("a text")
    }

    /// The JSON that a POST returns, whatever the status.
    pub(crate) async fn send(&self, path: &str, body: Value) -> Value {
        self.post(path, body).await.1
    }

    /// The player id that the server uses for this visitor.
    pub(crate) async fn id(&self) -> String {
        self.read("/app/me").await["player"]["id"].as_str().expect("an id").to_owned()
    }

    /// Registers or logs in with a fixed password, and takes over the new cookie. Returns a visitor with the old one.
    pub(crate) async fn become_account(&mut self, path: &str, name: &str) -> Visitor {
        self.enter(path, json!({"name": name, "password": "correct horse"})).await
    }

    /// Registers or logs in, and takes over the new cookie. Returns a visitor with the old one.
    pub(crate) async fn enter(&mut self, path: &str, credentials: Value) -> Visitor {
        let answer = self.request(Method::POST, path).json(&credentials).send().await.expect("an answer");
        assert!(answer.status().is_success(), "{path}: {}", answer.status());
        let before = self.clone();
        self.cookie = cookie(&answer);
        before
    }

    /// Creates a challenge by link, as White unless the settings say otherwise.
    pub(crate) async fn challenge(&self, settings: Value) -> String {
        let (status, answer) = self.try_challenge(settings).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        answer["id"].as_str().expect("an id").to_owned()
    }

    pub(crate) async fn try_challenge(&self, settings: Value) -> (StatusCode, Value) {
        let mut request = json!({"opponent": {"link": {}}, "color": "white", "time": "300"});
        for (name, value) in settings.as_object().expect("an object") {
            request[name] = value.clone();
        }
        self.post("/app/games", request).await
    }

    pub(crate) async fn socket(&self) -> Socket {
        let headers = [("cookie", self.cookie.as_str()), ("origin", &self.origin())];
        Socket::open(self.server(), &headers).await.expect("a socket")
    }

    /// A socket that watches a game, and the game as it was first shown.
    pub(crate) async fn watch(&self, game: &str) -> (Socket, Value) {
        let mut socket = self.socket().await;
        socket.send_json(json!({"t": "watch", "game": game})).await;
        let shown = socket.receive("game").await;
        (socket, shown)
    }
}
