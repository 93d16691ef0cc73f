//! The API for existing clients: Board, Bot and Challenge endpoints as Lichess has them.

pub mod body;
pub mod challenge_json;
pub mod cors;
pub mod endpoint;
pub mod error;
pub mod export;
pub mod gate;
pub mod ndjson;
pub mod seen;
pub mod streams;
pub mod tokens;
pub mod wishes;
pub mod words;

use crate::app::App;
use axum::Router;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
}
