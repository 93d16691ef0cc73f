//! Access control: one place checks the token, its scopes and the kind of account.

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

/// The authentication that an endpoint requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    Open,
    /// Open, but if a token is sent it must be valid.
    Either,
    /// A token with one of these scopes, or any token if the list is empty.
    Token(&'static [Scope], Kind),
}

/// The kind of account an endpoint is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Any,
    /// Human players only.
    Person,
    /// Bots only.
    Bot,
}

/// The authenticated account of an API request.
#[derive(Clone, Debug)]
pub struct Caller {
    pub account: Account,
    pub token: Token,
    /// The server's address as view by the caller: `http://127.0.0.1:8080`.
    pub site: Site,
}

impl Caller {
    /// The account's public identity.
    pub fn person(&self) -> Person {
        let Account { id, name, title, .. } = &self.account;
        Person { id: id.clone(), name: name.clone(), title: title.clone() }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, ApiError> {
        // Set by the gate; endpoints that require no token have no caller.
        parts.extensions.get::<Caller>().cloned().ok_or_else(missing)
    }
}

fn missing() -> ApiError {
    ApiError::unauthorized("Missing authorization header")
}

/// Middleware that checks access, and reports the token's scopes and the accepted ones in every response.
pub async fn gate(State((app, access)): State<(App, Access)>, mut request: Request, next: Next) -> Response {
    let (accepted, kind) = match access {
        Access::Token(accepted, kind) => (accepted, kind),
        Access::Either if request.headers().contains_key(header::AUTHORIZATION) => (&[][..], Kind::Any),
        Access::Open | Access::Either => return next.run(request).await,
    };
    let (caller, scopes) = match authenticate(&app, request.headers(), accepted, kind).await {
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
    let mut set_scopes = |name, scopes: &Scopes| {
        let words = scopes.iter().map(Scope::name).collect::<Vec<_>>().join(", ");
        if let Ok(value) = HeaderValue::from_str(&words) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    };
    set_scopes("x-accepted-oauth-scopes", &Scopes::from(accepted));
    if let Some(scopes) = scopes {
        set_scopes("x-oauth-scopes", &scopes);
    }
    response
}

/// The caller, or the scopes of the rejected token and the error.
async fn authenticate(
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

/// The account that a program claims to play for: `lichess-bot/1 user:bobby`. As on Lichess, `user:` or `as:` followed
/// by 3 to 31 letters, digits, `_` or `-`; anything else, such as the `user:?` of a program that does not know its
/// name yet, is not a claim.
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
