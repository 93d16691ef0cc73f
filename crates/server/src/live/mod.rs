//! The live channel of the page: a WebSocket. `docs/protocol.md` describes the messages.

mod client;
mod rate_limiter;
mod socket;

use crate::app::App;
use crate::http::error::PageError;
use crate::http::route::{Audience, Route};
use crate::http::session;
use crate::round_trip::ConnectionEnds;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;
use client::ClientInfo;

/// The version of the protocol, as a subprotocol of the WebSocket.
const PROTOCOL: &str = "tabiya.1";
/// The buffer size of each socket. Small, because there are many sockets; it grows while a longer message is read.
const BUFFER_SIZE: usize = 512;
/// The longest message that is accepted.
const MAX_MESSAGE: usize = 8 << 10;
/// The most unsent bytes a socket may hold.
const MAX_UNSENT: usize = 256 << 10;

pub(crate) fn routes() -> Vec<Route> {
    vec![Route::get("/live", Audience::Everybody, open)]
}

/// Opens a socket. The session cookie identifies the user; without one the client is a spectator.
async fn open(
    State(app): State<App>,
    ends: Option<Extension<ConnectionEnds>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, PageError> {
    let visitor = session::recognize(&app, &headers).await?;
    let slot = match &visitor {
        Some(visitor) => Some(app.limits.stream_of(visitor.person.id.as_str())?),
        None => None,
    };
    let kid = match &visitor {
        Some(visitor) => app.is_kid(&visitor.person.id).await?,
        None => app.settings.is_silent(),
    };
    // A proxy's connection says nothing about how far away the client is.
    let direct = ends.filter(|ends| !app.config.proxies.contains(&ends.remote.ip()));
    let direct = direct.map(|Extension(ends)| Box::new(ends));
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .read_buffer_size(BUFFER_SIZE)
        .write_buffer_size(BUFFER_SIZE)
        .max_write_buffer_size(MAX_UNSENT)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    let sockets = app.sockets.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        // A new task, because the upgrade's task keeps memory for everything it went through; boxed, because a future
        // reserves space for each place that it moves a value through.
        sockets.spawn(socket::run(app, Box::new(socket), ClientInfo { visitor, kid, direct }, slot));
        std::future::ready(())
    }))
}
