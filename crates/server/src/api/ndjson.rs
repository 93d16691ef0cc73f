//! Streams of NDJSON, each line sent at once, with empty lines to keep the connection alive.

use crate::app::App;
use crate::http::accept::stopped;
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use futures_util::Stream;
use serde_json::Value;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio_stream::StreamExt;
use tokio_stream::wrappers::ReceiverStream;

/// The interval of keep-alive lines. Clients give up a silent stream after nine seconds.
pub const KEEP_ALIVE: Duration = Duration::from_secs(5);

/// How many lines may wait for a reader before it is dropped.
const MAX_WAITING_LINES: usize = 32;

/// One line including its line break, sent together because clients see a line only with its end.
pub fn line(value: &Value) -> Bytes {
    let mut text = value.to_string();
    text.push('\n');
    Bytes::from(text)
}

/// The writing end of a stream.
pub struct Lines {
    lines: mpsc::Sender<Bytes>,
    stopping: watch::Receiver<bool>,
}

/// The reader is gone, or too slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamClosed;

impl Lines {
    /// Sends a line. A reader that does not keep up is dropped, not waited for.
    pub fn send(&self, value: &Value) -> Result<(), StreamClosed> {
        self.lines.try_send(line(value)).map_err(|_| StreamClosed)
    }

    /// Sends an empty line, unless other lines are waiting anyway.
    pub fn keep_alive(&self) -> Result<(), StreamClosed> {
        match self.lines.try_send(Bytes::from_static(b"\n")) {
            Ok(()) | Err(mpsc::error::TrySendError::Full(_)) => Ok(()),
            Err(mpsc::error::TrySendError::Closed(_)) => Err(StreamClosed),
        }
    }

    /// Completes when the reader is gone or the server is stopping.
    pub async fn gone(&self) {
        let mut stopping = self.stopping.clone();
        tokio::select! {
            () = self.lines.closed() => {}
            () = stopped(&mut stopping) => {}
        }
    }
}

/// A stream and its writing end.
pub fn stream(app: &App) -> (Lines, Response) {
    let (lines, receiver) = mpsc::channel(MAX_WAITING_LINES);
    (Lines { lines, stopping: app.stopping.clone() }, respond(ReceiverStream::new(receiver)))
}

/// A finished list of lines.
pub fn list(values: Vec<Value>) -> Response {
    respond(tokio_stream::iter(values).map(|value| line(&value)))
}

fn respond(lines: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let body = Body::from_stream(lines.map(Ok::<_, Infallible>));
    let mut response = Response::new(body);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // Tells proxies not to buffer.
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    response
}
