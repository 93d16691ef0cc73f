//! Who may use an endpoint: one place checks the token, its scopes and the kind of account.

use super::error::ApiError;
use crate::app::App;
pub use crate::http::site::Site;
use crate::identity::Person;
use crate::identity::scopes::{Scope, Scopes};
use crate::people::accounts::Account;
use crate::people::tokens::{self, Token};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::ops::RangeInclusive;

/// Who may use an endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    /// Everybody; but who shows a token shows a good one.
    Either,
    /// Whoever has a token with one of these scopes; any token where there are none.
    Token(&'static [Scope], Kind),
}

/// Which accounts an endpoint is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Any,
    /// People only.
    Person,
    /// Programs only.
    Bot,
}

/// Who asks: an account, by a token.
#[derive(Clone, Debug)]
pub struct Caller {
    pub account: Account,
    pub token: Token,
    /// Under which address it asks: `http://127.0.0.1:8080`.
    pub site: Site,
}

impl Caller {
    /// The account as others see it.
    pub fn person(&self) -> Person {
        let Account { id, name, title, .. } = &self.account;
        Person { id: id.clone(), name: name.clone(), title: title.clone() }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, ApiError> {
        // The gate has let it in; an endpoint without a gate has no caller.
        parts.extensions.get::<Caller>().cloned().ok_or_else(missing)
    }
}

fn missing() -> ApiError {
    ApiError::unauthorized("Missing authorization header")
}

/// Lets those in who may, and says in every answer which scopes there are and which would do.
pub async fn gate(State((app, access)): State<(App, Access)>, mut request: Request, next: Next) -> Response {
    let (accepted, kind) = match access {
        Access::Token(accepted, kind) => (accepted, kind),
        Access::Either if request.headers().contains_key(header::AUTHORIZATION) => (&[][..], Kind::Any),
        Access::Open | Access::Either => return next.run(request).await,
    };
    let (caller, scopes) = match enter(&app, request.headers(), accepted, kind).await {
        Ok(caller) => {
            let scopes = caller.token.scopes.clone();
            (Ok(caller), Some(scopes))
        }
        Err((scopes, error)) => (Err(error), scopes),
    };
    let mut response = match caller {
        Ok(caller) => {
            request.extensions_mut().insert(caller);
            next.run(request).await
        }
        Err(error) => error.into_response(),
    };
    let mut tell = |name, scopes: &Scopes| {
        let words = scopes.iter().map(Scope::name).collect::<Vec<_>>().join(", ");
        if let Ok(value) = HeaderValue::from_str(&words) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    };
    tell("x-accepted-oauth-scopes", &Scopes::from(accepted));
    if let Some(scopes) = scopes {
        tell("x-oauth-scopes", &scopes);
    }
    response
}

/// The caller, or the scopes of the token that does not do, and why.
async fn enter(
    app: &App,
    headers: &HeaderMap,
    accepted: &[Scope],
    kind: Kind,
) -> Result<Caller, (Option<Scopes>, ApiError)> {
    let token = find_token(app, headers).await.map_err(|error| (None, error))?;
    let scopes = token.scopes.clone();
    let refused = |error| (Some(scopes.clone()), error);
    if !scopes.allow(accepted) {
        let names: Vec<_> = accepted.iter().map(|scope| scope.name()).collect();
        return Err(refused(ApiError::forbidden(format!("Missing scope: {}", names.join(", ")))));
    }
    let account = match app.store.account(&token.player).await {
        Ok(Some(account)) if account.is_active() => account,
        Ok(Some(_)) => return Err(refused(ApiError::unauthorized("This account is blocked or closed"))),
        Ok(None) => return Err(refused(ApiError::unauthorized("No such token"))),
        Err(_) => return Err(refused(ApiError::unavailable())),
    };
    if let Some(claimed) = claimed_user(headers)
        && !claimed.eq_ignore_ascii_case(account.id.as_str())
    {
        let why = "The user in the user-agent doesn't match the token bearer";
        return Err(refused(ApiError::unauthorized(why)));
    }
    match kind {
        Kind::Person if account.is_bot() => {
            Err(refused(ApiError::forbidden("This API endpoint is not for Bot accounts.")))
        }
        Kind::Bot if !account.is_bot() => {
            let why = "This endpoint can only be used with a Bot account. See /api/bot/account/upgrade";
            Err(refused(ApiError::Plain(StatusCode::BAD_REQUEST, why.into())))
        }
        _ => Ok(Caller { account, token, site: Site::of(app, headers) }),
    }
}

async fn find_token(app: &App, headers: &HeaderMap) -> Result<Token, ApiError> {
    let value = headers.get(header::AUTHORIZATION).ok_or_else(missing)?;
    let text = value.to_str().ok().and_then(|text| {
        let (scheme, token) = text.split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then_some(token.trim())
    });
    let found = match text {
        Some(text) => tokens::find(&app.store, app.clock.now(), text).await,
        None => Ok(None),
    };
    match found {
        Ok(token) => token.ok_or_else(|| ApiError::unauthorized("No such token")),
        Err(_) => Err(ApiError::unavailable()),
    }
}

/// The account that a program says it plays for: `lichess-bot/1 user:bobby`. As on Lichess, `user:` or `as:` followed by
/// 3 to 31 letters, digits, `_` or `-`; anything else, such as the `user:?` of a program that does not know yet, claims
/// nothing.
fn claimed_user(headers: &HeaderMap) -> Option<&str> {
    const LENGTHS: RangeInclusive<usize> = 3..=31;
    let agent = headers.get(header::USER_AGENT)?.to_str().ok()?;
    let is_word = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    ["user:", "as:"].into_iter().find_map(|label| {
        agent.match_indices(label).find_map(|(at, _)| {
            let begins = !agent[..at].ends_with(is_word);
            let rest = &agent[at + label.len()..];
            let rest = rest.strip_prefix(' ').unwrap_or(rest);
            let end = rest.find(|letter| !is_word(letter) && letter != '-').unwrap_or(rest.len());
            let name = &rest[..end];
            (begins && LENGTHS.contains(&name.len())).then_some(name)
        })
    })
}
