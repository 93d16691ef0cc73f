//! The page's HTTP endpoints, `/app/…`, and the page itself.

mod account;
pub(crate) mod assets;
mod challenges;
mod club;
pub(crate) mod forms;
mod games;
pub(crate) mod me;
mod online;
pub(crate) mod search;
mod short_links;

use crate::app::App;
use crate::http::route::Audience::Everybody;
use crate::http::route::{Route, router};
use axum::extract::DefaultBodyLimit;
use axum::routing::get;
use axum::{Extension, Router};
use std::sync::Arc;

/// The longest request body, in bytes.
const MAX_BODY: usize = 64 << 10;

/// The routes of the page's endpoints.
pub(crate) fn routes() -> Vec<Route> {
    let mut routes = vec![
        Route::get("/app/me", Everybody, me::get_me),
        Route::get("/app/playing", Everybody, me::get_playing),
        Route::get("/app/online", Everybody, online::get_online),
        Route::get("/app/games", Everybody, search::list),
        Route::post("/app/games", Everybody, games::post_game),
        Route::get("/app/games/{id}", Everybody, games::get_game),
        Route::get("/app/games/{id}/match", Everybody, games::get_match),
    ];
    routes.extend(account::routes());
    routes.extend(club::routes());
    routes.extend(crate::admin::routes());
    routes.extend(challenges::routes());
    routes.extend(forms::routes());
    routes
}

/// The page itself and its endpoints.
pub(crate) fn service() -> Router<App> {
    router(routes())
        .fallback(get(assets::asset))
        .layer(Extension(Arc::<online::OnlineList>::default()))
        .layer(DefaultBodyLimit::max(MAX_BODY))
}
