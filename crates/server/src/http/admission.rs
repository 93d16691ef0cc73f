//! Admission: Host and Origin checks, and the rate limit on requests.

use crate::app::App;
use crate::http::address::{self, Peer};
use crate::http::error::PageError;
use crate::limits::{Rule, TooMany};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, HOST, ORIGIN, TRANSFER_ENCODING};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use wire::page::{ErrorAnswer, PageErrorCode};

/// Why a request is not admitted.
#[derive(Debug, PartialEq, Eq)]
enum AdmissionError {
    /// The `Host` is not one of ours: a foreign name leads to this server (DNS rebinding).
    Host,
    /// The request comes from another site's page.
    Origin,
}

/// Middleware that rejects requests that no handler should see.
pub async fn guard(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or(Peer(IpAddr::from([127, 0, 0, 1])));
    let client = address::client(peer, request.headers(), &app.config.proxies);
    if let Err(too_many) = app.limits.check(Rule::Request, &address::key(client)) {
        return too_many.into_response();
    }
    if let Some(ambiguous) = ambiguous(&request) {
        return ambiguous.into_response();
    }
    let names = Names { own: &app.config.hosts, only_local: app.config.only_local() };
    match check_origin(request.method(), request.uri(), request.headers(), &names) {
        Ok(()) => {
            request.extensions_mut().insert(Client(client));
            next.run(request).await
        }
        Err(why) => why.into_response(),
    }
}

/// A request that another program on the way could understand differently (request smuggling).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguous {
    /// Both `Content-Length` and `Transfer-Encoding`, or an encoding that is not `chunked` alone.
    Length,
    /// More than one `Host`, or a `Host` that differs from the one in the request line.
    Host,
}

fn ambiguous(request: &Request) -> Option<Ambiguous> {
    let headers = request.headers();
    let one_host = headers.get_all(HOST).iter().count() <= 1;
    let host = headers.get(HOST).map(HeaderValue::as_bytes);
    let authority = request.uri().authority().map(|authority| authority.as_str().as_bytes());
    let same_host = match (authority, host) {
        (Some(authority), Some(host)) => authority.eq_ignore_ascii_case(host),
        _ => true,
    };
    if !one_host || !same_host {
        return Some(Ambiguous::Host);
    }
    let mut encodings = headers.get_all(TRANSFER_ENCODING).iter();
    let is_plain = match (encodings.next(), encodings.next()) {
        (None, _) => true,
        (Some(encoding), None) => encoding.as_bytes().eq_ignore_ascii_case(b"chunked"),
        (Some(_), Some(_)) => false,
    };
    if is_plain { request.extensions().get().copied() } else { Some(Ambiguous::Length) }
}

impl IntoResponse for Ambiguous {
    fn into_response(self) -> Response {
        let why = match self {
            Ambiguous::Length => {
                "the length of the request is given in two ways, or in one that is not supported"
            }
            Ambiguous::Host => "the request names more than one host",
        };
        let body = axum::Json(ErrorAnswer { error: why.into(), code: PageErrorCode::Ambiguous });
        (StatusCode::BAD_REQUEST, [(CONNECTION, "close")], body).into_response()
    }
}

/// The client's address, in the extensions of every request that passed the guard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client(pub IpAddr);

impl Client {
    /// The key for rate limits.
    pub fn key(self) -> String {
        address::key(self.0)
    }
}

/// The names of this server.
struct Names<'c> {
    own: &'c [String],
    /// Only this machine can reach the server.
    only_local: bool,
}

