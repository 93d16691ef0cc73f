//! Catching up with the log: rows that other nodes have written are applied to the rooms in memory.

use super::{POLL_INTERVAL, Rooms};
use crate::ids::GameId;
use crate::rooms::Room;
use crate::rooms::command::{Code, CommandKey, CommandRefusal};
use crate::store::{LogRow, StoreError};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;
use wire::stored::{self, BadRow};

/// How many rooms are compared with the log in one query.
const MAX_ROOMS: usize = 1_000;

/// How long the poll waits for a room in which a command is being processed.
const TURN_TIMEOUT: Duration = Duration::from_millis(200);

/// How long a reader waits for a room in which a command is being processed.
const READ_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a room could not be brought up to date.
#[derive(Debug, thiserror::Error)]
pub(in crate::rooms) enum CatchUpError {
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A row of the log cannot be parsed.
    #[error("the log cannot be read: {0}")]
    Log(#[from] BadRow),
    /// The log has no rows that this node has not seen.
    #[error("the game has moved on")]
    NothingNew,
}

impl Rooms {
    /// Applies the rows that other nodes have written in the meantime. The caller holds the room's turn.
    pub(in crate::rooms) async fn catch_up_locked(&self, room: &Arc<Room>) -> Result<(), CatchUpError> {
        let Some(shared) = self.shared() else { return Err(CatchUpError::NothingNew) };
        let v = room.state().v;
        let tail = shared.tails(&[(room.id, v)]).await?.remove(&room.id);
        let tail = match tail {
            Some(tail) => tail,
            // The game was archived, and deleted from the journal.
            None => {
                shared.game(room.id).await?.filter(|game| game.archived).map_or(Vec::new(), |game| game.rows)
            }
        };
        if self.apply_rows(room, &tail)? { Ok(()) } else { Err(CatchUpError::NothingNew) }
    }

    /// Catches up before a command is refused. Returns whether there were new rows, so that the command must be decided
    /// again. The caller holds the room's turn.
    pub(in crate::rooms) async fn catch_up_before_refusing(
        &self,
        room: &Arc<Room>,
        refused: &CommandRefusal,
    ) -> bool {
        if self.shared().is_none() || matches!(refused.code, Code::Unavailable | Code::Busy) {
            return false;
        }
        match self.catch_up_locked(room).await {
            Ok(()) => true,
            Err(CatchUpError::NothingNew) => false,
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "a game could not be compared with the log");
                false
            }
        }
    }

    /// Catches up now, so that the reader sees everything that was acknowledged before.
    pub(in crate::rooms) async fn refresh(&self, room: &Arc<Room>) -> Result<(), CatchUpError> {
        let Some(shared) = self.shared() else { return Ok(()) };
        // Without catching up, the room may be older than what the reader has seen on another node: better to fail.
        let turn = tokio::time::timeout(READ_TIMEOUT, room.turn.lock()).await;
        let _turn = turn.map_err(|_| StoreError::Unavailable)?;
        let v = room.state().v;
        if let Some(tail) = shared.tails(&[(room.id, v)]).await?.remove(&room.id) {
            self.apply_rows(room, &tail)?;
        }
        Ok(())
    }

    /// Applies the rows that come next, and publishes them to the room's followers. Returns whether there were any. The
    /// caller holds the room's turn.
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
            self.schedule_after_remote(room);
        }
        Ok(changed)
    }

    /// Schedules what follows after another node has written a row. The computer's reply is left to that node.
    fn schedule_after_remote(&self, room: &Arc<Room>) {
        if room.state().game.termination().is_some() {
            self.finish_elsewhere(room);
        } else {
            self.schedule(room);
        }
    }

    /// Compares rooms with the log: hinted ones at once, all of them periodically. Runs for as long as the node does.
    pub(super) async fn follow_heads(self) {
        let Some(cluster) = &self.0.cluster else { return };
        let mut next_poll = tokio::time::Instant::now() + POLL_INTERVAL;
        loop {
            let polled = tokio::time::timeout_at(next_poll, cluster.heads_changed.notified()).await.is_err();
            let hinted = std::mem::take(&mut *cluster.hinted.lock());
            let rooms = if polled {
                next_poll = tokio::time::Instant::now() + POLL_INTERVAL;
                self.followed()
            } else {
                hinted.keys().filter_map(|game| self.get(*game)).collect()
            };
            for chunk in rooms.chunks(MAX_ROOMS) {
                if let Err(error) = self.compare(chunk, polled).await {
                    tracing::warn!(%error, "the log could not be read");
                }
            }
        }
    }

    async fn compare(&self, rooms: &[Arc<Room>], polled: bool) -> Result<(), CatchUpError> {
        let Some(shared) = self.shared() else { return Ok(()) };
        let known: Vec<(GameId, u64)> = rooms.iter().map(|room| (room.id, room.state().v)).collect();
        let tails = shared.tails(&known).await?;
        for room in rooms.iter().filter(|room| tails.contains_key(&room.id)) {
            // A slow command holds the room. Either it finds these rows itself, or the next poll does.
            let Ok(_turn) = tokio::time::timeout(TURN_TIMEOUT, room.turn.lock()).await else { continue };
            match self.apply_rows(room, &tails[&room.id]) {
                Ok(true) if polled => {
                    self.metrics().bus_gaps.inc();
                }
                Ok(_) => {}
                Err(error) => tracing::error!(game = %room.id, %error, "a row of the log cannot be parsed"),
            }
        }
        Ok(())
    }

    /// Catches up with the log in all rooms after this node was suspended: other nodes may have continued the games.
    pub(in crate::rooms) async fn refresh_all(&self) {
        if self.shared().is_none() {
            return;
        }
        for chunk in self.followed().chunks(MAX_ROOMS) {
            if let Err(error) = self.compare(chunk, true).await {
                tracing::warn!(%error, "the log could not be read");
            }
        }
        self.0.last_alive.fetch_max(self.clock().now().millis(), Ordering::AcqRel);
    }
}
