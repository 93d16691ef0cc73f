//! Challenges of the page: creating and answering them.

use super::games::{address, read};
use super::me::challenge_json;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
use crate::http::route::Audience::Everybody;
use crate::http::route::Route;
use crate::http::session::{self, Visitor};
use crate::identity::Person;
use crate::ids::{GameId, PlayerId};
use crate::lobby::challenge::{DeclineReason, RatingRange, Status, Target};
use crate::lobby::challenges::ChallengeError;
use crate::lobby::matchmaking::LobbyError;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use serde::Deserialize;
use wire::live::{NewGame, OpponentChoice};
use wire::page::{ChallengeAnswer, ChallengeStatus, Lobby, OkAnswer, PageErrorCode};

pub(super) fn routes() -> Vec<Route> {
    vec![
        Route::get("/app/challenges/{id}", Everybody, get_challenge),
        Route::post("/app/challenges/{id}/accept", Everybody, accept),
        Route::post("/app/challenges/{id}/decline", Everybody, decline),
        Route::post("/app/challenges/{id}/cancel", Everybody, cancel),
        Route::get("/app/lobby", Everybody, get_lobby),
    ]
}

/// Offers a game to somebody, to anybody with the link, or to anybody in the lobby.
pub(super) async fn offer(app: &App, person: Person, game: NewGame) -> Result<GameId, PageError> {
    let target = match &game.opponent {
        OpponentChoice::User { name } => {
            let found = app.store.account(&PlayerId::account(name)).await?;
            let found = found.ok_or_else(|| PageError::not_found(format!("there is no player {name:?}")))?;
            Target::Player(Person { id: found.id, name: found.name, title: found.title })
        }
        OpponentChoice::Lobby {} => {
            let offered = app.lobby.seek(person, Target::Lobby(RatingRange::ALL), game).await?;
            return Ok(offered.game());
        }
        OpponentChoice::Link {} | OpponentChoice::Computer { .. } => Target::Link(Vec::new()),
    };
    Ok(app.lobby.offer(Some(person), target, game).await?.challenge.id)
}

async fn get_challenge(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let visitor = session::recognize(&app, &headers).await?;
    Ok(Json(challenge_answer(&app, id_of(&id)?, visitor.as_ref()).await?).into_response())
}

/// A challenge and its status, as the page shows it.
pub(super) async fn challenge_answer(
    app: &App,
    id: GameId,
    visitor: Option<&Visitor>,
) -> Result<ChallengeAnswer, PageError> {
    let (challenge, status) = app.lobby.find(id).await?.ok_or(ChallengeError::Unknown)?;
    // A challenge to one player is visible only to the two players.
    let concerns = |visitor: &Visitor| challenge.people().any(|player| *player == visitor.person.id);
    if challenge.target_player().is_some() && !visitor.is_some_and(concerns) {
        return Err(ChallengeError::Unknown.into());
    }
    let (status, why) = match status {
        Status::Created => (ChallengeStatus::Created, None),
        Status::Accepted => (ChallengeStatus::Accepted, None),
        Status::Canceled => (ChallengeStatus::Canceled, None),
        Status::Declined(reason) => (ChallengeStatus::Declined, Some(reason.sentence())),
    };
    let yours = visitor.is_some_and(|visitor| challenge.is_by(&visitor.person.id));
    Ok(ChallengeAnswer { challenge: challenge_json(&challenge), status, why, yours })
}

fn id_of(text: &str) -> Result<GameId, PageError> {
    Ok(text.parse().map_err(|_| ChallengeError::Unknown)?)
}

async fn get_lobby(State(app): State<App>) -> Response {
    Json(Lobby { seeks: app.lobby.seeks() }).into_response()
}

async fn accept(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let id = id_of(&id)?;
    let (visitor, cookie) = session::enter(&app, &headers, client).await?;
    app.lobby.accept(id, visitor.person, None).await?;
    let cookie = AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie)));
    Ok((cookie, Json(address(id))).into_response())
}

/// The reason for declining.
#[derive(Default, Deserialize)]
struct DeclineBody {
    #[serde(default)]
    reason: String,
}

async fn decline(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, PageError> {
    // The reason is optional.
    let DeclineBody { reason } = if body.is_empty() { DeclineBody::default() } else { read(&body)? };
    let visitor = session::recognize(&app, &headers).await?.ok_or(ChallengeError::NotYours)?;
    app.lobby.decline(id_of(&id)?, &visitor.person.id, DeclineReason::parse(&reason)).await?;
    Ok(Json(OkAnswer::OK).into_response())
}

async fn cancel(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let visitor = session::recognize(&app, &headers).await?.ok_or(ChallengeError::NotYours)?;
    app.lobby.cancel(id_of(&id)?, &visitor.person.id).await?;
    Ok(Json(OkAnswer::OK).into_response())
}

impl From<LobbyError> for PageError {
    fn from(error: LobbyError) -> PageError {
        match error {
            LobbyError::Challenge(error) => error.into(),
            LobbyError::Terms(why) => PageError::bad(PageErrorCode::BadGame, why),
            LobbyError::Denied(why) => PageError::forbidden(PageErrorCode::NotAllowed, why),
            LobbyError::TooMany(too_many) => too_many.into(),
            LobbyError::Store(error) => error.into(),
        }
    }
}

impl From<ChallengeError> for PageError {
    fn from(error: ChallengeError) -> PageError {
        let why = error.to_string();
        match error {
            ChallengeError::Unknown => PageError::not_found(why),
            ChallengeError::NotYours => PageError::forbidden(PageErrorCode::NotYours, why),
            ChallengeError::Own => PageError::conflict(PageErrorCode::Own, why),
            ChallengeError::Gone => PageError::conflict(PageErrorCode::Gone, why),
            ChallengeError::TooMany => PageError::conflict(PageErrorCode::TooMany, why),
        }
    }
}
