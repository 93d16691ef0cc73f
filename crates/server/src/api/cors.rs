//! CORS: pages of other sites may use the API, because it ignores cookies.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Middleware that lets every origin read the responses.
pub async fn allow_all(request: Request, next: Next) -> Response {
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response =
        if is_preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    let headers = response.headers_mut();
    let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
    set(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    set(header::ACCESS_CONTROL_ALLOW_METHODS, "OPTIONS, GET, POST, PUT, DELETE");
    set(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        "Origin, Authorization, If-Modified-Since, Cache-Control, Content-Type",
    );
    set(header::VARY, "Origin");
    if is_preflight {
        set(header::ACCESS_CONTROL_MAX_AGE, "86400");
    }
    response
}
