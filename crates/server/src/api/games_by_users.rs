//! `POST /api/stream/games-by-users`: games between some players, each when it begins and when it ends.

use super::error::ApiError;
use super::game_view::GameView;
use super::ndjson::{self, Gone, KEEP_ALIVE, Lines};
use super::streams::look_on;
use super::table::look;
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

/// How many players can be listened to at once.
const MAX_USERS: usize = 300;

/// The players whose games are told.
type Players = HashSet<PlayerId>;

/// The games between some players from now on, and on demand those that are on.
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
    let place = look_on(&app, client)?;
    // First the listeners, then the state of things: nothing falls in between.
    let (started, finished) = (app.rooms.started(), app.rooms.finished());
    let current = if query.flag("withCurrentGames") { current(&app, &players).await? } else { Vec::new() };
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = lines.gone() => {}
            _ = tell(&app, &players, (started, finished), current, &lines) => {}
        }
        drop(place);
    });
    Ok(response)
}

/// The games between these players that are on, the oldest first.
async fn current(app: &App, players: &Players) -> Result<Vec<GameView>, ApiError> {
    let mut ids = HashSet::new();
    for player in players {
        ids.extend(app.rooms.playing(player).await?.iter().map(|room| room.id));
    }
    let mut games = Vec::new();
    for id in ids {
        games.extend(among(app, players, id).await);
    }
    games.retain(|seen| seen.game.termination().is_none());
    games.sort_by_key(|seen| seen.game.settings().begins);
    Ok(games)
}

/// A game, if both who play it are among these.
async fn among(app: &App, players: &Players, id: GameId) -> Option<GameView> {
    let room = app.rooms.find(id).await.ok()??;
    let is_among = |color: Color| room.player(color).is_some_and(|player| players.contains(&player));
    Color::ALL.into_iter().all(is_among).then(|| look(app, &room))
}

async fn tell(
    app: &App,
    players: &Players,
    (mut started, mut finished): (Receiver<GameId>, Receiver<GameId>),
    current: Vec<GameView>,
    lines: &Lines,
) -> Result<(), Gone> {
    let mut told = HashSet::new();
    for seen in current {
        told.insert(seen.id);
        lines.say(&seen.summary())?;
    }
    let mut ticks = interval(KEEP_ALIVE);
    loop {
        let (news, begins) = tokio::select! {
            _ = ticks.tick() => {
                lines.keep_alive()?;
                continue;
            }
            id = started.recv() => (id, true),
            id = finished.recv() => (id, false),
        };
        let id = match news {
            Ok(id) => id,
            // Nobody waits for a listener that does not keep up.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return Ok(()),
        };
        // A game that was on when the stream began is told once.
        let is_old_news = begins && !told.insert(id);
        if !begins {
            told.remove(&id);
        }
        if let Some(seen) = among(app, players, id).await.filter(|_| !is_old_news) {
            lines.say(&seen.summary())?;
        }
    }
}
