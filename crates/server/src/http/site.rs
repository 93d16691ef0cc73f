//! The base address of this server as seen by a client.

use crate::app::App;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use std::net::IpAddr;

/// The base address of this server as seen by a client: `http://127.0.0.1:8080`.
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

    /// The address to give to others. A page opened on the machine of a LAN server uses a name such as `localhost`,
    /// which means something else on every other machine.
    pub fn for_others(&self, app: &App) -> Site {
        match (&app.config.lan_host, self.0.split_once("://")) {
            (Some(lan), Some((scheme, host))) if is_loopback(host) => Site(format!("{scheme}://{lan}")),
            _ => self.clone(),
        }
    }

    /// The page of a game, or of the challenge that leads to it.
    pub fn game(&self, id: impl std::fmt::Display) -> String {
        format!("{}/game/{id}", self.0)
    }
}

/// Whether a host, with or without a port, is a loopback name or address.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    name == "localhost"
        || name.ends_with(".localhost")
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl FromRequestParts<App> for Site {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Site, Self::Rejection> {
        Ok(Site::of(app, &parts.headers))
    }
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn names_of_this_machine() {
        for host in ["localhost", "localhost:8080", "127.0.0.1:80", "127.3.2.1", "[::1]:8080", "a.localhost"]
        {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["192.168.1.20:8080", "tabiya.local", "localhost.example", "[fe80::1]:8080", "1.0.0.127"]
        {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
