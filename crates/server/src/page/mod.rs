//! What the page asks by HTTP: `/app/…`, and the page itself.

mod account;
pub mod assets;
mod challenges;
mod club;
pub mod forms;
mod games;
pub mod me;
pub mod search;
mod short_links;

use crate::app::App;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

/// The longest body that is read.
const BODY: usize = 64 << 10;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/app/me", get(me::get_me))
        .route("/app/playing", get(me::get_playing))
        .route("/app/games", post(games::post_game))
        .route("/app/games/{id}", get(games::get_game))
        .route("/app/games/{id}/match", get(games::get_match))
        .merge(account::routes())
        .merge(club::routes())
        .merge(crate::admin::routes())
        .merge(challenges::routes())
        .merge(forms::routes())
        .fallback(get(assets::asset))
        .layer(DefaultBodyLimit::max(BODY))
}
