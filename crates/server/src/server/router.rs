//! The router of the whole server.

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

/// How long a request, with its body, may take until its answer begins; clients that send it byte by byte are cut off.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Redirects plain HTTP requests on a TLS server, such as for an address typed without `https://`, to `https://`.
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

/// All routes outside the API; [`crate::api::endpoints`] lists those of the API.
pub fn routes() -> Vec<Route> {
    let mut routes = crate::page::routes();
    routes.extend(crate::live::routes());
    routes.extend(crate::http::health::routes());
    routes
}

/// The router of the server, merged from its parts.
pub(super) fn router(app: App) -> Router {
    Router::new()
        .merge(crate::page::service())
        .merge(crate::api::routes(&app))
        .merge(route::router(crate::live::routes()))
        .merge(route::router(crate::http::health::routes()))
        // The last layer is the outermost: a request passes it first.
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, REQUEST_TIMEOUT))
        .layer(from_fn_with_state(app.clone(), crate::http::admission::guard))
        .layer(from_fn_with_state(app.clone(), crate::http::headers::secure))
        .with_state(app)
}
