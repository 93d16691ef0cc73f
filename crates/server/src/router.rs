//! What is served where.

use crate::app::App;
use axum::Router;

/// All routes of the server. Each part brings its own.
pub fn router(app: App) -> Router {
    Router::new()
        .merge(crate::page::routes())
        .merge(crate::api::routes())
        .merge(crate::live::routes())
        .merge(crate::lobby::routes())
        .merge(crate::people::routes())
        .merge(crate::health::routes())
        .merge(crate::search::routes())
        .with_state(app)
}
