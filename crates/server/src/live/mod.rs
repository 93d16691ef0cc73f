//! The live channel of the page: a WebSocket.

pub mod socket;

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
