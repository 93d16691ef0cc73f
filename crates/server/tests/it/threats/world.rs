//! A server, and those who come to it.

use crate::nodes::postgres;
use futures_util::{SinkExt, StreamExt};
use reqwest::header::{COOKIE, ORIGIN, SET_COOKIE};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;
use tabiya_server::{Config, Server};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::{WebSocketStream, client_async};

/// Longer than anything takes that a test waits for.
pub(super) const PATIENCE: Duration = Duration::from_secs(20);

/// A server with a folder of its own, gone when the test is.
pub(super) struct World {
    pub(super) server: Server,
    pub(super) folder: TempDir,
    pub(super) client: Client,
}

impl World {
    pub(super) async fn new() -> World {
        World::with(|_| {}).await
    }

    /// A server that is configured in some other way than usual.
    pub(super) async fn with(configure: impl FnOnce(&mut Config)) -> World {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = config(&folder).await;
        configure(&mut config);
        let server = Server::start(config).await.expect("it starts");
        World { server, folder, client: Client::new() }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.server.address
    }

    /// Ends in order, and starts again on the same folder.
    pub(super) async fn restart(self) -> World {
        let World { server, folder, client } = self;
        server.stop().await;
        let server = Server::start(config(&folder).await).await.expect("it starts");
        World { server, folder, client }
    }

    /// Somebody who opens the page for the first time.
    pub(super) async fn guest(&self) -> Visitor {
        self.guest_with(self.client.clone()).await
    }

    /// Somebody who opens the page for the first time, at an address of this machine: 127.x.y.z.
    pub(super) async fn guest_at(&self, address: [u8; 4]) -> Visitor {
        let client = Client::builder().local_address(IpAddr::from(address)).build();
        self.guest_with(client.expect("a client")).await
    }

    async fn guest_with(&self, client: Client) -> Visitor {
        let mut visitor = Visitor { client, server: self.address(), cookie: String::new() };
        let answer = visitor.request(Method::GET, "/app/me").send().await.expect("an answer");
        let cookie = answer.headers()[SET_COOKIE].to_str().expect("text");
        visitor.cookie = cookie.split(';').next().expect("a part").to_owned();
        visitor
    }

    /// Two guests at a game; the first has White.
    pub(super) async fn game(&self, time: &str) -> (Visitor, Visitor, String) {
        let (white, black) = (self.guest().await, self.guest().await);
        let id = white.challenge(json!({"time": time})).await;
        let (status, _) = black.post(&format!("/app/challenges/{id}/accept"), json!({})).await;
        assert!(status.is_success(), "{status}");
        (white, black, id)
    }

    /// A connection on which anything can be said.
    pub(super) async fn raw(&self) -> TcpStream {
        TcpStream::connect(self.address()).await.expect("the server listens")
    }
}

async fn config(folder: &TempDir) -> Config {
    let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().join("data"));
    postgres::configure(&mut config).await;
    config
}

/// A browser.
#[derive(Clone)]
pub(super) struct Visitor {
    client: Client,
    pub(super) server: SocketAddr,
    pub(super) cookie: String,
}

impl Visitor {
    pub(super) fn origin(&self) -> String {
        format!("http://{}", self.server)
    }

    pub(super) fn request(&self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let request = self.client.request(method, format!("{}{path}", self.origin()));
        request.header(ORIGIN, self.origin()).header(COOKIE, &self.cookie)
    }

    pub(super) async fn get(&self, path: &str) -> (StatusCode, Value) {
        let answer = self.request(Method::GET, path).send().await.expect("an answer");
        let status = answer.status();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    pub(super) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.post_text(path, body.to_string()).await
    }

    pub(super) async fn post_text(&self, path: &str, body: String) -> (StatusCode, Value) {
        let request = self.request(Method::POST, path).header("content-type", "application/json").body(body);
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        (status, answer.json().await.unwrap_or(Value::Null))
    }

    /// The same browser at a server that has started anew.
    pub(super) fn at(self, world: &World) -> Visitor {
        Visitor { server: world.address(), ..self }
    }

