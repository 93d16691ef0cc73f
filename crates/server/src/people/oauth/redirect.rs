//! Redirect addresses of applications.

use std::str::FromStr;
use url::Url;

/// Schemes of app frameworks, which have no domain of their own.
const FRAMEWORKS: [&str; 2] = ["capacitor", "ionic"];

/// An address that a browser may be sent to with a code: on the web, or of an app on the same device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedirectUri {
    text: String,
    /// Scheme and host, or only a scheme: what the security policy allows and the user is shown.
    place: String,
}

/// Why a text is not a valid redirect address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRedirect {
    /// Spaces, quotes, non-ASCII letters.
    #[error("it contains characters that are not allowed in an address")]
    Characters,
    /// Not absolute, such as `/callback`.
    #[error("it must be an absolute address, such as https://example.com/callback")]
    NotAbsolute,
    /// `javascript:`, `data:`, and everything that is not a reversed domain name (RFC 8252).
    #[error(
        "the scheme {0:?} is not allowed: use https, http or a reversed domain name, such as com.example.app"
    )]
    Scheme(String),
    /// Also a user name or password before the host, which would mislead a reader.
    #[error("{0:?} is not a valid host")]
    Host(String),
    /// The part after `#` never reaches a server (RFC 6749).
    #[error("it must have no fragment")]
    Fragment,
}

impl RedirectUri {
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Scheme and host, or only a scheme.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// The address with additional query parameters.
    pub fn with<'p>(&self, pairs: impl IntoIterator<Item = (&'p str, &'p str)>) -> String {
        let pairs = form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish();
        let joint = if self.text.contains('?') { '&' } else { '?' };
        format!("{}{joint}{pairs}", self.text)
    }
}

impl FromStr for RedirectUri {
    type Err = BadRedirect;

    fn from_str(text: &str) -> Result<RedirectUri, BadRedirect> {
        if !text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte)) {
            return Err(BadRedirect::Characters);
        }
        if text.contains('#') {
            return Err(BadRedirect::Fragment);
        }
        let url = Url::parse(text).map_err(|_| BadRedirect::NotAbsolute)?;
        let scheme = url.scheme();
        let place = match scheme {
            "http" | "https" => {
                let place = format!("{scheme}://{}", host(&url)?);
                // A browser would repair an address such as `http:example.com`, or a host in an unusual spelling. The
                // user must see the same host as the browser.
                if !text.to_ascii_lowercase().starts_with(&place) {
                    return Err(BadRedirect::NotAbsolute);
                }
                place
            }
            // RFC 8252: a scheme with a dot is somebody's domain, and no browser executes what follows it.
            own if own.contains('.') || FRAMEWORKS.contains(&own) => format!("{own}:"),
            _ => return Err(BadRedirect::Scheme(scheme.into())),
        };
        Ok(RedirectUri { text: text.into(), place })
    }
}

/// The host, with its port if given. It is written into a security policy, so it must not contain characters with a
/// meaning there.
fn host(url: &Url) -> Result<String, BadRedirect> {
    let bad = || BadRedirect::Host(url.authority().into());
    let host = url.host_str().ok_or_else(bad)?;
    let is_good = |byte: u8| byte.is_ascii_alphanumeric() || b".-_:[]".contains(&byte);
    let named = host.starts_with(|first: char| first.is_ascii_alphanumeric() || first == '[');
    let is_plain = url.username().is_empty() && url.password().is_none();
    if !(named && is_plain && host.bytes().all(is_good)) {
        return Err(bad());
    }
    Ok(match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn accepted_addresses_fit_into_a_header(
            text in "(https?://|com\\.example\\.app:|[a-z.:]{0,12})/{0,3}(\\PC|[a-z.@:/?&]){0,40}",
        ) {
            if let Ok(uri) = text.parse::<RedirectUri>() {
                let address = uri.with([("code", "liu_1")]);
                prop_assert!(HeaderValue::from_str(&address).is_ok());
                prop_assert!(address.to_ascii_lowercase().starts_with(&uri.place().to_ascii_lowercase()));
                prop_assert!(HeaderValue::from_str(uri.place()).is_ok());
            }
        }
    }

    #[test]
    fn valid_addresses_are_accepted() {
        for (text, place) in [
            ("https://board.example/callback", "https://board.example"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"),
            ("http://localhost:8000?x=1", "http://localhost:8000"),
            ("http://[::1]:9000/back", "http://[::1]:9000"),
            ("HTTPS://Board.example", "https://board.example"),
            ("com.example.app://login", "com.example.app:"),
            ("com.example.app:/login", "com.example.app:"),
            ("ionic://localhost/", "ionic:"),
        ] {
            let parsed = text.parse::<RedirectUri>();
            assert_eq!(parsed.as_ref().map(RedirectUri::place), Ok(place), "{text}");
            assert_eq!(parsed.as_ref().map(RedirectUri::as_str), Ok(text));
        }
    }

    #[test]
    fn invalid_addresses_are_rejected() {
        for text in [
            "",
            "/callback",
            "//evil.example/",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "java\nscript:alert(1)",
            " javascript:alert(1)",
            "data:text/html,hello",
            "vbscript:x",
            "file:///etc/passwd",
            "blob:https://a.example/1",
            "about:blank",
            "intent:x",
            "myapp://x",
            ".:x",
            "1.example:x",
            "http:evil.example",
            "http:///evil.example",
            "https://good.example@evil.example/",
            "https://good.example\\@evil.example/",
            "https://a.example/#token",
            "https://a.example/ b",
            "https://a.example/\r\nSet-Cookie:x",
            "https://ä.example/",
            "https://-x;script-src/",
            "https://x;script-src/",
            "https://good.example%2eevil.example/",
            "http://0x7f.1/",
            "https://user@good.example/",
            "https://:pass@good.example/",
            "https:good.example",
            "https:////good.example",
            "https://good.example:99999/",
        ] {
            assert!(text.parse::<RedirectUri>().is_err(), "{text:?}");
        }
    }
}
