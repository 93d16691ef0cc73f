//! `POST /api/stream/games-by-users`: games between given players, when they start and when they end.

use super::error::ApiError;
use super::game_view::GameView;
use super::ndjson::{self, KEEP_ALIVE, Lines, StreamClosed};
use super::streams::spectator_slot;
use super::table::view_of;
use crate::app::App;
use crate::http::admission::Client;
use crate::http::form::{Fields, read};
use crate::ids::{GameId, PlayerId};
use axum::Extension;
use axum::extract::{RawQuery, Request, State};
use axum::response::Response;
use rules::Color;
use std::collections::HashSet;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::interval;

/// The most players in one request.
const MAX_USERS: usize = 300;

/// The players whose games are streamed.
type Players = HashSet<PlayerId>;

/// Streams the games between some players from now on, optionally starting with the live ones.
pub async fn stream(
    State(app): State<App>,
    Extension(client): Extension<Client>,
    RawQuery(query): RawQuery,
    request: Request,
) -> Result<Response, ApiError> {
    let query = Fields::from_form(query.unwrap_or_default().as_bytes());
    let bytes = read(request.into_body()).await?;
    let text = String::from_utf8_lossy(&bytes);
    let names = text.split([',', '\n']).map(str::trim).filter(|name| !name.is_empty());
    let players: Players = names.take(MAX_USERS).map(PlayerId::account).collect();
    let slot = spectator_slot(&app, client)?;
    // Subscribe before reading the live games, so that none is missed in between.
    let (started, finished) = (app.rooms.started(), app.rooms.finished());
    let current = if query.flag("withCurrentGames") { current(&app, &players).await? } else { Vec::new() };
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = lines.gone() => {}
            _ = send_games(&app, &players, (started, finished), current, &lines) => {}
        }
        drop(slot);
    });
    Ok(response)
}

/// The live games between these players, oldest first.
async fn current(app: &App, players: &Players) -> Result<Vec<GameView>, ApiError> {
    let mut ids = HashSet::new();
    for player in players {
        ids.extend(app.rooms.playing(player).await?.iter().map(|room| room.id));
    }
    let mut games = Vec::new();
    for id in ids {
        games.extend(among(app, players, id).await);
    }
    games.retain(|view| view.game.termination().is_none());
    games.sort_by_key(|view| view.game.settings().begins);
    Ok(games)
}

/// A game, if both of its players are among these.
async fn among(app: &App, players: &Players, id: GameId) -> Option<GameView> {
    let room = app.rooms.find(id).await.ok()??;
    let is_among = |color: Color| room.player(color).is_some_and(|player| players.contains(&player));
    Color::ALL.into_iter().all(is_among).then(|| view_of(app, &room))
}

async fn send_games(
    app: &App,
    players: &Players,
    (mut started, mut finished): (Receiver<GameId>, Receiver<GameId>),
    current: Vec<GameView>,
    lines: &Lines,
) -> Result<(), StreamClosed> {
    let mut sent = HashSet::new();
    for view in current {
        sent.insert(view.id);
        lines.send(&view.summary())?;
    }
    let mut ticks = interval(KEEP_ALIVE);
    loop {
        let (id, starts) = tokio::select! {
            _ = ticks.tick() => {
                lines.keep_alive()?;
                continue;
            }
            id = started.recv() => (id, true),
            id = finished.recv() => (id, false),
        };
        let id = match id {
            Ok(id) => id,
            // A slow client misses some games.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return Ok(()),
        };
        // A game that was live when the stream started is not sent again.
        let is_known = starts && !sent.insert(id);
        if !starts {
            sent.remove(&id);
        }
        if let Some(view) = among(app, players, id).await.filter(|_| !is_known) {
            lines.send(&view.summary())?;
        }
    }
}
