//! What is served where.

use crate::app::App;
use crate::http::route::{self, Route};
use crate::http::site::Site;
use axum::Router;
use axum::http::uri::PathAndQuery;
use axum::http::{StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::Redirect;
use std::time::Duration;
use tower_http::timeout::TimeoutLayer;

/// How long a request may take until its answer begins, with its body: who sends it byte by byte is not waited for.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Sends whoever comes to a server with TLS by plain HTTP, such as by an address typed without `https://`, to the same
/// address with it.
pub(super) fn to_tls(app: App) -> Router {
    async fn redirect(site: Site, uri: Uri) -> Redirect {
        let path = uri.path_and_query().map_or("/", PathAndQuery::as_str);
        Redirect::permanent(&format!("{}{path}", site.0))
    }
    Router::new()
        .fallback(redirect)
        .layer(from_fn_with_state(app.clone(), crate::http::admission::guard))
        .with_state(app)
}

/// All routes outside of the API, whose list is [`crate::api::endpoints`].
pub fn routes() -> Vec<Route> {
    let mut routes = crate::page::routes();
    routes.extend(crate::live::routes());
    routes.extend(crate::http::health::routes());
    routes
}

/// What the server serves. Each part brings its own.
pub(super) fn router(app: App) -> Router {
    Router::new()
        .merge(crate::page::service())
        .merge(crate::api::routes(&app))
        .merge(route::router(crate::live::routes()))
        .merge(route::router(crate::http::health::routes()))
        // The last one is the first that a request meets.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(from_fn_with_state(app.clone(), crate::http::admission::guard))
        .layer(from_fn_with_state(app.clone(), crate::http::headers::secure))
        .with_state(app)
}
