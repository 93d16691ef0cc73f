//! The accept loop: our own, on hyper, because axum's has no timeout for a request head that never ends.

use crate::config::{Config, LimitMode};
use crate::http::address::{self, Peer};
use crate::http::admission::Ambiguous;
use crate::http::connection::Connection;
use crate::http::tls::{Stream, Tls};
use crate::metrics::Refusals;
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use parking_lot::Mutex;
use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio_util::task::TaskTracker;
use tower::Service;
use tower_http::timeout::TimeoutBody;

/// How long a request head may take, counted from when the server starts waiting for it.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a body may pause.
const BODY_TIMEOUT: Duration = Duration::from_secs(10);
/// The longest request head, in bytes.
const MAX_HEAD_LENGTH: usize = 16 << 10;
/// The most header lines of a request.
const MAX_HEADERS: usize = 100;
/// The most connections at once.
const MAX_CONNECTIONS: usize = 50_000;
/// The most connections from one address, which may be a school's: sixty browsers open six or seven each. This machine
/// itself and proxies are exempt.
const MAX_PER_ADDRESS: usize = 1024;

/// The routers that answer connections.
#[derive(Clone)]
pub(crate) struct Routers {
    pub(crate) main: Router,
    /// Answers plain HTTP on a TLS server.
    pub(crate) plain: Router,
    pub(crate) tls: Option<Arc<Tls>>,
}

/// Accepts connections until the server stops. Returns when every connection is closed.
pub(crate) async fn accept(
    listener: TcpListener,
    routers: Routers,
    config: &Config,
    refusals: Refusals,
    mut stopping: watch::Receiver<bool>,
) {
    let limit = ConnectionLimit::new(config);
    let write_timeout = config.write_timeout;
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
        };
        match accepted {
            Ok((stream, from)) => {
                // A move is a small packet that should leave at once.
                let _ = stream.set_nodelay(true);
                let Some(slot) = limit.enter(from) else {
                    refusals.count("connection");
                    continue;
                };
                let (routers, mut stopping) = (routers.clone(), stopping.clone());
                tasks.spawn(async move {
                    let handshake = tokio::select! {
                        handshake = routers.handshake(stream) => handshake,
                        // A client that has not completed the handshake gets no answer.
                        () = stopped(&mut stopping) => Err(io::ErrorKind::Interrupted.into()),
                    };
                    match handshake {
                        Ok((stream, router)) => {
                            let connection = Connection::new(stream, write_timeout);
                            serve_connection(connection, from, router, stopping).await;
                        }
                        Err(error) => tracing::debug!(%error, "a connection ended before its first request"),
                    }
                    drop(slot);
                });
            }
            Err(error) => {
                // Mostly: no file descriptors left. Open connections must close first.
                tracing::warn!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    }
    drop(listener);
    tasks.close();
    tasks.wait().await;
}

impl Routers {
    /// Does the TLS handshake if the client starts one.
    async fn handshake(self, stream: TcpStream) -> io::Result<(Stream, Router)> {
        let Some(tls) = self.tls else { return Ok((Stream::Plain(stream), self.main)) };
        if Tls::is_handshake(&stream).await? {
            Ok((tls.accept(stream).await?, self.main))
        } else {
            Ok((Stream::Plain(stream), self.plain))
        }
    }
}

/// Serves one connection until it closes.
async fn serve_connection(
    connection: Connection,
    from: SocketAddr,
    router: Router,
    mut stopping: watch::Receiver<bool>,
) {
    let (heads, ends) = (connection.heads(), connection.ends(from));
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(from.ip()));
        if let Some(ends) = ends {
            request.extensions_mut().insert(ends);
        }
        if heads.next_is_ambiguous() {
            request.extensions_mut().insert(Ambiguous::Length);
        }
        // A router is always ready.
        router.clone().call(request.map(|body| Body::new(TimeoutBody::new(BODY_TIMEOUT, body))))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD_LENGTH)
        .serve_connection(TokioIo::new(connection), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stopped(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection ended with an error");
    }
}

/// Completes when the server is stopping.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the sender, and so the server, is gone.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Limits connections, in total and per address.
struct ConnectionLimit {
    proxies: Vec<IpAddr>,
    unlimited_loopback: bool,
    max_per_address: usize,
    permits: Arc<Semaphore>,
    counts: Arc<Mutex<HashMap<String, usize>>>,
}

/// One open connection; its slot is freed on drop.
struct ConnectionSlot {
    _permit: OwnedSemaphorePermit,
    counts: Arc<Mutex<HashMap<String, usize>>>,
    from: String,
}

impl ConnectionLimit {
    fn new(config: &Config) -> ConnectionLimit {
        let max_per_address = match config.limits {
            LimitMode::Standard => MAX_PER_ADDRESS,
            LimitMode::Relaxed | LimitMode::Off => MAX_CONNECTIONS,
        };
        ConnectionLimit {
            proxies: config.proxies.clone(),
            unlimited_loopback: config.unlimited_loopback,
            max_per_address,
            permits: Arc::new(Semaphore::new(MAX_CONNECTIONS)),
            counts: Arc::default(),
        }
    }

    fn enter(&self, from: SocketAddr) -> Option<ConnectionSlot> {
        let permit = Arc::clone(&self.permits).try_acquire_owned().ok()?;
        let ip = from.ip();
        let is_exempt = (self.unlimited_loopback && ip.is_loopback()) || self.proxies.contains(&ip);
        let from = address::key(ip);
        let mut counts = self.counts.lock();
        let count = counts.get(&from).copied().unwrap_or_default();
        if count >= self.max_per_address && !is_exempt {
            return None;
        }
        counts.insert(from.clone(), count + 1);
        drop(counts);
        Some(ConnectionSlot { _permit: permit, counts: Arc::clone(&self.counts), from })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        if let Some(count) = counts.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.from);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_cannot_take_every_connection() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), "data".into());
        config.proxies = vec![IpAddr::from([203, 0, 113, 9])];
        let limit = ConnectionLimit::new(&config);
        let far = SocketAddr::from(([203, 0, 113, 7], 1));
        let slots: Vec<_> = (0..MAX_PER_ADDRESS).map(|_| limit.enter(far)).collect();
        assert!(slots.iter().all(Option::is_some) && limit.enter(far).is_none());
        assert!(limit.enter(SocketAddr::from(([203, 0, 113, 8], 1))).is_some());
        for exempt in [[203, 0, 113, 9], [127, 0, 0, 1]] {
            let exempt = SocketAddr::from((exempt, 1));
            let many: Vec<_> = (0..=MAX_PER_ADDRESS).map(|_| limit.enter(exempt)).collect();
            assert!(many.iter().all(Option::is_some));
        }
        drop(slots);
        assert!(limit.enter(far).is_some() && limit.counts.lock().is_empty());
    }
}
