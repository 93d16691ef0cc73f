//! How two players find each other.

pub mod challenges;
pub mod seeks;

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
