//! Games for collectors and spectators: as PGN, as JSON, and live.

use super::error::ApiError;
use super::game_form::{GameForm, PGN};
use super::game_view::GameView;
use super::gate::Site;
use super::ndjson::{self, KEEP_ALIVE, Lines, StreamClosed};
use super::streams::spectator_slot;
use super::table::{playing, room, view_of, view_with_ratings};
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

/// One game, live or over, as PGN or JSON.
pub async fn export(
    State(app): State<App>,
    site: Site,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    // Links to one side of a game have four more letters.
    let id = id.get(..8).unwrap_or(&id);
    let view = view_with_ratings(&app, &*room(&app, id).await?).await?;
    Ok(one(&view, query, &headers, &site))
}

/// A player's live game, or the last one.
pub async fn current(
    State(app): State<App>,
    site: Site,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let player = PlayerId::account(&name);
    app.store.account(&player).await?.ok_or_else(ApiError::not_found)?;
    let on = playing(&app, &player).await?.into_iter().map(|(view, _)| view);
    let view = match on.max_by_key(|view| view.game.latest()) {
        Some(view) => view,
        None => {
            let last = app.store.finished_games(&player, 1).await?;
            let last = last.first().ok_or_else(ApiError::no_such_game)?;
            view_with_ratings(&app, &*room(&app, last.as_str()).await?).await?
        }
    };
    Ok(one(&view, query, &headers, &site))
}

/// One game in the requested format.
fn one(view: &GameView, query: Option<String>, headers: &HeaderMap, site: &Site) -> Response {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let form = GameForm::of(&query, headers, site, true);
    if form.as_json {
        return Json(form.json(view)).into_response();
    }
    let mut response = Response::new(Body::from(form.pgn(view)));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PGN));
    response
}

/// Streams a game to spectators: its description, each position, and its description again at the end.
pub async fn watch(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let room = room(&app, &id).await?;
    let slot = spectator_slot(&app, client)?;
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = lines.gone() => {}
            _ = send_game(&app, &room, &lines) => {}
        }
        drop(slot);
    });
    Ok(response)
}

async fn send_game(app: &App, room: &Arc<Room>, lines: &Lines) -> Result<(), StreamClosed> {
    let outbox = Outbox::new();
    let v = room.state().v;
    let (_following, _) = app.rooms.follow(room, None, Some(v), &outbox);
    let mut view = view_of(app, room);
    lines.send(&view.description())?;
    lines.send(&view.position_json())?;
    let mut ticks = interval(KEEP_ALIVE);
    while view.game.termination().is_none() {
        tokio::select! {
            _ = ticks.tick() => lines.keep_alive()?,
            outgoing = outbox.next() => match outgoing {
                Ok(Outgoing::Update(_)) => {
                    let before = view.game.ply();
                    view = view_of(app, room);
                    if view.game.ply() != before {
                        lines.send(&view.position_json())?;
                    }
                }
                Ok(Outgoing::SideEvent(_) | Outgoing::Notification(_)) => {}
                Err(_) => return Err(StreamClosed),
            },
        }
    }
    lines.send(&view.description())
}
