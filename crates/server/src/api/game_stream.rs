//! `GET /api/{board,bot}/game/stream/{id}`: the whole game first, then a line for everything that changes it.

use super::error::ApiError;
use super::gate::Caller;
use super::ndjson::{self, Gone, KEEP_ALIVE, Lines};
use super::streams::Streams;
use super::table::{look, room};
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

/// The game of a player, until it is over.
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
            _ = reader.tell(&lines) => {}
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
    /// Kid mode: no chat.
    kid: bool,
}

impl Reader<'_> {
    async fn tell(&self, lines: &Lines) -> Result<(), Gone> {
        let outbox = Outbox::new();
        // First the reader, then the game: nothing falls in between. The player counts as present while this is held.
        let v = self.room.state().v;
        let (_following, _) = self.app.rooms.follow(self.room, Some(self.player), Some(v), &outbox);
        let full = look(self.app, self.room);
        lines.say(&full.game_full())?;
        let mut told = full;
        let mut ticks = interval(KEEP_ALIVE);
        while told.game.termination().is_none() {
            tokio::select! {
                _ = ticks.tick() => lines.keep_alive()?,
                outgoing = outbox.next() => match outgoing {
                    // Each line has all moves, so that one look stands for all that has happened since.
                    Ok(Outgoing::Update(_)) => {
                        told = look(self.app, self.room);
                        lines.say(&told.game_state())?;
                    }
                    Ok(Outgoing::SideEvent(side_event)) => {
                        if let Some(line) = self.side_event(&side_event.what) {
                            lines.say(&line)?;
                        }
                    }
                    Ok(Outgoing::Notification(_)) => {}
                    Err(_) => return Err(Gone),
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
