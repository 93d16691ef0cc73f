//! What is served where.

use crate::app::App;
use axum::Router;
use axum::middleware::from_fn_with_state;

/// All routes of the server. Each part brings its own.
pub fn router(app: App) -> Router {
    Router::new()
        .merge(crate::page::routes())
        .merge(crate::api::routes(&app))
        .merge(crate::live::routes())
        .merge(crate::health::routes())
        .merge(crate::search::routes())
        // The last one is the first that a request meets.
        .layer(from_fn_with_state(app.clone(), crate::guard::guard))
        .layer(from_fn_with_state(app.clone(), crate::headers::secure))
        .with_state(app)
}
