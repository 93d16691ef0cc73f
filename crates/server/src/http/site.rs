//! The address of this server as a client knows it.

use crate::app::App;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};

/// The address of this server as a client knows it: `http://127.0.0.1:8080`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site(pub String);

impl Site {
    /// The address that a request was sent to.
    pub fn of(app: &App, headers: &HeaderMap) -> Site {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        let is_host =
            |host: &&str| host.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte));
        let host = host.filter(is_host).map_or_else(|| app.config.listen.to_string(), str::to_string);
        Site(format!("{}://{host}", if app.config.is_secure() { "https" } else { "http" }))
    }

    /// Where a game, or the challenge before it, is seen.
    pub fn game(&self, id: impl std::fmt::Display) -> String {
        format!("{}/game/{id}", self.0)
    }
}

impl FromRequestParts<App> for Site {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Site, Self::Rejection> {
        Ok(Site::of(app, &parts.headers))
    }
}
