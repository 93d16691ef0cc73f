//! Registering, logging in and out, and personal tokens.

use super::games::read;
use super::me::me;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::route::Audience::{Account, Everybody};
use crate::http::route::Route;
use crate::http::session::{self, Visitor};
use crate::identity::name::UserName;
use crate::identity::scopes::Scopes;
use crate::identity::secret::Secret;
use crate::ids::PlayerId;
use crate::limits::{LimitError, Rule, TooMany};
use crate::people::accounts::{self, AccountError};
use crate::people::entry;
use crate::people::tokens::{self, Token};
use crate::store::{EntryKind, EntryLink};
use axum::body::Bytes;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use wire::club::Registration;
use wire::page::{
    Credentials, LogOutEverywhere, Me, NewToken, OkAnswer, PageErrorCode, PasswordChange, TokenJson,
    TokenSecret, Tokens,
};

/// The longest description of a token, in characters.
const MAX_DESCRIPTION_LENGTH: usize = 100;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::post("/app/register", Everybody, register),
        Route::post("/app/login", Everybody, log_in),
        Route::post("/app/password", Account, change_password),
        Route::post("/app/logout", Everybody, log_out),
        Route::post("/app/logout-everywhere", Everybody, log_out_everywhere),
        Route::get("/app/tokens", Account, list_tokens),
        Route::post("/app/tokens", Account, create_token),
        Route::delete("/app/tokens/{id}", Account, remove_token),
    ]
}

/// A request with its client and cookies.
struct AccountRequest {
    app: App,
    client: Client,
    headers: HeaderMap,
}

impl FromRequestParts<App> for AccountRequest {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<AccountRequest, ExtensionRejection> {
        let Extension(client) = Extension::from_request_parts(parts, app).await?;
        Ok(AccountRequest { app: app.clone(), client, headers: parts.headers.clone() })
    }
}

impl AccountRequest {
    /// Logs the browser in as this player.
    async fn log_in_as(&self, player: &PlayerId) -> Result<Response, PageError> {
        let account = self.app.store.account(player).await?;
        let account = account.ok_or_else(|| PageError::not_found("there is no such account"))?;
        let (visitor, cookie) = session::become_player(&self.app, &self.headers, account).await?;
        Ok(with_cookie(me(&self.app, &visitor).await?, cookie))
    }

    async fn visitor(&self) -> Result<Option<Visitor>, PageError> {
        Ok(session::recognize(&self.app, &self.headers).await?)
    }

    /// After logging out, the browser is a new guest.
    async fn continue_as_guest(self) -> Result<Response, PageError> {
        let (visitor, cookie) = session::enter(&self.app, &HeaderMap::new(), self.client).await?;
        Ok(with_cookie(me(&self.app, &visitor).await?, cookie.expect("a new guest gets a cookie")))
    }
}

async fn register(request: AccountRequest, body: Bytes) -> Result<Response, PageError> {
    let Credentials { name, password, invite } = read(&body)?;
    let (app, source) = (&request.app, request.client.key());
    app.limits.check_everywhere(app.store.shared(), Rule::Register, &source).await?;
    let invitation = may_register(app, invite.as_deref()).await?;
    let (now, credentials) = (app.clock.now(), (name.as_str(), password));
    let made =
        accounts::register(&app.store, &app.passwords, &source, now, credentials, invitation.as_ref()).await;
    let player = made.inspect_err(|error| count_busy(app, error))?;
    request.log_in_as(&player).await
}

/// Checks that an account may be created. Returns the invitation if one is required.
async fn may_register(app: &App, invite: Option<&str>) -> Result<Option<EntryLink>, PageError> {
    match app.settings.registration() {
        Registration::Open => Ok(None),
        Registration::Closed => {
            let why = "accounts are created by an admin of this server";
            Err(PageError::forbidden(PageErrorCode::RegistrationClosed, why))
        }
        Registration::Invite => {
            let found = entry::find(&app.store, app.clock.now(), invite.unwrap_or_default()).await?;
            let invitation = found.filter(|link| link.kind == EntryKind::Invite);
            let why = "an account needs an invitation: ask an admin of this server for a link";
            invitation.map(Some).ok_or_else(|| PageError::forbidden(PageErrorCode::InviteNeeded, why))
        }
    }
}

async fn log_in(request: AccountRequest, body: Bytes) -> Result<Response, PageError> {
    let Credentials { name, password, .. } = read(&body)?;
    let player = check_password(&request.app, request.client, &name, password).await?;
    request.log_in_as(&player).await
}

/// The account with this name and password. Wrong ones are limited by address and name.
pub(super) async fn check_password(
    app: &App,
    client: Client,
    name: &str,
    password: String,
) -> Result<PlayerId, AccountOrLimit> {
    let source = client.key();
    limited(app, &source, name, accounts::log_in(&app.store, &app.passwords, &source, name, password)).await
}

/// The same, with a page error if it fails.
pub(super) async fn verified(
    app: &App,
    client: Client,
    name: &str,
    password: String,
) -> Result<PlayerId, PageError> {
    Ok(check_password(app, client, name, password).await?)
}

/// A password check failed, or there were too many wrong passwords.
pub(super) enum AccountOrLimit {
    Account(AccountError),
    Limit(TooMany),
}

impl From<LimitError> for AccountOrLimit {
    fn from(error: LimitError) -> AccountOrLimit {
        match error {
            LimitError::TooMany(too_many) => AccountOrLimit::Limit(too_many),
            LimitError::Store(error) => AccountOrLimit::Account(error.into()),
        }
    }
}

