//! Following the log: rows that other nodes have written are applied to the rooms in memory.

use super::{POLL, Rooms};
use crate::ids::GameId;
use crate::rooms::Room;
use crate::rooms::command::{Code, CommandKey, Refused};
use crate::store::{LogRow, StoreError};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wire::stored::{self, BadRow};

/// How many rooms are compared with the log in one query.
const MAX_ROOMS: usize = 1_000;

/// How long the poll waits for a room in which a command is being decided or saved.
const TURN_TIMEOUT: Duration = Duration::from_millis(200);

/// How long whoever asks for a game waits for a command that has the room.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a room is not brought up to date.
#[derive(Debug, thiserror::Error)]
pub(in crate::rooms) enum CannotCatchUp {
    /// The log cannot be read now.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The log cannot be understood.
    #[error("the log cannot be read: {0}")]
    Log(#[from] BadRow),
    /// A row was refused, and yet the log has none that this node has not seen.
    #[error("the game has moved on")]
    Nothing,
}

impl Rooms {
    /// Reads what other nodes have written since, because a row was refused. The caller holds the room's turn.
    pub(in crate::rooms) async fn catch_up_locked(&self, room: &Arc<Room>) -> Result<(), CannotCatchUp> {
        let Some(shared) = self.shared() else { return Err(CannotCatchUp::Nothing) };
        let v = room.state().v;
        let tail = shared.tails(&[(room.id, v)]).await?.remove(&room.id);
        let tail = match tail {
            Some(tail) => tail,
            // Archived, and deleted from the journal.
            None => {
                shared.game(room.id).await?.filter(|game| game.archived).map_or(Vec::new(), |game| game.rows)
            }
        };
        if self.apply_rows(room, &tail)? { Ok(()) } else { Err(CannotCatchUp::Nothing) }
    }

    /// Whether the log has rows that the refusal of a command did not take into account. The caller holds the room's turn.
    pub(in crate::rooms) async fn catch_up_before_refusing(
        &self,
        room: &Arc<Room>,
        refused: &Refused,
    ) -> bool {
        if self.shared().is_none() || matches!(refused.code, Code::Unavailable | Code::Busy) {
            return false;
        }
        match self.catch_up_locked(room).await {
            Ok(()) => true,
            Err(CannotCatchUp::Nothing) => false,
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "a game could not be compared with the log");
                false
            }
        }
    }

    /// Compares a room with the log now, so that whoever asks sees all that was acknowledged before.
    pub(in crate::rooms) async fn refresh(&self, room: &Arc<Room>) -> Result<(), CannotCatchUp> {
        let Some(shared) = self.shared() else { return Ok(()) };
        // What is known until then may be older than what the reader has seen elsewhere: better to say nothing.
        let turn = tokio::time::timeout(READ_TIMEOUT, room.turn.lock()).await;
        let _turn = turn.map_err(|_| StoreError::Unavailable)?;
        let v = room.state().v;
        if let Some(tail) = shared.tails(&[(room.id, v)]).await?.remove(&room.id) {
            self.apply_rows(room, &tail)?;
        }
        Ok(())
    }

    /// Applies those rows that come next, and tells everybody who follows the room. Says whether there were any. The caller
    /// holds the room's turn.
    pub(super) fn apply_rows(&self, room: &Arc<Room>, rows: &[LogRow]) -> Result<bool, BadRow> {
        let before = room.state().v;
        for LogRow { seq, token, row } in rows {
            let mut state = room.state();
            if *seq != state.v + 1 {
                continue;
            }
            let events = stored::replay(&mut state.game, &row.payload)?;
            let named = row.command.as_deref().and_then(CommandKey::read);
            self.publish(room, &mut state, events, named, *token);
        }
        let changed = room.state().v > before;
        if changed {
            self.after_remote(room);
        }
        Ok(changed)
    }

    /// What follows when another node has written something. The computer's answer is that node's to think of.
    fn after_remote(&self, room: &Arc<Room>) {
        if room.state().game.termination().is_some() {
            self.finish_elsewhere(room);
        } else {
            self.schedule(room);
        }
    }

    /// Compares rooms with the log: those of a hint at once, all of them now and then.
    pub(super) async fn follow_heads(self) {
        let Some(cluster) = &self.0.cluster else { return };
        let mut next_poll = tokio::time::Instant::now() + POLL;
        loop {
            let polled = tokio::time::timeout_at(next_poll, cluster.heads_bell.notified()).await.is_err();
            let hinted = std::mem::take(&mut *cluster.hinted.lock());
            let rooms = if polled {
                next_poll = tokio::time::Instant::now() + POLL;
                self.followed()
            } else {
                hinted.keys().filter_map(|game| self.get(*game)).collect()
            };
            for some in rooms.chunks(MAX_ROOMS) {
                if let Err(error) = self.compare(some, polled).await {
                    tracing::warn!(%error, "the log could not be read");
                }
            }
        }
    }

    async fn compare(&self, rooms: &[Arc<Room>], polled: bool) -> Result<(), CannotCatchUp> {
        let Some(shared) = self.shared() else { return Ok(()) };
        let known: Vec<(GameId, u64)> = rooms.iter().map(|room| (room.id, room.state().v)).collect();
        let tails = shared.tails(&known).await?;
        for room in rooms.iter().filter(|room| tails.contains_key(&room.id)) {
            // A command that takes long has the room: it finds these rows itself, or the next poll does.
            let Ok(_turn) = tokio::time::timeout(TURN_TIMEOUT, room.turn.lock()).await else { continue };
            match self.apply_rows(room, &tails[&room.id]) {
                Ok(true) if polled => {
                    self.metrics().bus_gaps.inc();
                }
                Ok(_) => {}
                Err(error) => tracing::error!(game = %room.id, %error, "a row cannot be understood"),
            }
        }
        Ok(())
    }

    /// The node was not awake: other nodes may have gone on.
    pub(in crate::rooms) async fn refresh_all(&self) {
        if self.shared().is_none() {
            return;
        }
        for some in self.followed().chunks(MAX_ROOMS) {
            if let Err(error) = self.compare(some, true).await {
                tracing::warn!(%error, "the log could not be read");
            }
        }
        self.0.last_alive.fetch_max(self.clock().now().millis(), Ordering::AcqRel);
    }
}
