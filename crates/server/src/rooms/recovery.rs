//! Recovery at startup: live games, and the time for which nobody could play.
//!
//! The rule: the store knows the last moment at which the server is known to have been serving, from its record of each
//! second and from the rows of the journal. A clock that was running then is stopped from that moment until the server
//! serves again. So an outage is charged to nobody, to the millisecond and for every kind of clock, and the log shows
//! it: the clocks were stopped, and started again.

use super::{Code, Room, Rooms};
use crate::ids::GameId;
use crate::store::{LoadedJournal, StoreError};
use std::sync::Arc;
use wire::stored::BadRow;

/// How many clocks are credited at once: fewer than the writer's queue can hold.
const BATCH: usize = 4096;

#[derive(Debug, thiserror::Error)]
pub enum RecoveryError {
    /// A game cannot be read.
    #[error("game {0}: {1}")]
    Game(GameId, BadRow),
    /// Other data of the games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A clock cannot be started again.
    #[error("game {0}: {1}")]
    Clock(GameId, super::CommandRefusal),
}

impl Rooms {
    /// Opens every game of the journal, and starts the clocks again. Returns the number of games.
    pub async fn recover(&self, loaded: LoadedJournal) -> Result<usize, RecoveryError> {
        let served = loaded.served;
        let mut rooms = Vec::with_capacity(loaded.games.len());
        for (id, rows) in loaded.games {
            let room = Room::restore(id, &rows).map_err(|error| RecoveryError::Game(id, error))?;
            room.state().serve_since(self.clock().now());
            rooms.push(room);
        }
        self.recall_successors(&rooms).await?;
        let rooms: Vec<_> = rooms.into_iter().map(|room| self.open(room)).collect();
        for (id, line) in self.store().chat_of_live_games().await? {
            if let Some(room) = self.get(id) {
                room.state().keep_chat(line);
            }
        }
        let (running, standing): (Vec<_>, Vec<_>) =
            rooms.iter().cloned().partition(|room: &Arc<Room>| room.state().game.next_deadline().is_some());
        self.credit_all(&running, served).await?;
        standing.iter().for_each(|room| self.schedule_follow_ups(room));
        Ok(rooms.len())
    }

    /// Credits the running clocks of these rooms with the time from a moment until now.
    pub(super) async fn credit_all(
        &self,
        running: &[Arc<Room>],
        served: game::Timestamp,
    ) -> Result<(), RecoveryError> {
        for batch in running.chunks(BATCH) {
            let tasks: Vec<_> =
                batch.iter().map(|room| self.spawn_credit(Arc::clone(room), served)).collect();
            for task in tasks {
                // A panic in the task has been logged, and the room is still as the log has it. A clock that was
                // stopped in the meantime needs no credit.
                if let Ok((id, Err(refused))) = task.await
                    && let Code::Busy | Code::Unavailable = refused.code
                {
                    return Err(RecoveryError::Clock(id, refused));
                }
            }
        }
        Ok(())
    }

    fn spawn_credit(
        &self,
        room: Arc<Room>,
        served: game::Timestamp,
    ) -> tokio::task::JoinHandle<(GameId, Result<super::Ack, super::CommandRefusal>)> {
        let rooms = self.clone();
        tokio::spawn(async move { (room.id, rooms.pause_since(&room, served).await) })
    }
}
