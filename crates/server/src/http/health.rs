//! `/healthz`: the process answers. `/readyz`: it can also keep what it is told. `/metrics`: in numbers.

use crate::app::App;
use crate::store;
use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::time::Duration;

/// What is served here.
pub fn routes() -> Router<App> {
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .route("/metrics", get(metrics))
}

/// Long enough for a busy disk; who waits longer is not served.
const PATIENCE: Duration = Duration::from_secs(2);

async fn healthz() -> &'static str {
    "ok\n"
}

async fn readyz(State(app): State<App>) -> Response {
    let no = |why: &str| (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response();
    match tokio::time::timeout(PATIENCE, app.store.read(store::ping)).await {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(error)) => no(&error.to_string()),
        Err(_) => no("the database does not answer"),
    }
}

async fn metrics(State(app): State<App>) -> Response {
    let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    app.metrics.games.set(number(app.rooms.len()));
    app.metrics.writer_queue.set(number(app.store.waiting()));
    app.metrics.clock_behind.set(i64::try_from(app.clock.behind().millis()).unwrap_or(i64::MAX));
    app.metrics.computer_queue.set(number(app.computer.waiting()));
    ([(CONTENT_TYPE, format)], app.metrics.text()).into_response()
}
