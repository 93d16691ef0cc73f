//! Creating games, and the current state of one game.

use crate::app::App;
use crate::http::admission::Client;
use crate::http::error::PageError;
pub(crate) use crate::http::form::read_json as read;
use crate::http::session;
use crate::ids::GameId;
use crate::rooms::view;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::{Extension, Json};
use rules::Color;
use wire::live::{NewGame, OpponentChoice};
use wire::page::{GameAddress, GameOrChallenge, MatchScore};

/// Creates a game, or a challenge with the id of the future game.
pub(super) async fn post_game(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, PageError> {
    let game: NewGame = read(&body)?;
    let (visitor, cookie) = session::enter(&app, &headers, client).await?;
    let id = match game.opponent {
        OpponentChoice::Computer { level } => app.lobby.play_computer(&visitor.person, &game, level).await?,
        OpponentChoice::Link {} | OpponentChoice::User { .. } | OpponentChoice::Lobby {} => {
            super::challenges::offer(&app, visitor.person, game).await?
        }
    };
    let cookie = AppendHeaders(cookie.map(|cookie| (SET_COOKIE, cookie)));
    let answer = Json(address(id));
    Ok((StatusCode::CREATED, cookie, answer).into_response())
}

/// The current state of a game, as on the live channel; before it starts, its challenge.
pub(super) async fn get_game(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, PageError> {
    let none = || PageError::not_found("there is no such game");
    let id: GameId = id.parse().map_err(|_| none())?;
    let visitor = session::recognize(&app, &headers).await?;
    let Some(room) = app.rooms.find(id).await? else {
        let challenge =
            super::challenges::challenge_answer(&app, id, visitor.as_ref()).await.map_err(|_| none())?;
        return Ok(Json(GameOrChallenge::Challenge(challenge)).into_response());
    };
    let kid = match &visitor {
        Some(visitor) => app.is_kid(&visitor.person.id).await?,
        None => app.settings.is_silent(),
    };
    let color = visitor.and_then(|visitor| room.color_of(&visitor.person.id));
    let state = room.state();
    let mut shown = view::game_snapshot(&room, &state, color, app.clock.now());
    if kid {
        shown.chat.clear();
    }
    Ok(Json(GameOrChallenge::Game(Box::new(shown))).into_response())
}

/// The score of the two players of a game against each other. Guests count as long as they keep their session.
pub(super) async fn get_match(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<MatchScore>, PageError> {
    let none = || PageError::not_found("there is no such game");
    let id: GameId = id.parse().map_err(|_| none())?;
    let room = app.rooms.find(id).await?.ok_or_else(none)?;
    let players = (room.player(Color::White), room.player(Color::Black));
    let (Some(white), Some(black)) = players else {
        return Err(PageError::not_found("there is no match score against the computer"));
    };
    let table = app.store.crosstable(&white, &black).await?;
    Ok(Json(MatchScore { white: table.first, black: table.second, games: table.games }))
}

/// The address of a game, even before it starts.
pub(super) fn address(id: GameId) -> GameAddress {
    GameAddress { id: id.as_str().into(), url: format!("/game/{id}") }
}
