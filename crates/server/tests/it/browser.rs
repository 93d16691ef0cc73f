//! A server on a port of its own, and browsers that talk to it.

use crate::nodes::postgres;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use tabiya_server::app::App;
use tabiya_server::clock::machine_time;
use tabiya_server::config::ClusterConfig;
use tabiya_server::{Config, Server};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A server with a folder of its own.
pub(crate) struct Running {
    server: Server,
    folder: TempDir,
}

impl Running {
    pub(crate) async fn start() -> Running {
        Running::start_in(tempfile::tempdir().expect("a folder")).await
    }

    pub(crate) async fn start_in(folder: TempDir) -> Running {
        Running::start_ahead(folder, Duration::ZERO).await
    }

    /// Starts on a machine whose clock is ahead.
    async fn start_ahead(folder: TempDir, ahead: Duration) -> Running {
        let ahead = game::Duration::from_seconds(ahead.as_secs());
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
        config.computer_threads = 1;
        postgres::configure(&mut config).await;
        let server = Server::start_at(config, machine_time() + ahead).await.expect("a server starts");
        Running { server, folder }
    }

    /// A server on this folder, whatever database other tests use.
    pub(crate) async fn start_with_folder(folder: TempDir) -> Running {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
        config.computer_threads = 1;
        let server = Server::start(config).await.expect("a server starts");
        Running { server, folder }
    }

    /// A node of several.
    pub(crate) async fn start_node(cluster: ClusterConfig) -> Running {
        let folder = tempfile::tempdir().expect("a folder");
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
        config.computer_threads = 1;
        config.cluster = Some(cluster);
        let server = Server::start(config).await.expect("a node starts");
        Running { server, folder }
    }

    /// Ends in order, and after a while starts again with what is kept.
    pub(crate) async fn restart(self, after: Duration) -> Running {
        self.server.stop().await;
        tokio::time::sleep(after).await;
        Running::start_in(self.folder).await
    }

    /// Ends in order, and starts again with a clock that is ahead.
    pub(crate) async fn restart_ahead(self, ahead: Duration) -> Running {
        self.server.stop().await;
        Running::start_ahead(self.folder, ahead).await
    }

    pub(crate) async fn stop(self) {
        self.server.stop().await;
    }

    /// Stops, and hands over the folder with what is kept.
    pub(crate) async fn stop_and_keep(self) -> TempDir {
        self.server.stop().await;
        self.folder
    }

    pub(crate) fn app(&self) -> &App {
        &self.server.app
    }

    pub(crate) fn site(&self) -> String {
        format!("http://{}", self.server.address)
    }

    /// Somebody who comes for the first time.
    pub(crate) async fn guest(&self) -> Browser {
        let client = reqwest::Client::new();
        let answer = client.get(format!("{}/app/me", self.site())).send().await.expect("an answer");
        Browser { cookie: cookie(&answer), client }
    }

    /// Two guests and their game; the first one has White.
    pub(crate) async fn game(&self, wish: Value) -> (Browser, Browser, String) {
        let (white, black) = (self.guest().await, self.guest().await);
        let mut asked = json!({"opponent": {"link": {}}, "color": "white"});
        for (name, value) in wish.as_object().expect("an object") {
            asked[name] = value.clone();
        }
        let game = white.post(self, "/app/games", asked).await;
        let id = game["id"].as_str().expect("a name").to_owned();
        black.post(self, &format!("/app/challenges/{id}/accept"), json!({})).await;
        (white, black, id)
    }
}

/// The cookie that comes with an answer.
fn cookie(answer: &reqwest::Response) -> String {
    let cookie = answer.headers()["set-cookie"].to_str().expect("a text");
    cookie.split(';').next().expect("a first part").to_owned()
}

/// Somebody with a cookie.
#[derive(Clone)]
pub(crate) struct Browser {
    client: reqwest::Client,
    pub(crate) cookie: String,
}

impl Browser {
    pub(crate) async fn get(&self, server: &Running, path: &str) -> Value {
        let request = self.client.get(format!("{}{path}", server.site())).header("cookie", &self.cookie);
        request.send().await.expect("an answer").json().await.expect("JSON")
    }

