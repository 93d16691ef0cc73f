//! Where players are. A node knows its own connections; whether a player is connected elsewhere is in the database, which
//! is asked before somebody may claim that the opponent has left.

use super::{Notice, Rooms};
use crate::ids::PlayerId;
use crate::rooms::Room;
use crate::store::{SharedStore, StoreError, Whereabouts};
use rules::Color;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How long no flag falls for a player whose node has ended: until then the client may be back at another one.
const COMES_BACK: game::Duration = game::Duration::from_seconds(10);
/// How many rooms are asked about in one query.
const MAX_ROOMS: usize = 1_000;

impl Rooms {
    /// A player has come to a game on this node, or left it.
    pub(in crate::rooms) fn note_attached(&self, room: &Arc<Room>, color: Color, here: bool) {
        let Some(cluster) = &self.0.cluster else { return };
        if !here && cluster.is_leaving.load(Ordering::Acquire) {
            return;
        }
        let (rooms, room) = (self.clone(), Arc::clone(room));
        // When the process ends there is nobody left to write it down; the silence of the node says it.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let Some(shared) = rooms.shared() else { return };
            // What is true now, not what was when this was asked for: two of these may overtake each other.
            let here_now = room.state().presence.is_here_locally(color);
            if here_now != here {
                return;
            }
            if let Err(error) = rooms.write_presence(shared, &room, color, here).await {
                tracing::warn!(game = %room.id, %error, "where a player is was not written down");
                return rooms.note_unwritten(&room, color);
            }
            rooms.send_notice(Notice::Presence(room.id.to_string()));
        });
    }

    async fn write_presence(
        &self,
        shared: &SharedStore,
        room: &Arc<Room>,
        color: Color,
        here: bool,
    ) -> Result<(), StoreError> {
        if here {
            self.take_over(shared, room, color).await?;
        }
        shared.set_attached(room.id, color, here).await
    }

    /// The database could not be told where a player is.
    fn note_unwritten(&self, room: &Arc<Room>, color: Color) {
        if let Some(cluster) = &self.0.cluster {
            cluster.unwritten.lock().insert((room.id, color), Arc::clone(room));
        }
    }

    /// Tells the database where those players are of whom it could not be told before. A row that is wrong would last: the
    /// player would be taken for connected to two nodes, or to none, and get no time back when a node ends.
    pub(super) fn write_presence_again(&self) {
        let Some(cluster) = &self.0.cluster else { return };
        let unwritten = std::mem::take(&mut *cluster.unwritten.lock());
        for ((_, color), room) in unwritten {
            let here = room.state().presence.is_here_locally(color);
            self.note_attached(&room, color, here);
        }
    }

    /// Whoever comes from a node that has ended gets back the time since that node served.
    async fn take_over(
        &self,
        shared: &SharedStore,
        room: &Arc<Room>,
        color: Color,
    ) -> Result<(), StoreError> {
        // First, because the row that gives back this time would be newer than an outage of all nodes before it, and hide it.
        if !self.catch_up_beats().await || !self.credit_shared_outages(room).await {
            return Err(StoreError::Unavailable);
        }
        // Held from now on: the player's next command is decided after this.
        let turn = room.turn.lock().await;
        let Some(served) = shared.take_over(room.id, color).await? else { return Ok(()) };
        if let Err(refused) = self.credit_lost_node(room, turn, color, served).await {
            tracing::warn!(game = %room.id, %refused, "the time since a node ended is not given back");
        }
        Ok(())
    }

    /// Whether the player to move was connected to a node that has just ended. No flag falls then: the player may be on
    /// the way to another node, and gets back the time since the old one served when it arrives there.
    pub(in crate::rooms) async fn awaits_player(&self, room: &Arc<Room>) -> bool {
        let Some(shared) = self.shared() else { return false };
        let (color, is_here) = {
            let state = room.state();
            let color = state.game.turn();
            (color, state.presence.is_here_locally(color))
        };
        if is_here {
            return false;
        }
        match shared.lost_since(room.id, color).await {
            Ok(served) => served.is_some_and(|served| self.clock().now() < served + COMES_BACK),
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "nobody knows where a player is: no flag falls");
                true
            }
        }
    }

    /// Learns where the players of a game are.
    pub(super) async fn locate_players(&self, room: &Arc<Room>) {
        self.locate(std::slice::from_ref(room)).await;
    }

    /// Learns whether those who were connected to other nodes still are: a node that dies says nothing.
    pub(super) async fn locate_everybody(&self) {
        let mut rooms = self.followed();
        rooms.retain(|room| room.state().presence.is_anybody_elsewhere());
        for some in rooms.chunks(MAX_ROOMS) {
            self.locate(some).await;
        }
    }

    async fn locate(&self, rooms: &[Arc<Room>]) {
        let Some(shared) = self.shared() else { return };
        let games: Vec<_> = rooms.iter().map(|room| room.id).collect();
        let found = match shared.whereabouts(&games).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "nobody knows where the players are");
                return;
            }
        };
        let newest_outage = self.newest_outage();
        for room in rooms {
            let Some(players) = found.get(&room.id) else { continue };
            for color in Color::ALL {
                let whereabouts = match players[color] {
                    // Nobody could come back while no node served.
                    Whereabouts::Gone(since) => Whereabouts::Gone(since.max(newest_outage)),
                    other => other,
                };
                room.state().learn_whereabouts(room, color, whereabouts, self.clock().now());
            }
        }
    }

    /// To be called before somebody claims that the opponent has left: the opponent may be connected to another node.
    pub(in crate::rooms) async fn look_for_players(&self, room: &Arc<Room>) {
        self.locate_players(room).await;
    }

    /// A guest has opened an account on another node.
    pub(super) fn seat_successor(&self, guest: &PlayerId, account: &PlayerId) {
        self.hand_over_here(guest, account);
    }
}

impl Whereabouts {
    /// Whether somebody is connected to any node.
    pub(in crate::rooms) fn is_here(self) -> bool {
        self == Whereabouts::Here
    }
}
