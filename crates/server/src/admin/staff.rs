//! Extractors that admit only admins or organisers.

use crate::app::App;
use crate::http::error::PageError;
use crate::http::session;
use crate::identity::Person;
use crate::identity::roles::Roles;
use crate::identity::scopes::Scope;
use crate::people::tokens;
use crate::store::Account;
use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use wire::page::PageErrorCode;

#[derive(Clone, Debug)]
pub(crate) struct Admin(pub(crate) Person);

/// An arbiter or an admin.
#[derive(Clone, Debug)]
pub(crate) struct Organizer(pub(crate) Person);

impl FromRequestParts<App> for Admin {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Admin, PageError> {
        let (person, roles) = member(parts, app).await?;
        if roles.admin {
            Ok(Admin(person))
        } else {
            Err(PageError::forbidden(PageErrorCode::NotAllowed, "only an admin of this server can do that"))
        }
    }
}

impl FromRequestParts<App> for Organizer {
    type Rejection = PageError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Organizer, PageError> {
        let (person, roles) = member(parts, app).await?;
        if roles.may_arbitrate() {
            Ok(Organizer(person))
        } else {
            Err(PageError::forbidden(
                PageErrorCode::NotAllowed,
                "only an arbiter or an admin of this server can do that",
            ))
        }
    }
}

/// The logged-in user: from the session cookie on the page, and from a token in the API, which ignores cookies.
pub(super) async fn member(parts: &Parts, app: &App) -> Result<(Person, Roles), PageError> {
    if parts.uri.path().starts_with("/api/") {
        return by_token(&parts.headers, app).await;
    }
    let visitor = session::recognize(app, &parts.headers).await?.filter(|visitor| !visitor.is_guest());
    let visitor = visitor.ok_or_else(|| PageError::unauthorized(PageErrorCode::LogIn, "Log in first."))?;
    Ok((visitor.person, visitor.roles))
}

async fn by_token(headers: &HeaderMap, app: &App) -> Result<(Person, Roles), PageError> {
    let missing = || PageError::unauthorized(PageErrorCode::NoToken, "Missing authorization header");
    let value = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()).ok_or_else(missing)?;
    let (scheme, text) = value.split_once(' ').ok_or_else(missing)?;
    let unknown = || PageError::unauthorized(PageErrorCode::NoToken, "No such token");
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(unknown());
    }
    let token = tokens::find(&app.store, app.clock.now(), text.trim()).await?.ok_or_else(unknown)?;
    if !token.scopes.allow(&[Scope::Admin]) {
        return Err(PageError::forbidden(PageErrorCode::MissingScope, "Missing scope: admin"));
    }
    let account = app.store.account(&token.player).await?.filter(Account::is_active);
    let account = account.ok_or_else(unknown)?;
    Ok((Person { id: account.id, name: account.name, title: account.title }, account.roles))
}
