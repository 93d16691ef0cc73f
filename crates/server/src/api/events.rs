//! `GET /api/stream/event`: games that begin and end, challenges that come and go.

use super::challenge_json::Direction;
use super::challenges::shown;
use super::error::ApiError;
use super::gate::Caller;
use super::ndjson::{self, Gone, KEEP_ALIVE, Lines};
use super::rematch;
use super::streams::Streams;
use super::table::{playing, seen};
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

/// What happens to a player, from now on; first what is the case already.
pub async fn stream(
    State(app): State<App>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
) -> Result<Response, ApiError> {
    app.allow(Rule::Stream, caller.account.id.as_str())?;
    let open = streams.open_events(&caller.account.id, caller.token.hash);
    let open = open.ok_or_else(|| app.limits.too_many_streams())?;
    // First the reader, then the state of things: nothing falls in between.
    let notifications = app.inboxes.read(&caller.account.id);
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        tokio::select! {
            () = open.replaced.cancelled() => {}
            () = lines.gone() => {}
            _ = tell(&app, &caller, notifications, &lines) => {}
        }
        drop(open);
    });
    Ok(response)
}

async fn tell(
    app: &App,
    caller: &Caller,
    mut notifications: mpsc::Receiver<Notification>,
    lines: &Lines,
) -> Result<(), Gone> {
    let mut told = HashSet::new();
    for (id, info) in games(app, caller).await {
        told.insert(id);
        lines.say(&json!({ "type": "gameStart", "game": info }))?;
    }
    for challenge in app.lobby.challenges.of(&caller.account.id) {
        if challenge.is_to(&caller.account.id)
            && let Some(challenge) = shown(app, challenge.id, Direction::Unsaid, &caller.site).await
        {
            lines.say(&json!({ "type": "challenge", "challenge": challenge }))?;
        }
    }
    let mut keep_alive = interval(KEEP_ALIVE);
    loop {
        tokio::select! {
            _ = keep_alive.tick() => lines.keep_alive()?,
            notification = notifications.recv() => {
                let Some(notification) = notification else { return Ok(()) };
                if let Notification::Started(id) = notification
                    && !told.insert(id)
                {
                    continue; // it was on when the stream began
                }
                if let Some(line) = event(app, caller, &notification).await {
                    lines.say(&line)?;
                }
            }
        }
    }
}

/// The player's games, the most urgent first.
async fn games(app: &App, caller: &Caller) -> Vec<(GameId, Value)> {
    let games = playing(app, &caller.account.id).await.unwrap_or_default();
    games.into_iter().map(|(seen, color)| (seen.id, seen.event_info(color))).collect()
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
        // Cookies are the page's affair.
        Notification::LoggedOut(_) => return None,
    })
}

async fn game(app: &App, caller: &Caller, id: GameId) -> Option<Value> {
    let seen = seen(app, id).await.ok()?;
    let color = seen.side_of(&caller.account.id)?;
    Some(seen.event_info(color))
}

/// A challenge. A seek is none to clients, although it is kept as one.
async fn challenge(app: &App, caller: &Caller, id: GameId) -> Option<Value> {
    let (challenge, _) = app.lobby.find(id).await.ok()??;
    if challenge.is_seek() {
        return None;
    }
    shown(app, id, Direction::Unsaid, &caller.site).await
}
