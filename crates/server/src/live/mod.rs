//! The live channel of the page: a WebSocket. `docs/protocol.md` describes what is said on it.

mod hear;
mod pace;
mod socket;

use crate::app::App;
use crate::http::error::PageError;
use crate::http::route::{Audience, Route};
use crate::http::session;
use crate::round_trip::Ends;
use axum::Extension;
use axum::extract::State;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::HeaderMap;
use axum::response::Response;
use hear::Reader;

/// The version of the protocol, as a subprotocol of the WebSocket.
const PROTOCOL: &str = "tabiya.1";
/// Few bytes for each of many sockets; a message that is longer gets more for as long as it is read.
const BUFFER: usize = 512;
/// The longest message that is accepted.
const MAX_MESSAGE: usize = 8 << 10;
/// What may wait in a socket that is not written to.
const UNSENT: usize = 256 << 10;

/// What is served here.
pub fn routes() -> Vec<Route> {
    vec![Route::get("/live", Audience::Everybody, open)]
}

/// Opens a socket. The cookie says who it is; without one it is a spectator.
async fn open(
    State(app): State<App>,
    ends: Option<Extension<Ends>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, PageError> {
    let visitor = session::recognize(&app, &headers).await?;
    let place = match &visitor {
        Some(visitor) => Some(app.limits.stream_of(visitor.person.id.as_str())?),
        None => None,
    };
    let kid = match &visitor {
        Some(visitor) => app.is_kid(&visitor.person.id).await?,
        None => app.settings.is_silent(),
    };
    // A proxy's own connection says nothing about how far away a client is.
    let direct = ends.filter(|ends| !app.config.proxies.contains(&ends.remote.ip()));
    let direct = direct.map(|Extension(ends)| Box::new(ends));
    let upgrade = upgrade
        .protocols([PROTOCOL])
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .max_write_buffer_size(UNSENT)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    let sockets = app.sockets.clone();
    Ok(upgrade.on_upgrade(move |socket| {
        // A task of its own, because the one of the upgrade keeps room for all that it went through; and boxed,
        // because a task keeps room for each place that it passes a value through.
        sockets.spawn(socket::run(app, Box::new(socket), Reader { visitor, kid, direct }, place));
        std::future::ready(())
    }))
}
