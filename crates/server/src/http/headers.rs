//! Security headers.

use crate::app::App;
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;

/// Only resources from this server, and only the kinds the page needs: scripts and WebAssembly, styles, images, the
/// live channel. Nothing inline, nothing in a frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; media-src 'self'; connect-src 'self'; worker-src 'self'; \
    manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; \
    require-trusted-types-for 'script'";

/// The policy of a page with a form whose response redirects to another site, such as `https://board.example`.
pub fn policy_for_form(place: &str) -> Option<HeaderValue> {
    // A content security policy cannot name an IPv6 address; allow the scheme instead.
    let place = if place.contains('[') { place.split_inclusive(':').next()? } else { place };
    let policy = POLICY.replace("form-action 'self'", &format!("form-action 'self' {place}"));
    HeaderValue::from_str(&policy).ok()
}

/// The headers of every response.
const ALWAYS: [(HeaderName, &str); 6] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "same-origin"),
    // WebAssembly threads need a cross-origin isolated page.
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
];

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Middleware that adds the headers. A header set by a handler stays.
pub async fn secure(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let (private, open) = (path.starts_with("/app"), path.starts_with("/api"));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    for (name, value) in ALWAYS {
        set(name, value);
    }
    // Pages of other sites may use the API, too; it ignores cookies.
    set(RESOURCE_POLICY, if open { "cross-origin" } else { "same-origin" });
    if private {
        set(CACHE_CONTROL, "no-store");
    }
    if app.config.is_secure() {
        set(STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains");
    }
    response
}
