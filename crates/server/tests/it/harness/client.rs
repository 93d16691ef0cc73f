//! A minimal API client with a bearer token.

use super::WAIT_TIMEOUT;
use super::server::Server;
use reqwest::{Method, RequestBuilder, StatusCode};
use serde_json::Value;
use tokio::time::timeout;

pub(crate) struct Client {
    http: reqwest::Client,
    url: String,
    pub(crate) name: String,
    pub(crate) token: String,
}

impl Client {
    /// Creates a person's account.
    pub(crate) async fn person(server: &Server, name: &str) -> Client {
        Client::with_token(server, name, server.add_user(name, false).await)
    }

    /// Creates a bot account.
    pub(crate) async fn bot(server: &Server, name: &str) -> Client {
        Client::with_token(server, name, server.add_user(name, true).await)
    }

    pub(crate) fn with_token(server: &Server, name: &str, token: String) -> Client {
        let http = reqwest::Client::builder().no_proxy().build().expect("a client");
        Client { http, url: server.url(), name: name.into(), token }
    }

    pub(crate) fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.url)).bearer_auth(&self.token)
    }

    /// The status and the body of the response: JSON, or a string if it is not JSON.
    pub(crate) async fn send(request: RequestBuilder) -> (StatusCode, Value) {
        let response = timeout(WAIT_TIMEOUT, request.send()).await.expect("in time").expect("an answer");
        let status = response.status();
        let text = response.text().await.expect("a text");
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        Client::send(self.request(Method::GET, path)).await
    }

    pub(crate) async fn post(&self, path: &str) -> (StatusCode, Value) {
        Client::send(self.request(Method::POST, path)).await
    }

    pub(crate) async fn post_form(&self, path: &str, form: &[(&str, &str)]) -> (StatusCode, Value) {
        Client::send(self.request(Method::POST, path).form(form)).await
    }

    /// Posts, and fails the test unless the response is a success.
    #[track_caller]
    pub(crate) fn post_ok(&self, path: &str) -> impl Future<Output = Value> {
        let (path, request) = (path.to_string(), self.request(Method::POST, path));
        async move {
            let (status, body) = Client::send(request).await;
            assert!(status.is_success(), "{path}: {status} {body}");
            body
        }
    }

    pub(crate) async fn play(&self, game: &str, mv: &str) {
        self.post_ok(&format!("/api/board/game/{game}/move/{mv}")).await;
    }

    /// Opens a stream of lines.
    pub(crate) async fn stream(&self, path: &str) -> Lines {
        Lines::open(self.request(Method::GET, path)).await
    }

    /// Opens this player's event stream.
    pub(crate) async fn events(&self) -> Lines {
        self.stream("/api/stream/event").await
    }
}

/// A stream of newline-delimited JSON.
pub(crate) struct Lines {
    response: reqwest::Response,
    buffer: Vec<u8>,
}

#[derive(Debug, PartialEq)]
pub(crate) enum StreamItem {
    Line(Value),
    KeepAlive,
    End,
}

impl Lines {
    pub(crate) async fn open(request: RequestBuilder) -> Lines {
        let response = timeout(WAIT_TIMEOUT, request.send()).await.expect("in time").expect("an answer");
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "application/x-ndjson");
        Lines { response, buffer: Vec::new() }
    }

    pub(crate) async fn next(&mut self) -> StreamItem {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                let line = line.trim_ascii();
                return match line {
                    b"" => StreamItem::KeepAlive,
                    line => StreamItem::Line(serde_json::from_slice(line).expect("JSON")),
                };
            }
            let chunk = timeout(WAIT_TIMEOUT, self.response.chunk()).await.expect("something in time");
            match chunk.expect("the stream is sound") {
                Some(bytes) => self.buffer.extend_from_slice(&bytes),
                None => return StreamItem::End,
            }
        }
    }

    /// The next line that is not a keep-alive.
    pub(crate) async fn line(&mut self) -> Value {
        loop {
            match self.next().await {
                StreamItem::Line(value) => return value,
                StreamItem::KeepAlive => {}
                StreamItem::End => panic!("the stream has ended"),
            }
        }
    }

    /// The next line of this type; others are skipped.
    pub(crate) async fn line_of(&mut self, kind: &str) -> Value {
        loop {
            let line = self.line().await;
            if line["type"] == kind {
                return line;
            }
        }
    }

    /// The last line before the end.
    pub(crate) async fn last(&mut self) -> Value {
        let mut last = Value::Null;
        loop {
            match self.next().await {
                StreamItem::Line(value) => last = value,
                StreamItem::KeepAlive => {}
                StreamItem::End => return last,
            }
        }
    }
}

/// A game between two people; the first one has White.
pub(crate) async fn game(white: &Client, black: &Client, form: &[(&str, &str)]) -> String {
    let mut form = form.to_vec();
    form.push(("color", "white"));
    let (status, challenge) = white.post_form(&format!("/api/challenge/{}", black.name), &form).await;
    assert_eq!(status, StatusCode::OK, "{challenge}");
    let id = challenge["id"].as_str().expect("an id").to_string();
    black.post_ok(&format!("/api/challenge/{id}/accept")).await;
    id
}

/// Five minutes and three seconds.
pub(crate) const BLITZ: &[(&str, &str)] = &[("clock.limit", "300"), ("clock.increment", "3")];
