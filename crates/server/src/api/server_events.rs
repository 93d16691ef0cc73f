//! `GET /api/admin/events`: every game of the server as it starts and ends, for a club's own programs.

use super::error::ApiError;
use super::gate::Caller;
use super::ndjson::{self, KEEP_ALIVE, Lines, StreamClosed};
use super::table::view_of;
use crate::app::App;
use crate::ids::GameId;
use axum::extract::State;
use axum::response::Response;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::interval;

/// Streams the games from now on.
pub async fn stream(State(app): State<App>, caller: Caller) -> Result<Response, ApiError> {
    if !caller.account.roles.admin {
        return Err(ApiError::forbidden("Only an admin of this server can do that"));
    }
    let slot = app.limits.stream_of(caller.account.id.as_str())?;
    let (started, finished) = (app.rooms.started(), app.rooms.finished());
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = lines.gone() => {}
            _ = send_games(&app, (started, finished), &lines) => {}
        }
        drop(slot);
    });
    Ok(response)
}

async fn send_games(
    app: &App,
    (mut started, mut finished): (Receiver<GameId>, Receiver<GameId>),
    lines: &Lines,
) -> Result<(), StreamClosed> {
    let mut ticks = interval(KEEP_ALIVE);
    loop {
        let (id, kind) = tokio::select! {
            _ = ticks.tick() => {
                lines.keep_alive()?;
                continue;
            }
            id = started.recv() => (id, "gameStart"),
            id = finished.recv() => (id, "gameFinish"),
        };
        let id = match id {
            Ok(id) => id,
            // A slow client misses some; the archive has them all.
            Err(RecvError::Lagged(_)) => continue,
            Err(RecvError::Closed) => return Ok(()),
        };
        if let Ok(Some(room)) = app.rooms.find(id).await {
            lines.send(&json!({ "type": kind, "game": view_of(app, &room).summary() }))?;
        }
    }
}
