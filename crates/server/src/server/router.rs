//! What is served where.

use crate::app::App;
use axum::Router;
use axum::http::StatusCode;
use axum::middleware::from_fn_with_state;
use std::time::Duration;
use tower_http::timeout::TimeoutLayer;

/// How long a request may take until its answer begins, with its body: who sends it byte by byte is not waited for.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// All routes of the server. Each part brings its own.
pub(super) fn router(app: App) -> Router {
    Router::new()
        .merge(crate::page::routes())
        .merge(crate::api::routes(&app))
        .merge(crate::live::routes())
        .merge(crate::http::health::routes())
        .merge(crate::page::search::routes())
        // The last one is the first that a request meets.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(from_fn_with_state(app.clone(), crate::http::admission::guard))
        .layer(from_fn_with_state(app.clone(), crate::http::headers::secure))
        .with_state(app)
}
