//! The API for existing clients: Board, Bot and Challenge endpoints as Lichess has them.

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
