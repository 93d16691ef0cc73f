//! What has just happened in a room, encoded once for all who follow it.

use crate::ids::GameId;
use game::{Event, Evidence, Game, Timestamp};
use rules::Color;
use std::sync::Arc;
use wire::EventJson;
use wire::live::{ChatLine, GameUpdate, ServerMessage, State};

/// One row of the log, after it was written.
#[derive(Debug)]
pub struct Update {
    pub game: GameId,
    /// The number of the row.
    pub v: u64,
    /// When it was told.
    pub now: Timestamp,
    pub events: Vec<Event>,
    /// As the live channel says it.
    pub text: MessageText,
    /// The same for the player to move, who is also told where the pieces can go; made only where that player
    /// follows.
    pub for_mover: Option<(Color, MessageText)>,
}

impl Update {
    pub(super) fn new(
        game_id: GameId,
        v: u64,
        now: Timestamp,
        game: &Game,
        events: Vec<Event>,
        evidence: Option<&Evidence>,
        mover_follows: bool,
    ) -> Update {
        let say = |state: State| {
            let events = EventJson::all(&events, game);
            text(&ServerMessage::Update(GameUpdate {
                game: game_id.as_str(),
                v,
                now: now.millis(),
                events,
                state,
            }))
        };
        let plain = say(State::new(game, now, evidence));
        let for_mover = (mover_follows && game.termination().is_none())
            .then(|| (game.turn(), say(State::new(game, now, evidence).with_dests(game))));
        Update { game: game_id, v, now, text: plain, for_mover, events }
    }

    /// The text for somebody who has this side, or none.
    pub fn text_for(&self, color: Option<Color>) -> MessageText {
        match &self.for_mover {
            Some((mover, text)) if Some(*mover) == color => text.clone(),
            _ => self.text.clone(),
        }
    }
}

/// Something beside the log.
#[derive(Debug)]
pub struct SideEvent {
    pub game: GameId,
    pub what: SideEventKind,
    /// As the live channel says it.
    pub text: MessageText,
}

/// What there is beside the log.
#[derive(Clone, Debug)]
pub enum SideEventKind {
    /// Somebody came or went.
    Presence,
    /// A player is gone, and when the opponent can claim; or is back.
    Gone {
        color: Color,
        /// After how many milliseconds the opponent can claim; none: back again.
        claim_in: Option<u64>,
    },
    Chat(ChatLine),
    /// Another game is offered.
    RematchOffered(Color),
    /// The game that follows.
    Rematch(GameId),
}

/// A message as the live channel sends it: encoded once, and shared by all who get it.
pub type MessageText = Arc<str>;

/// A message as text.
pub(crate) fn text(said: &ServerMessage<'_>) -> MessageText {
    serde_json::to_string(said).expect("texts and numbers are JSON").into()
}
