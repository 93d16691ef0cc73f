//! `GET /api/stream/event`: games that start and end, challenges that come and go.

use super::challenge_json::Direction;
use super::challenges::shown;
use super::error::ApiError;
use super::gate::Caller;
use super::ndjson::{self, KEEP_ALIVE, Lines, StreamClosed};
use super::rematch;
use super::streams::Streams;
use super::table::{find_view, playing};
use crate::app::App;
use crate::ids::GameId;
use crate::limits::Rule;
use crate::rooms::inbox::Notification;
use axum::Extension;
use axum::extract::State;
use axum::response::Response;
use serde_json::{Value, json};
use std::collections::HashSet;
use tokio::sync::mpsc;
use tokio::time::interval;

/// Streams the events of a player, starting with the current games and challenges.
pub async fn stream(
    State(app): State<App>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
) -> Result<Response, ApiError> {
    app.allow(Rule::Stream, caller.account.id.as_str())?;
    let open = streams.open_events(&caller.account.id, caller.token.hash);
    let open = open.ok_or_else(|| app.limits.too_many_streams())?;
    // Subscribe before reading the current state, so that no event is missed in between.
    let notifications = app.inboxes.read(&caller.account.id);
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = open.replaced.cancelled() => {}
            () = lines.gone() => {}
            _ = send_events(&app, &caller, notifications, &lines) => {}
        }
        drop(open);
    });
    Ok(response)
}

async fn send_events(
    app: &App,
    caller: &Caller,
    mut notifications: mpsc::Receiver<Notification>,
    lines: &Lines,
) -> Result<(), StreamClosed> {
    let mut sent = HashSet::new();
    for (id, info) in games(app, caller).await {
        sent.insert(id);
        lines.send(&json!({ "type": "gameStart", "game": info }))?;
    }
    for challenge in app.lobby.challenges.of(&caller.account.id) {
        if challenge.is_to(&caller.account.id)
            && let Some(challenge) = shown(app, challenge.id, Direction::Unspecified, &caller.site).await
        {
            lines.send(&json!({ "type": "challenge", "challenge": challenge }))?;
        }
    }
    let mut keep_alive = interval(KEEP_ALIVE);
    loop {
        tokio::select! {
            _ = keep_alive.tick() => lines.keep_alive()?,
            notification = notifications.recv() => {
                let Some(notification) = notification else { return Ok(()) };
                if let Notification::Started(id) = notification
                    && !sent.insert(id)
                {
                    continue; // sent at the start of the stream
                }
                if let Some(line) = event(app, caller, &notification).await {
                    lines.send(&line)?;
                }
            }
        }
    }
}

/// The player's live games, most urgent first.
async fn games(app: &App, caller: &Caller) -> Vec<(GameId, Value)> {
    let games = playing(app, &caller.account.id).await.unwrap_or_default();
    games.into_iter().map(|(view, color)| (view.id, view.event_info(color))).collect()
}

async fn event(app: &App, caller: &Caller, notification: &Notification) -> Option<Value> {
    let compat = json!({ "bot": true, "board": true });
    Some(match notification {
        Notification::Started(id) => json!({ "type": "gameStart", "game": game(app, caller, *id).await? }),
        Notification::Finished(id) => json!({ "type": "gameFinish", "game": game(app, caller, *id).await? }),
        Notification::Challenge(id) => {
            json!({ "type": "challenge", "challenge": challenge(app, caller, *id).await?, "compat": compat })
        }
        Notification::ChallengeCanceled(id) => {
            json!({ "type": "challengeCanceled", "challenge": challenge(app, caller, *id).await? })
        }
        Notification::ChallengeDeclined(id) => {
            json!({ "type": "challengeDeclined", "challenge": challenge(app, caller, *id).await? })
        }
        Notification::Rematch(id, by) => {
            let challenge = rematch::shown(app, *id, *by, &caller.site).await?;
            json!({ "type": "challenge", "challenge": challenge, "compat": compat })
        }
        // Only the page uses cookies.
        Notification::LoggedOut(_) => return None,
    })
}

async fn game(app: &App, caller: &Caller, id: GameId) -> Option<Value> {
    let view = find_view(app, id).await.ok()?;
    let color = view.side_of(&caller.account.id)?;
    Some(view.event_info(color))
}

/// A challenge; `None` for a seek, which clients do not see as a challenge.
async fn challenge(app: &App, caller: &Caller, id: GameId) -> Option<Value> {
    let (challenge, _) = app.lobby.find(id).await.ok()??;
    if challenge.is_seek() {
        return None;
    }
    shown(app, id, Direction::Unspecified, &caller.site).await
}
