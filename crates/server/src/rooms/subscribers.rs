//! Followers of a room.

use super::command::{Actor, Command};
use super::outbox::{Outbox, Outgoing};
use super::room::{Follower, Room, RoomState};
use super::update::{MessageText, SideEvent, SideEventKind, text};
use super::{Rooms, view};
use crate::ids::PlayerId;
use crate::store::Whereabouts;
use game::Timestamp;
use rules::Color;
use std::sync::Arc;
use wire::PlayerAction;
use wire::live::{GamePresence, ServerMessage};

/// A subscription to a room. It ends when the value is dropped.
pub struct Subscription {
    rooms: Rooms,
    pub room: Arc<Room>,
    /// The side of the follower; none for a spectator.
    pub color: Option<Color>,
    outbox: Arc<Outbox>,
}

impl Rooms {
    /// Subscribes to a room: updates from now on go to the outbox. Returns the messages to start with: the updates
    /// since a version, or the whole game.
    pub fn follow(
        &self,
        room: &Arc<Room>,
        player: Option<&PlayerId>,
        since: Option<u64>,
        outbox: &Arc<Outbox>,
    ) -> (Subscription, Vec<MessageText>) {
        let color = player.and_then(|player| room.color_of(player));
        let mut state = room.state();
        state.followers.push(Follower { outbox: Arc::clone(outbox), color });
        let is_back = state.presence.came(color);
        let first = self.catch_up(room, &state, color, since);
        if let (true, Some(color)) = (is_back, color) {
            state.tell_gone(room, color, None);
            state.tell_presence(room);
        } else if color.is_none() {
            self.0.crowds.lock().insert(room.id);
        }
        drop(state);
        if let (true, Some(color)) = (is_back, color) {
            self.note_attached(room, color, true);
            self.note_appearance(room, color);
            // The node that was computing the computer's move may have ended.
            if self.shared().is_some() {
                self.wake_computer(room);
            }
        }
        let following =
            Subscription { rooms: self.clone(), room: Arc::clone(room), color, outbox: Arc::clone(outbox) };
        (following, first)
    }

    /// The messages to start with again, for a client that asks for a game it follows already. Nobody else is told: the
    /// player has not left.
    pub fn follow_again(&self, following: &Subscription, since: Option<u64>) -> Vec<MessageText> {
        self.catch_up(&following.room, &following.room.state(), following.color, since)
    }

    /// The updates since a version, or the whole game.
    fn catch_up(
        &self,
        room: &Room,
        state: &RoomState,
        color: Option<Color>,
        since: Option<u64>,
    ) -> Vec<MessageText> {
        missed(state, color, since)
            .unwrap_or_else(|| vec![view::snapshot(room, state, color, self.clock().now())])
    }

    /// A player who follows a game with a default time has appeared at the board (FIDE 6.7).
    fn note_appearance(&self, room: &Arc<Room>, color: Color) {
        let is_awaited = {
            let state = room.state();
            state.game.awaited().is_some() && !state.game.has_appeared(color)
        };
        let Some(player) = room.player(color).filter(|_| is_awaited) else { return };
        let (rooms, room) = (self.clone(), Arc::clone(room));
        tokio::spawn(async move {
            let command = Command::plain(PlayerAction::Appear);
            if let Err(refused) = rooms.act(&room, Actor::Player(player), command).await {
                tracing::debug!(game = %room.id, %refused, "the appearance of a player could not be recorded");
            }
        });
    }

    /// Sends changed numbers of spectators. Called once a second.
    pub(super) fn tell_crowds(&self) {
        let crowds = std::mem::take(&mut *self.0.crowds.lock());
        for room in crowds.into_iter().filter_map(|id| self.get(id)) {
            room.state().tell_presence(&room);
        }
    }
}

/// The updates since a version; none if there are too many, or if the reader needs more than they contain.
fn missed(state: &RoomState, color: Option<Color>, since: Option<u64>) -> Option<Vec<MessageText>> {
    let since = since?;
    // The player to move needs the legal moves, which are not in the stored updates.
    let on_move = color == Some(state.game.turn()) && state.game.termination().is_none();
    if since > state.v || on_move && since < state.v {
        return None;
    }
    let updates: Vec<_> = state.recent.iter().filter(|(v, _)| *v > since).collect();
    let complete = updates.len() as u64 == state.v - since;
    complete.then(|| updates.into_iter().map(|(_, text)| text.clone()).collect())
}

impl RoomState {
    pub(super) fn tell_presence(&mut self, room: &Room) {
        let text = text(&ServerMessage::Presence(self.game_presence(room)));
        let side_event = SideEvent { game: room.id, what: SideEventKind::Presence, text };
        self.tell(|_| true, &Outgoing::SideEvent(Arc::new(side_event)));
    }

    /// Sends that a player is gone and after how many milliseconds the opponent can claim, or (none) that the player is
    /// back.
    fn tell_gone(&mut self, room: &Room, color: Color, claim_in: Option<u64>) {
        if self.game.termination().is_some() {
            return;
        }
        let message =
            ServerMessage::Gone { game: room.id.as_str(), color: color.into(), claim_in_ms: claim_in };
        let side_event =
            SideEvent { game: room.id, what: SideEventKind::Gone { color, claim_in }, text: text(&message) };
        self.tell(|_| true, &Outgoing::SideEvent(Arc::new(side_event)));
    }

    /// Updates where a player is connected, as read from the database, and tells the followers of changes.
    pub(super) fn learn_whereabouts(
        &mut self,
        room: &Room,
        color: Color,
        whereabouts: Whereabouts,
        now: Timestamp,
    ) {
        let gone = match whereabouts {
            Whereabouts::Gone(since) => Some(since),
            Whereabouts::Here | Whereabouts::NeverCame => None,
        };
        if !self.presence.learn(color, whereabouts.is_here(), gone) {
            return;
        }
        let claim_at = self.presence.claim_at(color, self.game.settings());
        if self.presence.is_here(color) {
            self.tell_gone(room, color, None);
        } else if let Some(claim_at) = claim_at {
            self.tell_gone(room, color, Some(claim_at.since(now).millis()));
        }
        self.tell_presence(room);
    }

    pub(super) fn game_presence<'r>(&self, room: &'r Room) -> GamePresence<'r> {
        let here = |color| room.computer(color).is_some() || self.presence.is_here(color);
        GamePresence {
            game: room.id.as_str(),
            white: here(Color::White),
            black: here(Color::Black),
            watchers: self.presence.watchers,
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        let now = self.rooms.clock().now();
        let mut state = self.room.state();
        state.followers.retain(|follower| !Arc::ptr_eq(&follower.outbox, &self.outbox));
        let is_gone = state.presence.went(self.color, now);
        match self.color {
            Some(color) if is_gone => {
                let claim_at = state.presence.claim_at(color, state.game.settings());
                if let Some(claim_at) = claim_at {
                    state.tell_gone(&self.room, color, Some(claim_at.since(now).millis()));
                }
                state.tell_presence(&self.room);
            }
            Some(_) => {}
            None => {
                self.rooms.0.crowds.lock().insert(self.room.id);
            }
        }
        drop(state);
        if let Some(color) = self.color
            && !self.room.state().presence.is_here_locally(color)
        {
            self.rooms.note_attached(&self.room, color, false);
        }
    }
}
