//! Server settings as visitors see them, and what users can do with their own account and with other users.

use super::account::{member, verified};
use super::games::read;
use crate::admin::{reports, users};
use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::route::{Audience, Route};
use crate::http::session::{self, Visitor};
use crate::http::site::Site;
use crate::identity::Person;
use crate::ids::PlayerId;
use crate::limits::Rule;
use crate::store::{Account, AccountStatus, GameQuery};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::CONTENT_DISPOSITION;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::json;
use wire::club::{Blocks, CHAT_PRESETS, CloseAccount, NewName, NewReport, ServerInfo, ServerSettings};
use wire::page::{OkAnswer, PageErrorCode};

/// The most games listed in an export of a user's data.
const MAX_GAMES: u32 = 100_000;

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/app/server", Audience::Everybody, server_info),
        Route::post("/app/account/name", Audience::Account, rename),
        Route::post("/app/account/close", Audience::Account, close),
        Route::get("/app/account/export", Audience::Account, export),
        Route::get("/app/blocks", Audience::Account, list_blocks),
        Route::put("/app/blocks/{name}", Audience::Account, block),
        Route::delete("/app/blocks/{name}", Audience::Account, unblock),
        Route::post("/app/reports", Audience::Everybody, report),
    ]
}

async fn server_info(State(app): State<App>, site: Site) -> Json<ServerInfo> {
    let mut settings = ServerSettings::clone(&app.settings.get());
    settings.registration = app.settings.registration();
    Json(ServerInfo {
        settings,
        presets: CHAT_PRESETS.to_vec(),
        address: format!("{}/", site.for_others(&app).0),
        version: env!("CARGO_PKG_VERSION"),
    })
}

async fn own_account(app: &App, headers: &HeaderMap) -> Result<(Visitor, Account), PageError> {
    let visitor = member(app, headers).await?;
    let account = app.store.account(&visitor.person.id).await?;
    Ok((visitor, account.ok_or_else(|| PageError::not_found("there is no such account"))?))
}

async fn other(app: &App, visitor: &Visitor, name: &str) -> Result<Person, PageError> {
    let account = app.store.account(&PlayerId::account(name)).await?;
    let account = account.ok_or_else(|| PageError::not_found(format!("there is no player {name:?}")))?;
    if account.id == visitor.person.id {
        return Err(PageError::bad(PageErrorCode::Yourself, "you cannot do that to yourself"));
    }
    Ok(Person { id: account.id, name: account.name, title: account.title })
}

async fn rename(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<OkAnswer>, PageError> {
    let (_, account) = own_account(&app, &headers).await?;
    let NewName { name } = read(&body)?;
    if app.settings.is_silent() || account.kid {
        return Err(PageError::forbidden(
            PageErrorCode::NotAllowed,
            "on this server an admin chooses the names",
        ));
    }
    app.limits.check_everywhere(app.store.shared(), Rule::Register, account.id.as_str()).await?;
    users::rename(&app, &account.id, &name).await?;
    Ok(Json(OkAnswer::OK))
}

async fn close(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<OkAnswer>, PageError> {
    let (_, account) = own_account(&app, &headers).await?;
    let CloseAccount { password } = read(&body)?;
    verified(&app, client, &account.name, password).await?;
    users::set_status(&app, &account, AccountStatus::Closed).await?;
    Ok(Json(OkAnswer::OK))
}

/// Everything stored about the user, as a file. Games are listed; their moves are at `/api/games/user/NAME`.
async fn export(State(app): State<App>, headers: HeaderMap) -> Result<Response, PageError> {
    let (visitor, account) = own_account(&app, &headers).await?;
    let id = &visitor.person.id;
    let query = GameQuery { player: Some(id.clone()), limit: MAX_GAMES, ..GameQuery::default() };
    let games = app.store.find_games(query).await?;
    let games: Vec<_> = games
        .iter()
        .map(|game| {
            json!({
                "id": game.game.to_string(), "white": game.white.1, "black": game.black.1,
                "began": game.began.millis(), "ended": game.ended.millis(), "result": game.result,
                "reason": game.reason, "time": game.time, "rated": game.rated,
            })
        })
        .collect();
    let ratings: serde_json::Map<_, _> = app
        .store
        .ratings(id, app.clock.now())
        .await?
        .into_iter()
        .map(|(perf, rating)| (perf, json!({ "rating": rating.rounded(), "games": rating.games })))
        .collect();
    let tokens = app.store.tokens(id).await?;
    let tokens: Vec<_> = tokens
        .iter()
        .map(|token| {
            json!({ "description": token.description, "scopes": token.scopes.to_string(), "created": token.created.millis() })
        })
        .collect();
    let blocked: Vec<_> = app.store.blocks(id).await?.into_iter().map(|person| person.name).collect();
    let chat = app.store.chat_of(&account.name).await?;
    let chat: Vec<_> = chat
        .into_iter()
        .map(|(game, at, text)| json!({ "game": game.to_string(), "at": at.millis(), "text": text }))
        .collect();
    let data = json!({
        "name": account.name, "id": account.id.as_str(), "real_name": account.real_name,
        "created": account.created.millis(), "seen": account.seen.millis(), "roles": account.roles.list(),
        "kid": account.kid, "muted": account.muted, "ratings": ratings, "games": games, "chat": chat,
        "tokens": tokens, "blocked": blocked, "moves": format!("/api/games/user/{}", account.name),
    });
    let name = format!("attachment; filename=\"tabiya-{}.json\"", account.id);
    Ok(([(CONTENT_DISPOSITION, name)], Json(data)).into_response())
}

async fn list_blocks(State(app): State<App>, headers: HeaderMap) -> Result<Json<Blocks>, PageError> {
    let visitor = member(&app, &headers).await?;
    let blocked = app.store.blocks(&visitor.person.id).await?;
    Ok(Json(Blocks { blocked: blocked.into_iter().map(|person| person.name).collect() }))
}

async fn set_block(
    app: &App,
    headers: &HeaderMap,
    name: &str,
    on: bool,
) -> Result<Json<OkAnswer>, PageError> {
    let visitor = member(app, headers).await?;
    let other = other(app, &visitor, name).await?;
    app.store.set_block(&visitor.person.id, &other.id, on).await?;
    Ok(Json(OkAnswer::OK))
}

async fn block(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Json<OkAnswer>, PageError> {
    set_block(&app, &headers, &name, true).await
}

async fn unblock(
    State(app): State<App>,
    headers: HeaderMap,
    Path(name): Path<String>,
) -> Result<Json<OkAnswer>, PageError> {
    set_block(&app, &headers, &name, false).await
}

async fn report(
    State(app): State<App>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Json<OkAnswer>, PageError> {
    let new: NewReport = read(&body)?;
    let visitor = session::recognize(&app, &headers).await?;
    let visitor = visitor.ok_or_else(|| PageError::unauthorized(PageErrorCode::LogIn, "Log in first."))?;
    let about = other(&app, &visitor, &new.name).await?;
    app.allow(Rule::Chat, &format!("{} reports", visitor.person.id))?;
    reports::keep(&app, &visitor.person, &about, &new).await?;
    Ok(Json(OkAnswer::OK))
}
