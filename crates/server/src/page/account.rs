//! Registering, logging in and out, and personal tokens.

use super::games::read;
use super::me::me;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::session::{self, Visitor};
use crate::identity::scopes::{Scope, Scopes};
use crate::identity::secret::Secret;
use crate::ids::PlayerId;
use crate::limits::Rule;
use crate::people::accounts::{self, AccountError};
use crate::people::tokens::{self, Token};
use axum::body::Bytes;
use axum::extract::rejection::ExtensionRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

/// The longest description of a token, in characters.
const LONGEST_DESCRIPTION: usize = 100;

pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/app/register", post(register))
        .route("/app/login", post(log_in))
        .route("/app/logout", post(log_out))
        .route("/app/logout-everywhere", post(log_out_everywhere))
        .route("/app/tokens", get(list_tokens).post(make_token))
        .route("/app/tokens/{id}", delete(remove_token))
}

/// A name and a password.
#[derive(Deserialize)]
struct Credentials {
    name: String,
    password: String,
}

/// Who asks, from where, with which cookie.
struct Asker {
    app: App,
    client: Client,
    headers: HeaderMap,
}

impl FromRequestParts<App> for Asker {
    type Rejection = ExtensionRejection;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Asker, ExtensionRejection> {
        let Extension(client) = Extension::from_request_parts(parts, app).await?;
        Ok(Asker { app: app.clone(), client, headers: parts.headers.clone() })
    }
}

impl Asker {
    /// What somebody wants to come in with, from one address not too often.
    fn credentials(&self, body: &[u8]) -> Result<Credentials, PageError> {
        let credentials = read(body)?;
        self.app.limits.check(Rule::Login, &self.client.key())?;
        Ok(credentials)
    }

    /// From now on the browser is that player's.
    async fn becomes(&self, player: &PlayerId) -> Result<Response, PageError> {
        let account = self.app.store.account(player).await?;
        let account = account.ok_or_else(|| PageError::not_found("there is no such account"))?;
        let (visitor, cookie) = session::become_player(&self.app, &self.headers, account).await?;
        Ok(with_cookie(me(&self.app, &visitor), cookie))
    }

    async fn visitor(&self) -> Result<Option<Visitor>, PageError> {
        Ok(session::recognize(&self.app, &self.headers).await?)
    }

    /// Whoever has logged out is somebody new.
    async fn becomes_guest(self) -> Result<Response, PageError> {
        let (visitor, cookie) = session::enter(&self.app, &HeaderMap::new(), self.client).await?;
        Ok(with_cookie(me(&self.app, &visitor), cookie.expect("somebody new gets a cookie")))
    }
}

impl From<AccountError> for PageError {
    fn from(error: AccountError) -> PageError {
        let why = error.to_string();
        match error {
            AccountError::Name(_) => PageError::bad("bad_name", why),
            AccountError::Password(_) => PageError::bad("bad_password", why),
            AccountError::Taken(_) => PageError::conflict("taken", why),
            AccountError::WrongPassword => PageError::unauthorized("wrong_password", why),
            AccountError::Store(error) => error.into(),
        }
    }
}

async fn register(asker: Asker, body: Bytes) -> Result<Response, PageError> {
    let Credentials { name, password } = asker.credentials(&body)?;
    let app = &asker.app;
    let player = accounts::register(&app.store, &app.passwords, app.clock.now(), &name, password).await?;
    asker.becomes(&player).await
}

async fn log_in(asker: Asker, body: Bytes) -> Result<Response, PageError> {
    let Credentials { name, password } = asker.credentials(&body)?;
    let app = &asker.app;
    // Many addresses that guess one password are one guesser.
    app.limits.check(Rule::Password, PlayerId::account(&name).as_str())?;
    let player = accounts::log_in(&app.store, &app.passwords, &name, password).await?;
    asker.becomes(&player).await
}

fn with_cookie(shown: Value, cookie: HeaderValue) -> Response {
    ([(header::SET_COOKIE, cookie)], Json(shown)).into_response()
}

async fn log_out(asker: Asker) -> Result<Response, PageError> {
    if let Some(visitor) = asker.visitor().await? {
        session::end(&asker.app, &visitor).await?;
    }
    asker.becomes_guest().await
}

async fn log_out_everywhere(asker: Asker) -> Result<Response, PageError> {
    if let Some(visitor) = asker.visitor().await? {
        session::end_all(&asker.app, &visitor.person.id).await?;
    }
    asker.becomes_guest().await
}

/// Who asks, with an account.
async fn member(app: &App, headers: &HeaderMap) -> Result<Visitor, PageError> {
    let visitor = session::recognize(app, headers).await?.filter(|visitor| !visitor.is_guest());
    visitor.ok_or_else(|| PageError::unauthorized("log_in", "log in first: tokens belong to accounts"))
}

async fn list_tokens(State(app): State<App>, headers: HeaderMap) -> Result<Json<Value>, PageError> {
    let visitor = member(&app, &headers).await?;
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let shown = |token: &Token| {
        json!({
            "id": token.id(),
            "description": token.description,
            "scopes": token.scopes.iter().map(Scope::name).collect::<Vec<_>>(),
            "created": token.created.millis(),
            "expires": token.expires.map(game::Timestamp::millis),
        })
    };
    Ok(Json(json!({ "tokens": tokens.iter().map(shown).collect::<Vec<_>>() })))
}

/// A token that is wanted.
#[derive(Deserialize)]
struct NewToken {
    #[serde(default)]
    description: String,
    scopes: Vec<String>,
}

async fn make_token(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<(StatusCode, Json<Value>), PageError> {
    let visitor = member(&app, &headers).await?;
    let NewToken { description, scopes } = read(&body)?;
    let scopes = Scopes::of(scopes.iter().map(String::as_str));
    let scopes = scopes.map_err(|error| PageError::bad("bad_scope", error.to_string()))?;
    let secret = new_token(&app, visitor.person.id, scopes, description).await?;
    Ok((StatusCode::CREATED, Json(json!({ "token": secret.reveal() }))))
}

/// Makes a personal token.
pub(super) async fn new_token(
    app: &App,
    player: PlayerId,
    scopes: Scopes,
    description: String,
) -> Result<Secret, PageError> {
    if description.chars().count() > LONGEST_DESCRIPTION {
        let why = format!("a description has at most {LONGEST_DESCRIPTION} characters");
        return Err(PageError::bad("bad_description", why));
    }
    if !tokens::has_room(&app.store, app.clock.now(), &player).await? {
        return Err(PageError::conflict("too_many", format!("{} tokens are the most", tokens::MOST)));
    }
    let token = (player, scopes, description);
    Ok(tokens::make(&app.store, app.clock.now(), tokens::PERSONAL, token, None).await?)
}

async fn remove_token(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Value>, PageError> {
    let visitor = member(&app, &headers).await?;
    let tokens = app.store.tokens(&visitor.person.id).await?;
    let token = tokens.into_iter().find(|token| token.id() == id);
    let token = token.ok_or_else(|| PageError::not_found("you have no such token"))?;
    app.store.remove_token(&visitor.person.id, token.hash).await?;
    Ok(Json(json!({ "ok": true })))
}
