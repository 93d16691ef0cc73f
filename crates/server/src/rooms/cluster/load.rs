//! Loading rooms on demand, and dropping idle ones.

use super::Rooms;
use crate::ids::{GameId, PlayerId};
use crate::rooms::Room;
use crate::store::{SharedStore, StoreError};
use game::Duration;
use std::sync::Arc;

/// A room that was not requested for this long is dropped; the next request loads it again.
const IDLE_TIMEOUT: Duration = Duration::from_seconds(60);
/// How many games of the strongest players every node keeps in memory, for the list of top games.
const MAX_STRONGEST: u32 = 60;
/// A game that ended longer ago is loaded separately for each reader.
const RECENTLY_ENDED: Duration = Duration::from_minutes(10);

impl Rooms {
    /// The room of a game in a shared database, caught up with the log.
    pub(in crate::rooms) async fn find_shared(
        &self,
        shared: &SharedStore,
        id: GameId,
    ) -> Result<Option<Arc<Room>>, StoreError> {
        if let Some(room) = self.get(id) {
            let archived = {
                let mut state = room.state();
                state.last_used = self.clock().now();
                state.archived
            };
            if archived {
                return Ok(Some(room));
            }
            if let Err(error) = self.refresh(&room).await {
                tracing::warn!(game = %id, %error, "a game could not be compared with the log");
                return Err(StoreError::Unavailable);
            }
            return Ok(Some(room));
        }
        let Some(game) = shared.game(id).await? else { return Ok(None) };
        let archived = game.archived;
        let room = match Room::load(id, game) {
            Ok(room) => room,
            Err(error) => {
                tracing::error!(game = %id, %error, "the log holds a game that cannot be read");
                return Ok(None);
            }
        };
        self.seat_successors(&room).await?;
        let chat = self.store().chat(id).await?;
        {
            let mut state = room.state();
            state.last_used = self.clock().now();
            chat.into_iter().for_each(|line| state.keep_chat(line));
        }
        if archived {
            // Players who have just finished may offer a rematch, so they must be in the same room.
            let is_recent = self.clock().now().since(room.state().game.latest()) < RECENTLY_ENDED;
            let room = if is_recent { self.open_once(room) } else { Arc::new(room) };
            self.recall_rematch(shared, &room).await?;
            return Ok(Some(room));
        }
        let room = self.open_once(room);
        self.locate_players(&room).await;
        self.credit_shared_outages(&room).await;
        let is_over = room.state().game.termination().is_some();
        if is_over {
            self.recall_rematch(shared, &room).await?;
            // The node that ended the game may have died before archiving it.
            self.finish_elsewhere(&room);
        } else {
            self.schedule(&room);
        }
        Ok(Some(room))
    }

    /// Loads the games of the strongest players, so that every node can list them.
    pub(crate) async fn load_strongest(&self) -> Result<(), StoreError> {
        let Some(shared) = self.shared() else { return Ok(()) };
        for id in shared.strongest_games(MAX_STRONGEST).await? {
            match self.get(id) {
                Some(room) => room.state().last_used = self.clock().now(),
                None => drop(self.find_shared(shared, id).await?),
            }
        }
        Ok(())
    }

    /// Adds a room, unless it was added in the meantime. Returns the one that is in memory.
    pub(in crate::rooms) fn open_once(&self, room: Room) -> Arc<Room> {
        let mut rooms = self.0.rooms.write();
        Arc::clone(rooms.entry(room.id).or_insert_with(|| Arc::new(room)))
    }

    /// The live games of a player, on all nodes.
    pub(in crate::rooms) async fn playing_shared(
        &self,
        shared: &SharedStore,
        player: &PlayerId,
    ) -> Result<Vec<Arc<Room>>, StoreError> {
        let mut rooms = Vec::new();
        for id in shared.live_games_of(player).await? {
            rooms.extend(self.find_shared(shared, id).await?);
        }
        rooms.retain(|room| room.state().game.termination().is_none());
        Ok(rooms)
    }

    /// Drops idle rooms: any node can load them again.
    pub(in crate::rooms) fn drop_idle(&self) {
        let now = self.clock().now();
        self.0.rooms.write().retain(|_, room| {
            // A command is being processed in the room.
            let Ok(_turn) = room.turn.try_lock() else { return true };
            let state = room.state();
            // Somebody else holds the room: the computer, or a request.
            let is_held = Arc::strong_count(room) > 1;
            is_held || !state.followers.is_empty() || now.since(state.last_used) < IDLE_TIMEOUT
        });
    }
}