impl From<AccountOrLimit> for PageError {
    fn from(error: AccountOrLimit) -> PageError {
        match error {
            AccountOrLimit::Account(error) => error.into(),
            AccountOrLimit::Limit(too_many) => too_many.into(),
        }
    }
}

/// Runs something that needs a password, unless too many wrong ones came from this address.
async fn limited<T>(
    app: &App,
    source: &str,
    name: &str,
    work: impl Future<Output = Result<T, AccountError>>,
) -> Result<T, AccountOrLimit> {
    // Invalid names all share one bucket, so that arbitrary texts do not each get a new one.
    let id = UserName::parse(name).map(|name| name.id()).unwrap_or_default();
    let attempt = app.limits.try_password(app.store.shared(), source, &id).await?;
    let done = work.await;
    if !matches!(done, Err(AccountError::WrongPassword)) {
        attempt.put_back().await;
    }
    done.inspect_err(|error| count_busy(app, error)).map_err(AccountOrLimit::Account)
}

fn count_busy(app: &App, error: &AccountError) {
    if matches!(error, AccountError::Busy(_)) {
        app.metrics.limited.count("hashing");
    }
}

/// Changes the password and ends all other sessions.
async fn change_password(request: AccountRequest, body: Bytes) -> Result<Response, PageError> {
    let app = &request.app;
    let visitor = member(app, &request.headers).await?;
    let PasswordChange { current, new, revoke_tokens } = read(&body)?;
    let account = app.store.account(&visitor.person.id).await?;
    let account = account.ok_or_else(|| PageError::not_found("there is no such account"))?;
    let source = request.client.key();
    let change = accounts::change_password(&app.store, &app.passwords, &source, &account, (current, new));
    limited(app, &source, &account.name, change).await.map_err(|error| match error {
        AccountOrLimit::Account(AccountError::WrongPassword) => {
            PageError::unauthorized(PageErrorCode::WrongCurrentPassword, "the current password is wrong")
        }
        other => other.into(),
    })?;
    session::end_others(app, &visitor).await?;
    if revoke_tokens {
        app.store.remove_tokens(&visitor.person.id).await?;
    }
    Ok(Json(me(app, &visitor).await?).into_response())
}

fn with_cookie(shown: Me, cookie: HeaderValue) -> Response {
    ([(header::SET_COOKIE, cookie)], Json(shown)).into_response()
}

async fn log_out(request: AccountRequest) -> Result<Response, PageError> {
    if let Some(visitor) = request.visitor().await? {
        session::end(&request.app, &visitor).await?;
    }
    request.continue_as_guest().await
}

async fn log_out_everywhere(request: AccountRequest, body: Bytes) -> Result<Response, PageError> {
    let LogOutEverywhere { revoke_tokens } =
        if body.is_empty() { LogOutEverywhere::default() } else { read(&body)? };
    if let Some(visitor) = request.visitor().await? {
        session::end_all(&request.app, &visitor.person.id).await?;
        if revoke_tokens {
            request.app.store.remove_tokens(&visitor.person.id).await?;
        }
    }
    request.continue_as_guest().await
}

/// The logged-in user of a request.
pub(super) async fn member(app: &App, headers: &HeaderMap) -> Result<Visitor, PageError> {
    let visitor = session::recognize(app, headers).await?.filter(|visitor| !visitor.is_guest());
    visitor.ok_or_else(|| PageError::unauthorized(PageErrorCode::LogIn, "Log in first."))
}

async fn list_tokens(State(app): State<App>, headers: HeaderMap) -> Result<Json<Tokens>, PageError> {
    let visitor = member(&app, &headers).await?;
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let shown = |token: &Token| TokenJson {
        id: token.id(),
        description: token.description.clone(),
        scopes: token.scopes.iter().collect(),
        created: token.created.millis(),
        expires: token.expires.map(game::Timestamp::millis),
    };
    Ok(Json(Tokens { tokens: tokens.iter().map(shown).collect() }))
}

async fn create_token(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<TokenSecret>), PageError> {
    let visitor = member(&app, &headers).await?;
    let NewToken { description, scopes } = read(&body)?;
    let scopes = Scopes::of(scopes.iter().map(String::as_str));
    let scopes = scopes.map_err(|error| PageError::bad(PageErrorCode::BadScope, error.to_string()))?;
    let secret = new_token(&app, visitor.person.id, scopes, description).await?;
    Ok((StatusCode::CREATED, Json(TokenSecret { token: secret.reveal().into() })))
}

/// Creates a personal token.
pub(super) async fn new_token(
    app: &App,
    player: PlayerId,
    scopes: Scopes,
    description: String,
) -> Result<Secret, PageError> {
    if description.chars().count() > MAX_DESCRIPTION_LENGTH {
        let why = format!("a description has at most {MAX_DESCRIPTION_LENGTH} characters");
        return Err(PageError::bad(PageErrorCode::BadDescription, why));
    }
    if !tokens::has_room(&app.store, app.clock.now(), &player).await? {
        return Err(PageError::conflict(
            PageErrorCode::TooMany,
            format!("You already have {} tokens, the maximum. Revoke one first.", tokens::MAX_TOKENS),
        ));
    }
    let token = (player, scopes, description);
    Ok(tokens::make(&app.store, app.clock.now(), tokens::PERSONAL, token, None).await?)
}

async fn remove_token(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<OkAnswer>, PageError> {
    let visitor = member(&app, &headers).await?;
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let token = tokens.into_iter().find(|token| token.id() == id);
    let token = token.ok_or_else(|| PageError::not_found("you have no such token"))?;
    app.store.remove_token(&visitor.person.id, token.hash).await?;
    Ok(Json(OkAnswer::OK))
}
