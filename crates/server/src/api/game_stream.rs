//! `GET /api/{board,bot}/game/stream/{id}`: the whole game first, then a line for every change.

use super::error::ApiError;
use super::gate::Caller;
use super::ndjson::{self, KEEP_ALIVE, Lines, StreamClosed};
use super::streams::Streams;
use super::table::{room, view_of};
use crate::app::App;
use crate::ids::PlayerId;
use crate::limits::Rule;
use crate::rooms::{Outbox, Outgoing, Room, SideEventKind};
use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use rules::Color;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::time::interval;
use wire::live::{ChatLine, ChatRoom};

/// Streams a player's game until it is over.
pub async fn stream(
    State(app): State<App>,
    Extension(streams): Extension<Streams>,
    caller: Caller,
    Path(id): Path<String>,
) -> Result<Response, ApiError> {
    let room = room(&app, &id).await?;
    let color = room.color_of(&caller.account.id);
    let color = color.ok_or_else(|| ApiError::Plain(StatusCode::NOT_FOUND, "Not your game".into()))?;
    app.allow(Rule::Stream, caller.account.id.as_str())?;
    let open = streams.open(&caller.account.id).ok_or_else(|| app.limits.too_many_streams())?;
    let (lines, response) = ndjson::stream(&app);
    tokio::spawn(async move {
        let reader =
            Reader { app: &app, room: &room, player: &caller.account.id, color, kid: caller.account.kid };
        tokio::select! {
            () = lines.gone() => {}
            _ = reader.run(&lines) => {}
        }
        drop(open);
    });
    Ok(response)
}

struct Reader<'a> {
    app: &'a App,
    room: &'a Arc<Room>,
    player: &'a PlayerId,
    color: Color,
    /// Whether chat is off for this player.
    kid: bool,
}

impl Reader<'_> {
    async fn run(&self, lines: &Lines) -> Result<(), StreamClosed> {
        let outbox = Outbox::new();
        // Subscribe before reading the game, so that no change is missed. The player counts as present while the
        // subscription is held.
        let v = self.room.state().v;
        let (_following, _) = self.app.rooms.follow(self.room, Some(self.player), Some(v), &outbox);
        let full = view_of(self.app, self.room);
        lines.send(&full.game_full())?;
        let mut view = full;
        let mut ticks = interval(KEEP_ALIVE);
        while view.game.termination().is_none() {
            tokio::select! {
                _ = ticks.tick() => lines.keep_alive()?,
                outgoing = outbox.next() => match outgoing {
                    // Each line has all moves, so one line can stand for several changes.
                    Ok(Outgoing::Update(_)) => {
                        view = view_of(self.app, self.room);
                        lines.send(&view.game_state())?;
                    }
                    Ok(Outgoing::SideEvent(side_event)) => {
                        if let Some(line) = self.side_event(&side_event.what) {
                            lines.send(&line)?;
                        }
                    }
                    Ok(Outgoing::Notification(_)) => {}
                    Err(_) => return Err(StreamClosed),
                },
            }
        }
        Ok(())
    }

    fn side_event(&self, what: &SideEventKind) -> Option<Value> {
        match what {
            SideEventKind::Chat(line) => {
                (!self.kid && !self.app.settings.is_silent()).then(|| chat_line(line))
            }
            SideEventKind::Gone { color, claim_in } if *color != self.color => {
                let mut line = json!({ "type": "opponentGone", "gone": claim_in.is_some() });
                if let Some(millis) = claim_in {
                    line["claimWinInSeconds"] = millis.div_ceil(1000).into();
                }
                Some(line)
            }
            _ => None,
        }
    }
}

fn chat_line(line: &ChatLine) -> Value {
    let room = match line.room {
        ChatRoom::Player => "player",
        ChatRoom::Spectator => "spectator",
    };
    json!({ "type": "chatLine", "room": room, "username": line.from, "text": line.text })
}