    /// A game for whoever follows the link, as White unless it is said otherwise.
    pub(super) async fn challenge(&self, wishes: Value) -> String {
        let (status, answer) = self.try_challenge(wishes).await;
        assert_eq!(status, StatusCode::CREATED, "{answer}");
        answer["id"].as_str().expect("an id").to_owned()
    }

    pub(super) async fn try_challenge(&self, wishes: Value) -> (StatusCode, Value) {
        let mut request = json!({"opponent": {"link": {}}, "color": "white", "time": "300"});
        for (name, value) in wishes.as_object().expect("an object") {
            request[name] = value.clone();
        }
        self.post("/app/games", request).await
    }

    pub(super) async fn socket(&self) -> Socket {
        Socket::open(self.server, &[("cookie", &self.cookie), ("origin", &self.origin())])
            .await
            .expect("a socket")
    }

    /// A socket that follows a game, and how the game stands.
    pub(super) async fn watch(&self, game: &str) -> (Socket, Value) {
        let mut socket = self.socket().await;
        socket.say(json!({"t": "watch", "game": game})).await;
        let shown = socket.hear("game").await;
        (socket, shown)
    }
}

/// A socket to the live channel.
pub(super) struct Socket(WebSocketStream<TcpStream>);

/// How a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum End {
    Closed(u16),
    /// Without a word.
    Gone,
}

impl Socket {
    /// Opens a socket with these headers; otherwise the status of the answer.
    pub(super) async fn open(server: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let mut request = format!("ws://{server}/live").into_client_request().expect("a good address");
        request.headers_mut().insert("sec-websocket-protocol", "tabiya.1".parse().expect("a header"));
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let tcp = TcpStream::connect(server).await.expect("the server listens");
        match client_async(request, tcp).await {
            Ok((stream, _)) => Ok(Socket(stream)),
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub(super) async fn say(&mut self, message: Value) {
        self.send(Message::text(message.to_string())).await;
    }

    /// Sends anything. The server may have hung up already, which shows when it is listened to.
    pub(super) async fn send(&mut self, message: Message) {
        let _ = self.0.send(message).await;
    }

    /// The connection below.
    pub(super) fn tcp(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    /// The next message of any kind, if the socket stays open.
    pub(super) async fn next(&mut self) -> Result<Value, End> {
        loop {
            let message = timeout(PATIENCE, self.0.next()).await.expect("something comes in time");
            match message {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err(End::Closed(CloseCode::into(frame.code)));
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Err(End::Gone),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of a kind.
    pub(super) async fn hear(&mut self, kind: &str) -> Value {
        self.hear_any(&[kind]).await
    }

    pub(super) async fn hear_any(&mut self, kinds: &[&str]) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|end| panic!("{end:?} instead of {kinds:?}"));
            if kinds.iter().any(|kind| message["t"] == *kind) {
                return message;
            }
        }
    }

    /// Listens until it is closed.
    pub(super) async fn end(&mut self) -> End {
        loop {
            if let Err(end) = self.next().await {
                return end;
            }
        }
    }

    /// Acts in a game: the answer, done or refused.
    pub(super) async fn act(&mut self, game: &str, id: &str, ply: Option<usize>, action: Value) -> Value {
        self.say(command(game, id, ply, action)).await;
        loop {
            let answer = self.hear_any(&["done", "refused"]).await;
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub(super) async fn play(&mut self, game: &str, ply: usize, uci: &str) -> Value {
        let id = format!("{ply}{uci}");
        self.act(game, &id, Some(ply), json!({"do": "move", "move": uci})).await
    }
}

pub(super) fn command(game: &str, id: &str, ply: Option<usize>, action: Value) -> Value {
    match ply {
        Some(ply) => json!({"t": "do", "game": game, "id": id, "ply": ply, "action": action}),
        None => json!({"t": "do", "game": game, "id": id, "action": action}),
    }
}

#[track_caller]
pub(super) fn refused(answer: &Value, code: &str) {
    assert_eq!((&answer["t"], &answer["code"]), (&json!("refused"), &json!(code)), "{answer}");
}

#[track_caller]
pub(super) fn done(answer: &Value) -> u64 {
    assert_eq!(answer["t"], "done", "{answer}");
    answer["v"].as_u64().expect("a number")
}
