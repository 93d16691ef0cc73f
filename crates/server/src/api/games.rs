//! Games for those who collect and watch them: as PGN, as JSON, as they are played.

use super::error::ApiError;
use super::game_form::{GameForm, PGN};
use super::game_view::GameView;
use super::gate::Site;
use super::ndjson::{self, Gone, KEEP_ALIVE, Lines};
use super::streams::look_on;
use super::table::{look, look_back, playing, room};
use crate::app::App;
use crate::http::admission::Client;
use crate::http::form::Fields;
use crate::ids::PlayerId;
use crate::rooms::{Outbox, Outgoing, Room};
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use std::sync::Arc;
use tokio::time::interval;

/// One game, on or over, as PGN or as JSON.
pub async fn export(
    State(app): State<App>,
    site: Site,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // Links to one side's view of a game have four letters more.
    let id = id.get(..8).unwrap_or(&id);
    let seen = look_back(&app, &*room(&app, id).await?).await?;
    Ok(one(&seen, query, &headers, &site))
}

/// The game that a player is playing, or the last one.
pub async fn current(
    State(app): State<App>,
    site: Site,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let player = PlayerId::account(&name);
    app.store.account(&player).await?.ok_or_else(ApiError::not_found)?;
    let on = playing(&app, &player).await?.into_iter().map(|(seen, _)| seen);
    let seen = match on.max_by_key(|seen| seen.game.latest()) {
        Some(seen) => seen,
        None => {
            let last = app.store.finished_games(&player, 1).await?;
            let last = last.first().ok_or_else(ApiError::no_such_game)?;
            look_back(&app, &*room(&app, last.as_str()).await?).await?
        }
    };
    Ok(one(&seen, query, &headers, &site))
}

/// One game in the form that is asked for.
fn one(seen: &GameView, query: Option<String>, headers: &HeaderMap, site: &Site) -> Response {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let form = GameForm::of(&query, headers, site, true);
    if form.as_json {
        return Json(form.json(seen)).into_response();
    }
    let mut response = Response::new(Body::from(form.pgn(seen)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PGN));
    response
}

/// A game for spectators: what it is, each position, and what it was.
pub async fn watch(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let room = room(&app, &id).await?;
    let place = look_on(&app, client)?;
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = lines.gone() => {}
            _ = show(&app, &room, &lines) => {}
        }
        drop(place);
    });
    Ok(response)
}

async fn show(app: &App, room: &Arc<Room>, lines: &Lines) -> Result<(), Gone> {
    let outbox = Outbox::new();
    let v = room.state().v;
    let (_following, _) = app.rooms.follow(room, None, Some(v), &outbox);
    let mut seen = look(app, room);
    lines.say(&seen.description())?;
    lines.say(&seen.watched())?;
    let mut ticks = interval(KEEP_ALIVE);
    while seen.game.termination().is_none() {
        tokio::select! {
            _ = ticks.tick() => lines.keep_alive()?,
            outgoing = outbox.next() => match outgoing {
                Ok(Outgoing::Update(_)) => {
                    let before = seen.game.ply();
                    seen = look(app, room);
                    if seen.game.ply() != before {
                        lines.say(&seen.watched())?;
                    }
                }
                Ok(Outgoing::SideEvent(_) | Outgoing::Notification(_)) => {}
                Err(_) => return Err(Gone),
            },
        }
    }
    lines.say(&seen.description())
}
