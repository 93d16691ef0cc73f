//! The bytes of one connection, with what hyper does not look after: a write timeout, requests whose length is
//! given twice, and a close that does not throw away the last answer.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::{Sleep, sleep, timeout};

/// How long a connection that is being closed is read from, so that the other end gets the last answer.
const LINGER: Duration = Duration::from_secs(1);

/// One connection.
pub(crate) struct Connection {
    /// There until it is dropped.
    stream: Option<TcpStream>,
    /// The other end has closed its side, or something went wrong.
    is_over: bool,
    write_timeout: Duration,
    /// Runs while the other end takes nothing of what is to be written.
    stalled: Option<Pin<Box<Sleep>>>,
    scan: LineScan,
    lengths: Lengths,
}

/// Lines `Content-Length` that came in and belong to no request yet.
///
/// hyper removes this line from a request that has `Transfer-Encoding` as well, and goes on with the latter. Another
/// program on the way may do the opposite, so such a request is refused; but that it had both is seen only here.
#[derive(Clone, Default)]
pub(crate) struct Lengths(Arc<AtomicUsize>);

impl Lengths {
    /// Takes the lines that hyper has left in the head of a request.
    pub(crate) fn claim(&self, told: usize) {
        // Only the one task of the connection counts.
        let seen = self.0.load(Ordering::Relaxed);
        self.0.store(seen.saturating_sub(told), Ordering::Relaxed);
    }

    /// Whether some line was removed from a head.
    pub(crate) fn is_any_left(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

impl Connection {
    pub(crate) fn new(stream: TcpStream, write_timeout: Duration) -> Connection {
        let (scan, lengths) = (LineScan::default(), Lengths::default());
        Connection { stream: Some(stream), is_over: false, write_timeout, stalled: None, scan, lengths }
    }

    pub(crate) fn lengths(&self) -> Lengths {
        self.lengths.clone()
    }

    fn stream(&mut self) -> Pin<&mut TcpStream> {
        Pin::new(self.stream.as_mut().expect("it is there until the connection is dropped"))
    }

    /// What came of a write, unless the other end has taken nothing for too long.
    fn written<T>(&mut self, cx: &mut Context<'_>, outcome: Poll<io::Result<T>>) -> Poll<io::Result<T>> {
        if outcome.is_ready() {
            self.stalled = None;
            return outcome;
        }
        let limit = self.write_timeout;
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(limit)));
        ready!(stalled.as_mut().poll(cx));
        self.is_over = true;
        Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, "the answer was not read")))
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
        let lengths = self.scan.count(read);
        self.lengths.0.fetch_add(lengths, Ordering::Relaxed);
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
    /// To close a socket with unread bytes resets it, and the other end may never see the last answer: a 413, or
    /// the code with which a WebSocket is closed. So it is read from a little longer.
    fn drop(&mut self) {
        let Some(stream) = self.stream.take().filter(|_| !self.is_over) else { return };
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(linger(stream));
        }
    }
}

async fn linger(mut stream: TcpStream) {
    if stream.shutdown().await.is_err() {
        return;
    }
    let drain = async {
        let mut unread = [0; 1024];
        while let Ok(1..) = stream.read(&mut unread).await {}
    };
    // Whoever goes on for longer is cut off.
    let _ = timeout(LINGER, drain).await;
}

/// Finds lines that begin with `Content-Length:` in bytes that come piece by piece.
#[derive(Default)]
struct LineScan {
    /// How much of the name this line has had so far; none if it is another line.
    matched: Option<usize>,
}

const NAME: &[u8] = b"content-length:";

impl LineScan {
    fn count(&mut self, bytes: &[u8]) -> usize {
        let mut found = 0;
        for byte in bytes {
            self.matched = match self.matched {
                _ if *byte == b'\n' => Some(0),
                Some(matched) if NAME[matched] == byte.to_ascii_lowercase() => {
                    let all = matched + 1 == NAME.len();
                    found += usize::from(all);
                    (!all).then_some(matched + 1)
                }
                _ => None,
            };
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_found_however_they_come() {
        let head =
            b"POST / HTTP/1.1\r\nContent-Length: 4\r\nX-Content-Length: 5\r\nCONTENT-LENGTH:6\r\n\r\nx";
        assert_eq!(LineScan::default().count(head), 2);
        let mut scan = LineScan::default();
        assert_eq!(head.iter().map(|byte| scan.count(&[*byte])).sum::<usize>(), 2);
    }

    #[test]
    fn what_a_request_has_is_not_left_over() {
        let lengths = Lengths::default();
        lengths.0.store(2, Ordering::Relaxed);
        lengths.claim(1);
        assert!(lengths.is_any_left());
        lengths.claim(5);
        assert!(!lengths.is_any_left());
    }
}
