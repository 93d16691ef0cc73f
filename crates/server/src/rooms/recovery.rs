//! What a start finds: live games, and the time for which nobody could play.
//!
//! The fair rule. The store knows the last moment at which the server is known to have served: its proof of service
//! of each second, and every row of the journal. A clock that ran then stands still from that moment until the
//! server serves again. So the time of an outage is charged to nobody, to the millisecond and for every kind of
//! clock, and the log says so: the clocks were stopped, and started again.

use super::{Code, Room, Rooms};
use crate::ids::GameId;
use crate::store::{Loaded, StoreError};
use std::sync::Arc;
use wire::stored::BadRow;

/// How many clocks are started again at once: fewer than the writer takes.
const AT_ONCE: usize = 4096;

/// Why a start fails.
#[derive(Debug, thiserror::Error)]
pub enum CannotRecover {
    /// A game cannot be read.
    #[error("game {0}: {1}")]
    Game(GameId, BadRow),
    /// What belongs to games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The clocks cannot be started again.
    #[error("game {0}: {1}")]
    Clock(GameId, super::Refused),
}

impl Rooms {
    /// Opens every game of the journal, and starts the clocks again. Returns how many games are in progress.
    pub async fn recover(&self, loaded: Loaded) -> Result<usize, CannotRecover> {
        let served = loaded.served;
        let mut rooms = Vec::with_capacity(loaded.games.len());
        for (id, rows) in loaded.games {
            let room = Room::restore(id, &rows).map_err(|error| CannotRecover::Game(id, error))?;
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
        self.forgive_all(&running, served).await?;
        standing.iter().for_each(|room| self.schedule_follow_ups(room));
        Ok(rooms.len())
    }

    /// Lets clocks that ran stand still from a moment until now.
    pub(super) async fn forgive_all(
        &self,
        running: &[Arc<Room>],
        served: game::Timestamp,
    ) -> Result<(), CannotRecover> {
        for some in running.chunks(AT_ONCE) {
            let forgiving: Vec<_> = some.iter().map(|room| self.forgiven(Arc::clone(room), served)).collect();
            for forgiven in forgiving {
                // A task that panics has told so itself, and the room is as the log has it. A clock that was stopped
                // by somebody in the meantime needs nothing.
                if let Ok((id, Err(refused))) = forgiven.await
                    && let Code::Busy | Code::Unavailable = refused.code
                {
                    return Err(CannotRecover::Clock(id, refused));
                }
            }
        }
        Ok(())
    }

    fn forgiven(
        &self,
        room: Arc<Room>,
        served: game::Timestamp,
    ) -> tokio::task::JoinHandle<(GameId, Result<super::Done, super::Refused>)> {
        let rooms = self.clone();
        tokio::spawn(async move { (room.id, rooms.pause_since(&room, served).await) })
    }
}
