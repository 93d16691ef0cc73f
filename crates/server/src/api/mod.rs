//! The API for existing clients: Lichess-compatible Board, Bot and Challenge endpoints.
//!
//! [`endpoints`] is the complete list; routes, access control and the OpenAPI document are derived from it.

pub mod account;
pub mod bulk_pairing;
pub mod challenge_json;
pub mod challenges;
pub mod commands;
pub mod cors;
pub mod downloads;
pub mod endpoint;
pub mod error;
pub mod events;
pub mod export;
pub mod exports;
pub mod game_form;
pub mod game_stream;
pub mod game_view;
pub mod games;
pub mod games_by_users;
pub mod gate;
pub mod import;
pub mod lichess_names;
mod list;
pub mod ndjson;
pub mod new_game_form;
pub mod openapi;
mod parameters;
pub mod preferences;
pub mod rematch;
pub mod server_events;
pub mod streams;
pub mod table;
pub mod tokens;
pub mod tv;
pub mod users;

pub use list::endpoints;

use crate::app::App;
use axum::middleware::from_fn;
use axum::routing::any;
use axum::{Extension, Router};
use error::ApiError;
use exports::Exports;
use std::sync::Arc;
use streams::Streams;
use tv::Television;

/// The API's routes. A trailing slash makes no difference: some clients add one.
pub fn routes(app: &App) -> Router<App> {
    // Pages use the visitor's cookie, so they must not be readable by other sites: no CORS headers for them.
    let (mut router, mut pages) = (Router::new(), Router::new());
    for endpoint in endpoints() {
        let (path, is_page) = (endpoint.path, endpoint.gives == endpoint::Answer::Page);
        let handler = endpoint.guarded(app);
        let to = if is_page { &mut pages } else { &mut router };
        *to = std::mem::take(to).route(path, handler.clone()).route(&format!("{path}/"), handler);
    }
    for kind in ["board", "bot"] {
        router = router.route(&format!("/api/{kind}/game/{{id}}/{{*command}}"), any(commands::unknown));
    }
    router
        .route("/api/{*rest}", any(async || ApiError::not_found()))
        .method_not_allowed_fallback(async || ApiError::method_not_allowed())
        .layer(Extension(Arc::new(Exports::start())))
        .layer(Extension(Streams::default()))
        .layer(Extension(Arc::<Television>::default()))
        .layer(from_fn(cors::allow_all))
        .merge(pages)
}