impl Names<'_> {
    fn contains(&self, host: &str) -> bool {
        let name = without_port(host);
        if self.own.is_empty() {
            // A public name that resolves to this machine is an attempt to reach it from a page (DNS rebinding).
            let local = ["localhost", "127.0.0.1", "[::1]"].contains(&name) || name.ends_with(".localhost");
            return !self.only_local || local;
        }
        self.own.iter().any(|own| own.eq_ignore_ascii_case(name) || own.eq_ignore_ascii_case(host))
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn check_origin(
    method: &Method,
    uri: &Uri,
    headers: &HeaderMap,
    names: &Names<'_>,
) -> Result<(), AdmissionError> {
    let header = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = header.or(uri.authority().map(Authority::as_str)).ok_or(AdmissionError::Host)?;
    if !names.contains(host) {
        return Err(AdmissionError::Host);
    }
    let path = uri.path();
    // The API is used with a token, which no browser sends by itself.
    let by_token = path.starts_with("/api/");
    let harmless = method == Method::GET || method == Method::HEAD || method == Method::OPTIONS;
    // A WebSocket is opened with GET, is not subject to the same-origin policy, and carries the cookie.
    let socket = path == "/live";
    if by_token || (harmless && !socket) {
        return Ok(());
    }
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok()).ok_or(AdmissionError::Origin)?;
    let (scheme, site) = origin.split_once("://").ok_or(AdmissionError::Origin)?;
    let same = ["http", "https"].contains(&scheme) && site.eq_ignore_ascii_case(host);
    if same { Ok(()) } else { Err(AdmissionError::Origin) }
}

impl IntoResponse for AdmissionError {
    fn into_response(self) -> Response {
        let (code, why) = match self {
            AdmissionError::Host => {
                (PageErrorCode::Host, "this server does not answer to that host name (see --host)")
            }
            AdmissionError::Origin => {
                (PageErrorCode::Origin, "only this server's own page may send this request")
            }
        };
        let body = axum::Json(ErrorAnswer { error: why.into(), code });
        (StatusCode::FORBIDDEN, body).into_response()
    }
}

impl IntoResponse for TooMany {
    fn into_response(self) -> Response {
        PageError::from(self).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(
        request: &str,
        host: &'static str,
        origin: Option<&'static str>,
        own: &[String],
    ) -> Result<(), AdmissionError> {
        let (method, path) = request.split_once(' ').expect("a method and a path");
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_static(origin));
        }
        let names = Names { own, only_local: own.is_empty() };
        check_origin(&method.parse().expect("a method"), &path.parse().expect("a path"), &headers, &names)
    }

    #[test]
    fn requests_from_other_sites_are_rejected() {
        let ours = "localhost:8080";
        for (request, origin, expected) in [
            ("GET /", None, Ok(())),
            ("GET /app/me", Some("https://evil.example"), Ok(())),
            ("POST /app/games", Some("http://localhost:8080"), Ok(())),
            ("POST /app/games", Some("https://LOCALHOST:8080"), Ok(())),
            ("POST /app/games", Some("https://evil.example"), Err(AdmissionError::Origin)),
            ("POST /app/games", Some("http://localhost:8081"), Err(AdmissionError::Origin)),
            ("POST /app/games", Some("http://localhost:8080.evil.example"), Err(AdmissionError::Origin)),
            ("POST /app/games", Some("null"), Err(AdmissionError::Origin)),
            ("POST /app/games", None, Err(AdmissionError::Origin)),
            ("DELETE /app/tokens/1", None, Err(AdmissionError::Origin)),
            ("GET /live", None, Err(AdmissionError::Origin)),
            ("GET /live", Some("https://evil.example"), Err(AdmissionError::Origin)),
            ("GET /live", Some("http://localhost:8080"), Ok(())),
            ("POST /api/board/seek", Some("https://evil.example"), Ok(())),
            ("GET /oauth?client_id=x", None, Ok(())),
            ("POST /oauth?client_id=x", Some("https://evil.example"), Err(AdmissionError::Origin)),
            ("POST /oauth?client_id=x", Some("http://localhost:8080"), Ok(())),
            ("POST /account/sign-in", Some("null"), Err(AdmissionError::Origin)),
        ] {
            assert_eq!(ask(request, ours, origin, &[]), expected, "{request} {origin:?}");
        }
    }

    #[test]
    fn a_foreign_host_name_is_rejected() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080"] {
            assert_eq!(ask("GET /", host, None, &[]), Ok(()), "{host}");
        }
        assert_eq!(ask("GET /", "rebound.example:8080", None, &[]), Err(AdmissionError::Host));
        let own = ["chess.example".to_owned()];
        assert_eq!(ask("GET /", "Chess.Example:443", None, &own), Ok(()));
        assert_eq!(ask("GET /", "localhost", None, &own), Err(AdmissionError::Host));
    }
}
