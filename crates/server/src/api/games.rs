//! Games for those who collect and watch them: as PGN, as JSON, as they are played.

use super::error::ApiError;
use super::export::{Wanted, pgn};
use super::gate::Site;
use super::ndjson::{self, Gone, KEEP_ALIVE, Lines};
use super::seen::Seen;
use super::streams::look_on;
use super::table::{look, look_back, room};
use crate::app::App;
use crate::http::admission::Client;
use crate::http::form::Fields;
use crate::ids::PlayerId;
use crate::rooms::{Outbox, Post, Room};
use axum::body::Body;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::time::interval;

/// How many games of one player are sent at once.
const MOST: usize = 1000;

fn wanted(query: &Fields) -> Wanted {
    let unless_no = |name| query.text(name).is_none() || query.flag(name);
    Wanted { moves: unless_no("moves"), tags: unless_no("tags"), clocks: unless_no("clocks") }
}

fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains(kind))
}

fn as_json(seen: &Seen, site: &Site, query: &Fields) -> Value {
    let mut game = seen.game_json();
    if query.flag("pgnInJson") {
        game["pgn"] = json!(pgn(seen, &site.0, wanted(query)));
    }
    if query.flag("clocks") {
        // Hundredths of a second, as clients of such exports expect.
        let clocks = seen.game.record().iter().filter_map(|played| played.left[played.by]);
        game["clocks"] = clocks.map(|left| left.millis() / 10).collect();
    }
    game
}

fn pgn_response(text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    let kind = HeaderValue::from_static("application/x-chess-pgn");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

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
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    if accepts(&headers, "application/json") {
        return Ok(Json(as_json(&seen, &site, &query)).into_response());
    }
    Ok(pgn_response(pgn(&seen, &site.0, wanted(&query))))
}

/// The finished games of a player, the newest first: PGN, or a line of JSON each.
pub async fn of_user(
    State(app): State<App>,
    site: Site,
    Path(name): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let player = PlayerId::account(&name);
    app.store.account(&player).await?.ok_or_else(ApiError::not_found)?;
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let most = query.text("max").and_then(|number| number.parse().ok()).unwrap_or(MOST).min(MOST);
    let mut games = Vec::new();
    for id in app.store.finished_games(&player, most).await? {
        let Ok(room) = room(&app, id.as_str()).await else { continue };
        games.push(look_back(&app, &room).await?);
    }
    Ok(as_games(&games, &site, &query, wants_lines(&headers)))
}

/// Whether a client wants a line of JSON for each game, rather than PGN.
pub(super) fn wants_lines(headers: &HeaderMap) -> bool {
    accepts(headers, "ndjson")
}

/// Several games as PGN, or a line of JSON each.
pub(super) fn as_games(games: &[Seen], site: &Site, query: &Fields, as_lines: bool) -> Response {
    if as_lines {
        return ndjson::list(games.iter().map(|seen| as_json(seen, site, query)).collect());
    }
    pgn_response(games.iter().map(|seen| pgn(seen, &site.0, wanted(query)) + "\n").collect())
}

/// A game for those who look on: what it is, each position, and what it was.
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
    let v = room.inside().v;
    let (_following, _) = app.rooms.follow(room, None, Some(v), &outbox);
    let mut seen = look(app, room);
    lines.say(&seen.description())?;
    lines.say(&seen.watched())?;
    let mut ticks = interval(KEEP_ALIVE);
    while seen.game.termination().is_none() {
        tokio::select! {
            _ = ticks.tick() => lines.keep_alive()?,
            post = outbox.next() => match post {
                Ok(Post::Update(_)) => {
                    let before = seen.game.ply();
                    seen = look(app, room);
                    if seen.game.ply() != before {
                        lines.say(&seen.watched())?;
                    }
                }
                Ok(Post::News(_) | Post::Notice(_)) => {}
                Err(_) => return Err(Gone),
            },
        }
    }
    lines.say(&seen.description())
}
