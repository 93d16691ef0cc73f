//! `/healthz`: the process is alive. `/readyz`: it can also save games. `/metrics`: Prometheus metrics.

use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::route::Audience::{Everybody, Operator};
use crate::http::route::Route;
use crate::people::tokens;
use axum::Extension;
use axum::extract::State;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use std::time::Duration;
use wire::page::PageErrorCode;

pub fn routes() -> Vec<Route> {
    vec![
        Route::get("/healthz", Everybody, healthz),
        Route::get("/readyz", Everybody, readyz),
        Route::get("/metrics", Operator, metrics),
    ]
}

/// Long enough for a busy disk; a server that is slower is not ready.
const DATABASE_TIMEOUT: Duration = Duration::from_secs(2);

async fn healthz() -> &'static str {
    "ok\n"
}

async fn readyz(State(app): State<App>) -> Response {
    let no = |why: &str| (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")).into_response();
    if app.rooms.is_out() || app.store.is_failing() {
        return no("nothing can be saved");
    }
    match tokio::time::timeout(DATABASE_TIMEOUT, app.store.ping()).await {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(error)) => no(&error.to_string()),
        Err(_) => no("the database does not answer"),
    }
}

/// Only for programs on this machine and for admin tokens: the metrics reveal how busy the server is and which attacks
/// it notices.
async fn metrics(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    if !may_read_metrics(&app, client, &headers).await? {
        let why = "metrics are available only on this machine or with an admin's token";
        return Err(PageError::forbidden(PageErrorCode::NotAllowed, why));
    }
    let format = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    app.metrics.games.set(number(app.rooms.len()));
    app.metrics.writer_queue.set(number(app.store.waiting()));
    app.metrics.clock_behind.set(i64::try_from(app.clock.behind().millis()).unwrap_or(i64::MAX));
    app.metrics.computer_queue.set(number(app.computer.waiting()));
    Ok(([(CONTENT_TYPE, format)], app.metrics.text()).into_response())
}

async fn may_read_metrics(app: &App, client: Client, headers: &HeaderMap) -> Result<bool, PageError> {
    // A proxy on this machine that was not configured with --proxy speaks for somebody else.
    let is_forwarded = ["x-forwarded-for", "forwarded"].iter().any(|name| headers.contains_key(*name));
    if client.0.is_loopback() && !is_forwarded {
        return Ok(true);
    }
    let Some(text) = bearer(headers) else { return Ok(false) };
    let Some(token) = tokens::find(&app.store, app.clock.now(), text).await? else { return Ok(false) };
    let account = app.store.account(&token.player).await?;
    Ok(account.is_some_and(|account| account.roles.admin && account.is_active()))
}

/// The bearer token of a request.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}
