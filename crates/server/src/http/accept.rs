//! The accept loop: our own, on hyper, because axum's has no time-out for a head that never ends.

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

/// How long the head of a request may take, from the moment the server waits for it.
const HEAD: Duration = Duration::from_secs(10);
/// How long a body may say nothing.
const BODY: Duration = Duration::from_secs(10);
/// The longest head, in bytes.
const MAX_HEAD_LENGTH: usize = 16 << 10;
/// The most lines of a head.
const HEADERS: usize = 100;
/// How many connections there can be at once.
const CONNECTIONS: usize = 50_000;
/// How many of them from one address, which may be a school's: sixty browsers open six or seven each. This machine
/// itself, and a proxy, may have them all.
const CONNECTIONS_FROM_ONE: usize = 1024;

/// What connections are answered by.
#[derive(Clone)]
pub(crate) struct Routers {
    pub(crate) main: Router,
    /// Answers plain HTTP where the server speaks TLS.
    pub(crate) plain: Router,
    pub(crate) tls: Option<Arc<Tls>>,
}

/// Serves until it is told to stop. Returns when every connection is closed.
pub(crate) async fn accept(
    listener: TcpListener,
    routers: Routers,
    config: &Config,
    refusals: Refusals,
    mut stopping: watch::Receiver<bool>,
) {
    let door = Door::new(config);
    let write_timeout = config.write_timeout;
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = stopped(&mut stopping) => break,
        };
        match accepted {
            Ok((stream, from)) => {
                // A move is a small packet, and is wanted now.
                let _ = stream.set_nodelay(true);
                let Some(place) = door.enter(from) else {
                    refusals.count("connection");
                    continue;
                };
                let (routers, mut stopping) = (routers.clone(), stopping.clone());
                tasks.spawn(async move {
                    let greeted = tokio::select! {
                        greeted = routers.greet(stream) => greeted,
                        // Whoever has not even said hello is owed no answer.
                        () = stopped(&mut stopping) => Err(io::ErrorKind::Interrupted.into()),
                    };
                    match greeted {
                        Ok((stream, router)) => {
                            let connection = Connection::new(stream, write_timeout);
                            converse(connection, from, router, stopping).await;
                        }
                        Err(error) => tracing::debug!(%error, "a connection ended before its first request"),
                    }
                    drop(place);
                });
            }
            Err(error) => {
                // No more files, mostly: those that are open must close first.
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
    /// Does the TLS handshake if there is one to do.
    async fn greet(self, stream: TcpStream) -> io::Result<(Stream, Router)> {
        let Some(tls) = self.tls else { return Ok((Stream::Plain(stream), self.main)) };
        if Tls::is_handshake(&stream).await? {
            Ok((tls.accept(stream).await?, self.main))
        } else {
            Ok((Stream::Plain(stream), self.plain))
        }
    }
}

/// One connection, from the first byte to the last.
async fn converse(
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
        router.clone().call(request.map(|body| Body::new(TimeoutBody::new(BODY, body))))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_headers(HEADERS)
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
        tracing::debug!(%error, "a connection ended badly");
    }
}

/// Returns when the server is being stopped.
pub(crate) async fn stopped(stopping: &mut watch::Receiver<bool>) {
    // An error means that the server is gone altogether.
    let _ = stopping.wait_for(|stop| *stop).await;
}

/// Who may come in.
struct Door {
    proxies: Vec<IpAddr>,
    unlimited_loopback: bool,
    from_one: usize,
    places: Arc<Semaphore>,
    counts: Arc<Mutex<HashMap<String, usize>>>,
}

/// A place inside, given back when the connection ends.
struct Place {
    _permit: OwnedSemaphorePermit,
    counts: Arc<Mutex<HashMap<String, usize>>>,
    from: String,
}

impl Door {
    fn new(config: &Config) -> Door {
        let from_one = match config.limits {
            LimitMode::Standard => CONNECTIONS_FROM_ONE,
            LimitMode::Relaxed | LimitMode::Off => CONNECTIONS,
        };
        Door {
            proxies: config.proxies.clone(),
            unlimited_loopback: config.unlimited_loopback,
            from_one,
            places: Arc::new(Semaphore::new(CONNECTIONS)),
            counts: Arc::default(),
        }
    }

    fn enter(&self, from: SocketAddr) -> Option<Place> {
        let permit = Arc::clone(&self.places).try_acquire_owned().ok()?;
        let ip = from.ip();
        let is_exempt = (self.unlimited_loopback && ip.is_loopback()) || self.proxies.contains(&ip);
        let from = address::key(ip);
        let mut counts = self.counts.lock();
        let count = counts.get(&from).copied().unwrap_or_default();
        if count >= self.from_one && !is_exempt {
            return None;
        }
        counts.insert(from.clone(), count + 1);
        drop(counts);
        Some(Place { _permit: permit, counts: Arc::clone(&self.counts), from })
    }
}

impl Drop for Place {
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
    fn one_address_cannot_take_every_place() {
        let mut config = Config::new(([127, 0, 0, 1], 0).into(), "data".into());
        config.proxies = vec![IpAddr::from([203, 0, 113, 9])];
        let door = Door::new(&config);
        let far = SocketAddr::from(([203, 0, 113, 7], 1));
        let places: Vec<_> = (0..CONNECTIONS_FROM_ONE).map(|_| door.enter(far)).collect();
        assert!(places.iter().all(Option::is_some) && door.enter(far).is_none());
        assert!(door.enter(SocketAddr::from(([203, 0, 113, 8], 1))).is_some());
        for exempt in [[203, 0, 113, 9], [127, 0, 0, 1]] {
            let exempt = SocketAddr::from((exempt, 1));
            let many: Vec<_> = (0..=CONNECTIONS_FROM_ONE).map(|_| door.enter(exempt)).collect();
            assert!(many.iter().all(Option::is_some));
        }
        drop(places);
        assert!(door.enter(far).is_some() && door.counts.lock().is_empty());
    }
}
