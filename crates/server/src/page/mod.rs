//! What the page asks by HTTP: `/app/…`.

pub mod assets;
pub mod error;

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