    /// An answer that is not JSON.
    pub(crate) async fn text(&self, server: &Running, path: &str) -> String {
        let request = self.client.get(format!("{}{path}", server.site())).header("cookie", &self.cookie);
        request.send().await.expect("an answer").text().await.expect("a text")
    }

    pub(crate) async fn post(&self, server: &Running, path: &str, body: Value) -> Value {
        let request = self.client.post(format!("{}{path}", server.site()));
        let request = request.header("cookie", &self.cookie).header("origin", server.site()).json(&body);
        request.send().await.expect("an answer").json().await.expect("JSON")
    }

    /// The name of the player, as the server has it.
    pub(crate) async fn id(&self, server: &Running) -> String {
        self.get(server, "/app/me").await["player"]["id"].as_str().expect("a name").to_owned()
    }

    /// Opens an account, a new one or an old one, and has its cookie from now on. The cookie before comes back.
    pub(crate) async fn become_account(&mut self, server: &Running, path: &str, name: &str) -> Browser {
        self.enter(server, path, json!({"name": name, "password": "correct horse"})).await
    }

    /// Logs in or registers, and has that account's cookie from now on. The cookie before comes back.
    pub(crate) async fn enter(&mut self, server: &Running, path: &str, credentials: Value) -> Browser {
        let request = self.client.post(format!("{}{path}", server.site()));
        let request = request.header("cookie", &self.cookie).header("origin", server.site());
        let answer = request.json(&credentials).send().await.expect("an answer");
        let before = Browser { client: self.client.clone(), cookie: self.cookie.clone() };
        self.cookie = cookie(&answer);
        before
    }

    pub(crate) async fn socket(&self, server: &Running) -> Socket {
        let url = format!("ws://{}/live", server.server.address);
        let mut request = url.into_client_request().expect("a request");
        let headers = request.headers_mut();
        headers.insert("cookie", self.cookie.parse().expect("a header"));
        headers.insert("origin", server.site().parse().expect("a header"));
        headers.insert("sec-websocket-protocol", "tabiya.1".parse().expect("a header"));
        let (stream, answer) = connect_async(request).await.expect("a socket");
        assert_eq!(answer.headers()["sec-websocket-protocol"], "tabiya.1");
        Socket { stream }
    }

    /// A socket that follows a game, and the game as it stands.
    pub(crate) async fn watch(&self, server: &Running, game: &str) -> (Socket, Value) {
        let mut socket = self.socket(server).await;
        socket.say(json!({"t": "watch", "game": game})).await;
        let shown = socket.hear("game").await;
        (socket, shown)
    }
}

/// The page's end of the live channel.
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
}

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(&message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, message: &str) {
        self.stream.send(Message::text(message)).await.expect("it is sent");
    }

    pub(crate) async fn say_bytes(&mut self, message: &[u8]) {
        self.stream.send(Message::Binary(Bytes::copy_from_slice(message))).await.expect("it is sent");
    }

    /// The next message of a kind; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            match self.next().await {
                Ok(message) if message["t"] == kind => return message,
                Ok(_) => {}
                Err(code) => panic!("closed with {code} while waiting for {kind:?}"),
            }
        }
    }

    /// The code with which the server closes.
    pub(crate) async fn closed(&mut self) -> u16 {
        loop {
            if let Err(code) = self.next().await {
                return code;
            }
        }
    }

    async fn next(&mut self) -> Result<Value, u16> {
        loop {
            let wait = tokio::time::timeout(Duration::from_secs(20), self.stream.next());
            match wait.await.expect("something within twenty seconds") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).expect("JSON")),
                Some(Ok(Message::Close(frame))) => return Err(frame.map_or(1005, |frame| frame.code.into())),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return Err(1006),
            }
        }
    }

    /// Asks, and gives back the answer: `done` or `refused`.
    pub(crate) async fn act(&mut self, game: &str, id: &str, action: Value) -> Value {
        self.say(json!({"t": "do", "game": game, "id": id, "action": action})).await;
        loop {
            let message = self.next().await.expect("an answer");
            if (message["t"] == "done" || message["t"] == "refused") && message["id"] == id {
                return message;
            }
        }
    }

    pub(crate) async fn play(&mut self, game: &str, mv: &str) -> Value {
        self.act(game, &format!("play-{mv}"), json!({"do": "move", "move": mv})).await
    }
}
