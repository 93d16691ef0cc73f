//! The page's end of the live channel.

use super::WAIT_TIMEOUT;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Bytes, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

/// A socket to the live channel.
pub(crate) struct Socket(WebSocketStream<TcpStream>);

/// How a socket ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum End {
    Closed(u16),
    Gone,
}

impl Socket {
    /// Opens a socket with these headers, or returns the HTTP status of the refusal.
    pub(crate) async fn open(server: SocketAddr, headers: &[(&'static str, &str)]) -> Result<Socket, u16> {
        let mut request = format!("ws://{server}/live").into_client_request().expect("a good address");
        request.headers_mut().insert("sec-websocket-protocol", "tabiya.1".parse().expect("a header"));
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let tcp = TcpStream::connect(server).await.expect("the server listens");
        match client_async(request, tcp).await {
            Ok((stream, answer)) => {
                assert_eq!(answer.headers()["sec-websocket-protocol"], "tabiya.1");
                Ok(Socket(stream))
            }
            Err(tokio_tungstenite::tungstenite::Error::Http(answer)) => Err(answer.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    pub(crate) async fn send_json(&mut self, message: Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, message: &str) {
        self.send(Message::text(message)).await;
    }

    pub(crate) async fn send_bytes(&mut self, message: &[u8]) {
        self.send(Message::Binary(Bytes::copy_from_slice(message))).await;
    }

    /// Sends any message. If the server has hung up already, the next read shows it.
    pub(crate) async fn send(&mut self, message: Message) {
        let _ = self.0.send(message).await;
    }

    pub(crate) fn tcp(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    /// The next text message, or how the socket ended.
    pub(crate) async fn next(&mut self) -> Result<Value, End> {
        loop {
            let message = timeout(WAIT_TIMEOUT, self.0.next()).await.expect("something comes in time");
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

    /// The next message of this kind; others are skipped.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        self.receive_any(&[kind]).await
    }

    pub(crate) async fn receive_any(&mut self, kinds: &[&str]) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|end| panic!("{end:?} instead of {kinds:?}"));
            if kinds.iter().any(|kind| message["t"] == *kind) {
                return message;
            }
        }
    }

    /// The first update that shows a result.
    pub(crate) async fn receive_end(&mut self) -> Value {
        loop {
            let update = self.receive("update").await;
            if !update["state"]["result"].is_null() {
                return update;
            }
        }
    }

    /// Reads until the socket ends.
    pub(crate) async fn end(&mut self) -> End {
        loop {
            if let Err(end) = self.next().await {
                return end;
            }
        }
    }

    /// Reads until the server closes the socket, and returns the close code.
    pub(crate) async fn closed(&mut self) -> u16 {
        match self.end().await {
            End::Closed(code) => code,
            End::Gone => panic!("the connection was lost instead of closed"),
        }
    }

    /// Sends an action for the current position, and returns the answer: done or refused.
    pub(crate) async fn act(&mut self, game: &str, id: &str, action: Value) -> Value {
        self.ask(command(game, id, None, action)).await
    }

    /// Sends an action for the position at this ply, and returns the answer.
    pub(crate) async fn act_at(&mut self, game: &str, id: &str, ply: usize, action: Value) -> Value {
        self.ask(command(game, id, Some(ply), action)).await
    }

    async fn ask(&mut self, command: Value) -> Value {
        let id = command["id"].clone();
        self.send_json(command).await;
        loop {
            let answer = self.receive_any(&["done", "refused"]).await;
            if answer["id"] == id {
                return answer;
            }
        }
    }

    pub(crate) async fn play(&mut self, game: &str, mv: &str) -> Value {
        self.act(game, &format!("play-{mv}"), json!({"do": "move", "move": mv})).await
    }

    pub(crate) async fn play_at(&mut self, game: &str, ply: usize, uci: &str) -> Value {
        self.act_at(game, &format!("{ply}{uci}"), ply, json!({"do": "move", "move": uci})).await
    }
}

pub(crate) fn command(game: &str, id: &str, ply: Option<usize>, action: Value) -> Value {
    match ply {
        Some(ply) => json!({"t": "do", "game": game, "id": id, "ply": ply, "action": action}),
        None => json!({"t": "do", "game": game, "id": id, "action": action}),
    }
}

#[track_caller]
pub(crate) fn assert_refused(answer: &Value, code: &str) {
    assert_eq!((&answer["t"], &answer["code"]), (&json!("refused"), &json!(code)), "{answer}");
}

#[track_caller]
pub(crate) fn assert_done(answer: &Value) -> u64 {
    assert_eq!(answer["t"], "done", "{answer}");
    answer["v"].as_u64().expect("a number")
}
