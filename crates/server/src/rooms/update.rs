//! Updates of a room, encoded once for all followers.

use crate::ids::GameId;
use game::{Event, Evidence, Game, Timestamp};
use rules::Color;
use std::sync::Arc;
use wire::EventJson;
use wire::live::{ChatLine, GameUpdate, ServerMessage, State};

/// A row of the log that has been written.
#[derive(Debug)]
pub struct Update {
    pub game: GameId,
    /// The number of the row.
    pub v: u64,
    /// When it was published.
    pub now: Timestamp,
    pub events: Vec<Event>,
    pub text: MessageText,
    /// The encoded message with the legal moves, for the player to move; only if that player follows the room.
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
        let encode = |state: State| {
            let events = EventJson::all(&events, game);
            text(&ServerMessage::Update(GameUpdate {
                game: game_id.as_str(),
                v,
                now: now.millis(),
                events,
                state,
            }))
        };
        let plain = encode(State::new(game, now, evidence));
        let for_mover = (mover_follows && game.termination().is_none())
            .then(|| (game.turn(), encode(State::new(game, now, evidence).with_dests(game))));
        Update { game: game_id, v, now, text: plain, for_mover, events }
    }

    /// The message for a player of this side, or for a spectator.
    pub fn text_for(&self, color: Option<Color>) -> MessageText {
        match &self.for_mover {
            Some((mover, text)) if Some(*mover) == color => text.clone(),
            _ => self.text.clone(),
        }
    }
}

/// A change of a room outside the log.
#[derive(Debug)]
pub struct SideEvent {
    pub game: GameId,
    pub what: SideEventKind,
    pub text: MessageText,
}

#[derive(Clone, Debug)]
pub enum SideEventKind {
    /// Somebody connected or disconnected.
    Presence,
    /// A player is gone or is back.
    Gone {
        color: Color,
        /// After how many milliseconds the opponent can claim; none if the player is back.
        claim_in: Option<u64>,
    },
    Chat(ChatLine),
    /// A rematch is offered.
    RematchOffered(Color),
    /// A rematch that is offered or has begun.
    Rematch(GameId),
}

/// A message of the live channel, encoded once and shared by all receivers.
pub type MessageText = Arc<str>;

pub(crate) fn text(message: &ServerMessage<'_>) -> MessageText {
    serde_json::to_string(message).expect("texts and numbers are JSON").into()
}
