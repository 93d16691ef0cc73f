//! Errors of the page's requests: a sentence for people and a code for programs.

use crate::limits::{LimitError, TooMany};
use crate::people::accounts::AccountError;
use crate::people::hashing::HashingBusy;
use crate::store::StoreError;
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use wire::page::{ErrorAnswer, PageErrorCode};

/// The error response to a request of the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageError {
    status: StatusCode,
    code: PageErrorCode,
    why: String,
    /// For `Retry-After`, in seconds.
    retry: Option<u64>,
}

impl PageError {
    pub fn status(&self) -> StatusCode {
        self.status
    }

    pub fn code(&self) -> PageErrorCode {
        self.code
    }

    /// The sentence for people.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// 400: the request is invalid.
    pub fn bad(code: PageErrorCode, why: impl Into<String>) -> PageError {
        PageError { status: StatusCode::BAD_REQUEST, code, why: why.into(), retry: None }
    }

    /// 401: wrong credentials.
    pub fn unauthorized(code: PageErrorCode, why: impl Into<String>) -> PageError {
        PageError { status: StatusCode::UNAUTHORIZED, code, why: why.into(), retry: None }
    }

    /// 403: not allowed for this user.
    pub fn forbidden(code: PageErrorCode, why: impl Into<String>) -> PageError {
        PageError { status: StatusCode::FORBIDDEN, code, why: why.into(), retry: None }
    }

    pub fn not_found(why: impl Into<String>) -> PageError {
        PageError {
            status: StatusCode::NOT_FOUND,
            code: PageErrorCode::NotFound,
            why: why.into(),
            retry: None,
        }
    }

    /// 409: somebody else was first, or the request contradicts the current state.
    pub fn conflict(code: PageErrorCode, why: impl Into<String>) -> PageError {
        PageError { status: StatusCode::CONFLICT, code, why: why.into(), retry: None }
    }

    /// 503: something outside the server failed.
    pub fn unavailable() -> PageError {
        let why = "The server cannot do this now. Try again in a moment.".into();
        PageError {
            status: StatusCode::SERVICE_UNAVAILABLE,
            code: PageErrorCode::Unavailable,
            why,
            retry: None,
        }
    }
}

impl From<HashingBusy> for PageError {
    fn from(busy: HashingBusy) -> PageError {
        let (status, code) = if busy.by_source {
            (StatusCode::TOO_MANY_REQUESTS, PageErrorCode::TooMany)
        } else {
            (StatusCode::SERVICE_UNAVAILABLE, PageErrorCode::Unavailable)
        };
        PageError { status, code, why: busy.to_string(), retry: Some(busy.wait.as_secs()) }
    }
}

impl From<AccountError> for PageError {
    fn from(error: AccountError) -> PageError {
        let why = error.to_string();
        match error {
            AccountError::Name(_) => PageError::bad(PageErrorCode::BadName, why),
            AccountError::Password(_) => PageError::bad(PageErrorCode::BadPassword, why),
            AccountError::Taken(_) => PageError::conflict(PageErrorCode::Taken, why),
            AccountError::InvitationEnded => PageError::forbidden(PageErrorCode::InviteNeeded, why),
            AccountError::WrongPassword => PageError::unauthorized(PageErrorCode::WrongPassword, why),
            AccountError::Blocked => PageError::forbidden(PageErrorCode::AccountBlocked, why),
            AccountError::Busy(busy) => busy.into(),
            AccountError::Store(error) => error.into(),
        }
    }
}

impl From<StoreError> for PageError {
    fn from(error: StoreError) -> PageError {
        tracing::warn!(%error, "a request of the page failed");
        PageError::unavailable()
    }
}

impl From<LimitError> for PageError {
    fn from(error: LimitError) -> PageError {
        match error {
            LimitError::TooMany(too_many) => too_many.into(),
            LimitError::Store(error) => error.into(),
        }
    }
}

impl From<TooMany> for PageError {
    fn from(too_many: TooMany) -> PageError {
        PageError {
            status: StatusCode::TOO_MANY_REQUESTS,
            code: PageErrorCode::TooMany,
            why: too_many.to_string(),
            retry: Some(too_many.wait.as_secs() + 1),
        }
    }
}

impl IntoResponse for PageError {
    fn into_response(self) -> Response {
        let body = Json(ErrorAnswer { error: self.why, code: self.code });
        match self.retry {
            Some(seconds) => (self.status, [(RETRY_AFTER, seconds.to_string())], body).into_response(),
            None => (self.status, body).into_response(),
        }
    }
}
