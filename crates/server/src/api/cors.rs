//! Pages of other sites may use the API: it knows nobody by a cookie.

use axum::extract::Request;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Says in every answer that any page may read it.
pub async fn allow_all(request: Request, next: Next) -> Response {
    let asks_first = request.method() == Method::OPTIONS;
    let mut response =
        if asks_first { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    let headers = response.headers_mut();
    let mut say = |name, value| headers.insert(name, HeaderValue::from_static(value));
    say(header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    say(header::ACCESS_CONTROL_ALLOW_METHODS, "OPTIONS, GET, POST, PUT, DELETE");
    say(
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        "Origin, Authorization, If-Modified-Since, Cache-Control, Content-Type",
    );
    say(header::VARY, "Origin");
    if asks_first {
        say(header::ACCESS_CONTROL_MAX_AGE, "86400");
    }
    response
}
