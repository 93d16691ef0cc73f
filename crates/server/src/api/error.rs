//! Errors of the API, in the formats that clients know.

use crate::http::form::{BadBody, BadField};
use crate::limits::TooMany;
use crate::store::StoreError;
use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use std::borrow::Cow;

/// The error response to an API request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// A status and a sentence.
    Plain(StatusCode, Cow<'static, str>),
    /// Invalid parameters, by name.
    Form(FormErrors),
    /// Rate limited; the seconds until a retry is worthwhile.
    TooMany(u64),
    /// An OAuth error in response to a token request.
    OAuth(&'static str, Cow<'static, str>),
}

/// Errors by parameter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FormErrors {
    fields: Vec<(Cow<'static, str>, String)>,
}

impl FormErrors {
    /// An error in one parameter.
    pub fn one(field: impl Into<Cow<'static, str>>, why: impl Into<String>) -> FormErrors {
        FormErrors { fields: vec![(field.into(), why.into())] }
    }

    /// An error that concerns several parameters.
    pub fn global(why: impl Into<String>) -> FormErrors {
        FormErrors::one("global", why)
    }

    /// A JSON object with a list of errors per parameter.
    fn object(&self) -> Map<String, Value> {
        let mut object = Map::new();
        for (field, why) in &self.fields {
            let list = object.entry(field.to_string()).or_insert_with(|| json!([]));
            if let Value::Array(list) = list {
                list.push(why.as_str().into());
            }
        }
        object
    }
}

impl From<BadField> for FormErrors {
    fn from(BadField { name, why }: BadField) -> FormErrors {
        FormErrors::one(name, why)
    }
}

impl From<BadField> for ApiError {
    fn from(field: BadField) -> ApiError {
        ApiError::Form(field.into())
    }
}

impl From<BadBody> for ApiError {
    fn from(BadBody { status, why }: BadBody) -> ApiError {
        ApiError::Plain(status, why.into())
    }
}

impl From<FormErrors> for ApiError {
    fn from(errors: FormErrors) -> ApiError {
        ApiError::Form(errors)
    }
}

impl ApiError {
    pub fn bad(why: impl Into<Cow<'static, str>>) -> ApiError {
        ApiError::Plain(StatusCode::BAD_REQUEST, why.into())
    }

    pub fn unauthorized(why: impl Into<Cow<'static, str>>) -> ApiError {
        ApiError::Plain(StatusCode::UNAUTHORIZED, why.into())
    }

    pub fn forbidden(why: impl Into<Cow<'static, str>>) -> ApiError {
        ApiError::Plain(StatusCode::FORBIDDEN, why.into())
    }

    pub fn not_found() -> ApiError {
        ApiError::Plain(StatusCode::NOT_FOUND, "Not found".into())
    }

    /// 405: the path exists, but not with this method.
    pub fn method_not_allowed() -> ApiError {
        ApiError::Plain(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed".into())
    }

    /// 404: no game has that id.
    pub fn no_such_game() -> ApiError {
        ApiError::Plain(StatusCode::NOT_FOUND, "No such game".into())
    }

    /// 503: a failure that the client did not cause.
    pub fn unavailable() -> ApiError {
        ApiError::Plain(StatusCode::SERVICE_UNAVAILABLE, "Try again in a moment".into())
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::warn!(%error, "a request of the API failed");
        ApiError::unavailable()
    }
}

impl From<TooMany> for ApiError {
    fn from(too_many: TooMany) -> ApiError {
        ApiError::TooMany(too_many.wait.as_secs() + 1)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        match self {
            ApiError::Plain(status, why) => (status, Json(json!({ "error": why }))).into_response(),
            // In both places: some clients look for the fields themselves, some below "error".
            ApiError::Form(errors) => {
                let mut body = errors.object();
                body.insert("error".into(), Value::Object(errors.object()));
                (StatusCode::BAD_REQUEST, Json(Value::Object(body))).into_response()
            }
            ApiError::TooMany(seconds) => {
                let body = Json(json!({ "error": "Too many requests. Try again later." }));
                let mut response = (StatusCode::TOO_MANY_REQUESTS, body).into_response();
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
                response
            }
            ApiError::OAuth(error, description) => {
                let body = json!({ "error": error, "error_description": description });
                (StatusCode::BAD_REQUEST, Json(body)).into_response()
            }
        }
    }
}
