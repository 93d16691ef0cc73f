//! Request parameters, in any of the four encodings that clients use.

use super::error::PageError;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::str::FromStr;
use wire::page::PageErrorCode;

/// Parses a JSON body.
pub fn read_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, PageError> {
    serde_json::from_slice(body)
        .map_err(|error| PageError::bad(PageErrorCode::NotUnderstood, error.to_string()))
}

/// The longest request body, in bytes.
pub const MAX_BODY: usize = 64 * 1024;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadBody {
    pub status: StatusCode,
    /// One sentence for the client.
    pub why: String,
}

impl BadBody {
    fn bad(why: impl Into<String>) -> BadBody {
        BadBody { status: StatusCode::BAD_REQUEST, why: why.into() }
    }
}

impl IntoResponse for BadBody {
    fn into_response(self) -> Response {
        (self.status, axum::Json(json!({ "error": self.why }))).into_response()
    }
}

/// A field with an invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadField {
    pub name: &'static str,
    /// What was expected, and what was found.
    pub why: String,
}

/// The named values of a request. Clients send forms, JSON with dotted keys and nulls, JSON with nested objects,
/// multipart, or a body without a content type; all are reduced to this. Unknown fields are ignored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields(HashMap<String, String>);

impl Fields {
    /// The trimmed value of a field; `None` if it is empty.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|value| value.trim()).filter(|value| !value.is_empty())
    }

    /// The exact value of a field, as passwords need it.
    pub fn exact(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// A value that is parsed, such as a number.
    pub fn parsed<T: FromStr>(&self, name: &'static str, expected: &str) -> Result<Option<T>, BadField> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.parse() {
            Ok(value) => Ok(Some(value)),
            Err(_) => {
                let found: String = text.chars().take(40).collect();
                Err(BadField { name, why: format!("Expected {expected}, found {found:?}") })
            }
        }
    }

    /// Whether a field means yes.
    pub fn flag(&self, name: &str) -> bool {
        self.text(name).is_some_and(is_yes)
    }

    /// Parses a form or a query string.
    pub fn from_form(bytes: &[u8]) -> Fields {
        let pairs = form_urlencoded::parse(bytes);
        Fields(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect())
    }

    fn from_json(bytes: &[u8]) -> Result<Fields, BadBody> {
        match serde_json::from_slice(bytes) {
            Ok(Value::Object(object)) => {
                let mut fields = Fields::default();
                fields.flatten("", Value::Object(object));
                Ok(fields)
            }
            Ok(_) => Err(BadBody::bad("Expected a JSON object")),
            Err(error) => Err(BadBody::bad(format!("Expected JSON: {error}"))),
        }
    }

    /// `{"clock":{"limit":300}}` becomes `{"clock.limit":300}`, a list becomes its values separated by commas, and
    /// null is dropped.
    fn flatten(&mut self, name: &str, value: Value) {
        let text = match value {
            Value::Null => return,
            Value::Object(object) => {
                for (key, value) in object {
                    let name = if name.is_empty() { key } else { format!("{name}.{key}") };
                    self.flatten(&name, value);
                }
                return;
            }
            Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(","),
            value => plain(&value),
        };
        self.0.insert(name.to_string(), text);
    }

    async fn from_multipart(request: Request) -> Result<Fields, BadBody> {
        let unreadable = |error: axum::extract::multipart::MultipartError| BadBody {
            status: error.status(),
            why: error.body_text(),
        };
        let multipart = Multipart::from_request(request, &()).await;
        let mut multipart = multipart.map_err(|error| BadBody::bad(error.body_text()))?;
        let mut fields = Fields::default();
        while let Some(field) = multipart.next_field().await.map_err(unreadable)? {
            let name = field.name().unwrap_or_default().to_string();
            fields.0.insert(name, field.text().await.map_err(unreadable)?);
        }
        Ok(fields)
    }
}

/// A JSON value as it would be in a form.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_string)
}

/// The words for yes that clients send; all others mean no.
pub fn is_yes(word: &str) -> bool {
    matches!(word, "yes" | "true" | "True" | "1" | "on")
}

