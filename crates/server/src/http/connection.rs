//! The byte stream of one connection, with what hyper lacks: a write timeout, detection of requests whose length is
//! given twice, and a close that does not lose the last response.

use super::framing::{Framing, Heads};
use super::tls::Stream;
use crate::round_trip::ConnectionEnds;
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::runtime::Handle;
use tokio::time::{Sleep, sleep, timeout};

/// How long a connection that is being closed is still read from, so that the client gets the last response.
const LINGER: Duration = Duration::from_secs(1);

pub(crate) struct Connection {
    /// `Some` until the connection is dropped.
    stream: Option<Stream>,
    /// The client has closed its side, or an error occurred.
    is_over: bool,
    write_timeout: Duration,
    /// Runs while the client accepts no data.
    stalled: Option<Pin<Box<Sleep>>>,
    framing: Framing,
}

impl Connection {
    pub(crate) fn new(stream: Stream, write_timeout: Duration) -> Connection {
        let framing = Framing::default();
        Connection { stream: Some(stream), is_over: false, write_timeout, stalled: None, framing }
    }

    /// What was found in the request heads.
    pub(super) fn heads(&self) -> Heads {
        self.framing.heads.clone()
    }

    /// Both ends of the connection; `None` if it is already gone.
    pub(crate) fn ends(&self, remote: SocketAddr) -> Option<ConnectionEnds> {
        let local = self.stream.as_ref()?.socket().local_addr().ok()?;
        Some(ConnectionEnds { local, remote })
    }

    fn stream(&mut self) -> Pin<&mut Stream> {
        Pin::new(self.stream.as_mut().expect("it is there until the connection is dropped"))
    }

    /// Passes on the outcome of a write, or a timeout if the client has accepted no data for too long.
    fn written<T>(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.stalled = None;
            return outcome;
        }
        let limit = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(cx));
        self.is_over = true;
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the client did not read the response")))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let outcome = ready!(self.stream().poll_read(cx, buffer));
        let read = &buffer.filled()[before..];
        self.is_over |= outcome.is_err() || (read.is_empty() && buffer.remaining() > 0);
        self.framing.follow(read);
        Poll::Ready(outcome)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = self.stream().poll_write(cx, bytes);
        self.written(cx, outcome)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = self.stream().poll_write_vectored(cx, slices);
        self.written(cx, outcome)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let outcome = self.stream().poll_flush(cx);
        self.written(cx, outcome)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream().poll_shutdown(cx)
    }
}

impl Drop for Connection {
    /// Closing a socket with unread bytes resets the connection, and the client may never see the last response: a
    /// 413, or the close code of a WebSocket. So the rest is read for a moment.
    fn drop(&mut self) {
        let Some(stream) = self.stream.take().filter(|_| !self.is_over) else { return };
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(linger(stream));
        }
    }
}

async fn linger(mut stream: Stream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let drain = async {
        let mut unread = [0; 1024];
        while let Ok(1..) = stream.read(&mut unread).await {}
    };
    // A client that keeps sending is cut off.
    let _ = timeout(LINGER, drain).await;
}
