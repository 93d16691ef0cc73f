//! Which players are connected. A node knows its own connections. Connections to other nodes are in the database, which
//! is queried before a player may claim that the opponent has left.

use super::{Notice, Rooms};
use crate::rooms::Room;
use crate::store::{SharedStore, StoreError, Whereabouts};
use rules::Color;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How long no flag falls for a player whose node has ended: the client has this long to reconnect to another one.
const RECONNECT_TIMEOUT: game::Duration = game::Duration::from_seconds(10);
/// How many rooms are looked up in one query.
const MAX_ROOMS: usize = 1_000;

impl Rooms {
    /// Records that a player has connected to a game on this node, or left it.
    pub(in crate::rooms) fn note_attached(&self, room: &Arc<Room>, color: Color, here: bool) {
        let Some(cluster) = &self.0.cluster else { return };
        if !here && cluster.is_leaving.load(Ordering::Acquire) {
            return;
        }
        let (rooms, room) = (self.clone(), Arc::clone(room));
        // Without a runtime the process is ending. Other nodes then notice the missing heartbeats.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let Some(shared) = rooms.shared() else { return };
            // Check the current state: two of these tasks may overtake each other.
            let here_now = room.state().presence.is_here_locally(color);
            if here_now != here {
                return;
            }
            if let Err(error) = rooms.write_presence(shared, &room, color, here).await {
                tracing::warn!(game = %room.id, %error, "the presence of a player could not be written");
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

    /// Remembers a player whose presence could not be written.
    fn note_unwritten(&self, room: &Arc<Room>, color: Color) {
        if let Some(cluster) = &self.0.cluster {
            cluster.unwritten.lock().insert((room.id, color), Arc::clone(room));
        }
    }

    /// Retries the writes of presence that failed. Otherwise a wrong row would remain: the player would count as
    /// connected to two nodes, or to none, and get no time back when a node ends.
    pub(super) fn write_presence_again(&self) {
        let Some(cluster) = &self.0.cluster else { return };
        let unwritten = std::mem::take(&mut *cluster.unwritten.lock());
        for ((_, color), room) in unwritten {
            let here = room.state().presence.is_here_locally(color);
            self.note_attached(&room, color, here);
        }
    }

    /// Credits a player who comes from a node that has ended with the time since that node's last heartbeat.
    async fn take_over(
        &self,
        shared: &SharedStore,
        room: &Arc<Room>,
        color: Color,
    ) -> Result<(), StoreError> {
        // Outages first: the row written below would be newer than an outage before it, which would then never be
        // credited.
        if !self.catch_up_beats().await || !self.credit_shared_outages(room).await {
            return Err(StoreError::Unavailable);
        }
        // Held from now on, so that the player's next command is decided after the credit.
        let turn = room.turn.lock().await;
        let Some(served) = shared.take_over(room.id, color).await? else { return Ok(()) };
        if let Err(refused) = self.credit_lost_node(room, turn, color, served).await {
            tracing::warn!(game = %room.id, %refused, "the time since a node ended was not credited");
        }
        Ok(())
    }

    /// Whether the player to move was connected to a node that has just ended. No flag falls then: the player may be
    /// reconnecting to another node, and gets the time since the old node's last heartbeat back there.
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
            Ok(served) => served.is_some_and(|served| self.clock().now() < served + RECONNECT_TIMEOUT),
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "it is unknown where a player is: no flag falls");
                true
            }
        }
    }

    /// Looks up where the players of a game are connected. To be called before a player claims that the opponent has
    /// left, because the opponent may be connected to another node.
    pub(in crate::rooms) async fn locate_players(&self, room: &Arc<Room>) {
        self.locate(std::slice::from_ref(room)).await;
    }

    /// Looks up whether players who were connected to other nodes still are: a node that dies sends no notice.
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
                tracing::warn!(%error, "it is unknown where players are connected");
                return;
            }
        };
        let newest_outage = self.newest_outage();
        for room in rooms {
            let Some(players) = found.get(&room.id) else { continue };
            for color in Color::ALL {
                let whereabouts = match players[color] {
                    // Nobody could reconnect while no node was running.
                    Whereabouts::Gone(since) => Whereabouts::Gone(since.max(newest_outage)),
                    other => other,
                };
                room.state().learn_whereabouts(room, color, whereabouts, self.clock().now());
            }
        }
    }
}

impl Whereabouts {
    pub(in crate::rooms) fn is_here(self) -> bool {
        self == Whereabouts::Here
    }
}