/// Reads a body of at most [`MAX_BODY`] bytes.
pub async fn read(body: Body) -> Result<Bytes, BadBody> {
    match Limited::new(body, MAX_BODY).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            let why = format!("The body is longer than {MAX_BODY} bytes");
            Err(BadBody { status: StatusCode::PAYLOAD_TOO_LARGE, why })
        }
        Err(_) => Err(BadBody::bad("The body ends too early")),
    }
}

fn content_type(headers: &HeaderMap) -> &str {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim()
}

impl<S: Send + Sync> FromRequest<S> for Fields {
    type Rejection = BadBody;

    async fn from_request(request: Request, _: &S) -> Result<Fields, BadBody> {
        let kind = content_type(request.headers()).to_ascii_lowercase();
        if kind == "multipart/form-data" {
            let (parts, body) = request.into_parts();
            let body = Body::from(read(body).await?);
            return Fields::from_multipart(Request::from_parts(parts, body)).await;
        }
        let bytes = read(request.into_body()).await?;
        let looks_like_json = bytes.trim_ascii_start().starts_with(b"{");
        if kind == "application/json" || (kind != "application/x-www-form-urlencoded" && looks_like_json) {
            if bytes.trim_ascii().is_empty() { Ok(Fields::default()) } else { Fields::from_json(&bytes) }
        } else {
            Ok(Fields::from_form(&bytes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn fields(kind: Option<&str>, body: &str) -> Result<Fields, BadBody> {
        let mut request = Request::builder();
        if let Some(kind) = kind {
            request = request.header("Content-Type", kind);
        }
        Fields::from_request(request.body(Body::from(body.to_string())).expect("a request"), &()).await
    }

    #[tokio::test]
    async fn every_encoding_gives_the_same_fields() {
        let multipart = "--x\r\nContent-Disposition: form-data; name=\"clock.limit\"\r\n\r\n300\r\n\
            --x\r\nContent-Disposition: form-data; name=\"rated\"\r\n\r\ntrue\r\n--x--\r\n";
        for (kind, body) in [
            (Some("application/x-www-form-urlencoded"), "clock.limit=300&rated=true"),
            (Some("application/x-www-form-urlencoded; charset=utf-8"), "clock.limit=300&rated=true&fen="),
            (Some("application/json"), r#"{"clock.limit":300,"rated":true,"fen":null}"#),
            (Some("application/json"), r#"{"clock":{"limit":"300","increment":null},"rated":"true"}"#),
            (Some("Application/JSON"), " {\"clock.limit\":300,\"rated\":1}"),
            (None, r#"{"clock.limit":300,"rated":true}"#),
            (None, "clock.limit=300&rated=1"),
            (Some("multipart/form-data; boundary=x"), multipart),
        ] {
            let fields = fields(kind, body).await.expect(body);
            assert_eq!(fields.parsed::<u32>("clock.limit", "seconds"), Ok(Some(300)), "{body}");
            assert!(fields.flag("rated"), "{body}");
            assert_eq!(fields.text("fen"), None, "{body}");
            assert_eq!(fields.text("clock.increment"), None, "{body}");
        }
    }

    #[tokio::test]
    async fn invalid_bodies_are_rejected() {
        let deep = format!("{{\"a\":{}", "[".repeat(60_000));
        for body in ["[1]", "{", "{\"a\":1e400}", "{} trailing", "{\"a\":\"\\ud800\"}", &deep] {
            assert!(fields(Some("application/json"), body).await.is_err(), "{body}");
        }
        let long = "x".repeat(MAX_BODY + 1);
        let refused = fields(None, &long).await;
        assert!(
            matches!(&refused, Err(BadBody { status: StatusCode::PAYLOAD_TOO_LARGE, .. })),
            "{refused:?}"
        );
        let errors = fields(None, "days=soon").await.expect("a form").parsed::<u32>("days", "days");
        assert_eq!(errors, Err(BadField { name: "days", why: "Expected days, found \"soon\"".into() }));
    }

    #[test]
    fn the_words_for_yes() {
        assert!(["yes", "true", "True", "1", "on"].into_iter().all(is_yes));
        assert!(!["no", "false", "0", "off", "", "YES", "maybe"].into_iter().any(is_yes));
    }
}
