//! A search of finished games.

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
