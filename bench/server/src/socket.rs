//! One WebSocket to the live channel.

use crate::visitor::Visitor;
use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

pub(crate) struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    pub(crate) async fn connect(visitor: &Visitor) -> Result<Socket> {
        let mut request = format!("ws://{}/live", visitor.server).into_client_request()?;
        for (name, value) in [
            ("cookie", visitor.cookie.as_str()),
            ("origin", &visitor.origin()),
            ("sec-websocket-protocol", "tabiya.1"),
            ("x-forwarded-for", &visitor.forwarded_for),
        ] {
            request.headers_mut().insert(name, HeaderValue::from_str(value)?);
        }
        let tcp = TcpStream::connect(visitor.server).await.context("connect")?;
        tcp.set_nodelay(true)?;
        // The default buffer of 128 KiB would only inflate this program.
        let config = WebSocketConfig::default().read_buffer_size(4096);
        let (stream, _) = client_async_with_config(request, tcp, Some(config)).await.context("handshake")?;
        Ok(Socket { stream })
    }

    pub(crate) async fn send(&mut self, message: &Value) -> Result<()> {
        Ok(self.stream.send(Message::text(message.to_string())).await?)
    }

    pub(crate) async fn watch(&mut self, game: &str, since: Option<u64>) -> Result<()> {
        self.send(&json!({"t": "watch", "game": game, "since": since})).await
    }

    /// The next text message. Pings are answered meanwhile.
    pub(crate) async fn next(&mut self) -> Result<Utf8Bytes> {
        loop {
            match self.stream.next().await.context("the server has gone")?? {
                Message::Text(text) => return Ok(text),
                Message::Close(frame) => bail!("closed by the server: {frame:?}"),
                _ => {}
            }
        }
    }
}

/// A player's command, with the id by which the server recognizes a repeat.
pub(crate) fn command(game: &str, id: &str, ply: usize, action: &Value) -> Value {
    json!({"t": "do", "game": game, "id": id, "ply": ply, "action": action})
}
