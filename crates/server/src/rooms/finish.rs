//! The end of a game, and periodic housekeeping.

use super::cluster::Notice;
use super::view::finished;
use super::{Room, Rooms};
use crate::rooms::inbox::Notification;
use crate::store::StoreError;
use rules::Color;
use std::sync::Arc;
use std::time::Duration;

/// How long a finished game stays in memory without followers, for a rematch, a last look or a late repeat of a
/// command.
const FINISHED_ROOM_TIMEOUT: game::Duration = game::Duration::from_minutes(10);

/// How many times archiving is tried. After that, the node that next checks the game does it.
const MAX_ARCHIVE_ATTEMPTS: u32 = 6;
/// How long to wait for another node to archive a game that it has ended.
const REMOTE_ARCHIVE_TIMEOUT: Duration = Duration::from_secs(3);

impl Rooms {
    /// Archives a game that has ended, which also updates the ratings, and then notifies the players.
    pub(super) fn finish(&self, room: &Arc<Room>) {
        self.remove_from_playing(room);
        let (rooms, room) = (self.clone(), Arc::clone(room));
        tokio::spawn(async move {
            rooms.archive_with_retries(&room).await;
            rooms.send_notice(Notice::Finished(room.id.to_string()));
            rooms.notify(&room, &Notification::Finished(room.id));
        });
    }

    /// Archives a game. In a cluster it retries, because the database may be unreachable for a moment.
    async fn archive_with_retries(&self, room: &Arc<Room>) {
        for attempt in 0..MAX_ARCHIVE_ATTEMPTS {
            self.archive(room).await;
            if self.shared().is_none() || room.state().archived {
                return;
            }
            tokio::time::sleep(Duration::from_secs(1 << attempt)).await;
        }
    }

    /// Handles a game that another node has ended. If that node does not archive it, this one does.
    pub(super) fn finish_elsewhere(&self, room: &Arc<Room>) {
        self.remove_from_playing(room);
        let (rooms, room) = (self.clone(), Arc::clone(room));
        tokio::spawn(async move {
            tokio::time::sleep(REMOTE_ARCHIVE_TIMEOUT).await;
            rooms.archive(&room).await;
        });
    }

    fn remove_from_playing(&self, room: &Room) {
        {
            let mut playing = self.0.playing.lock();
            for player in Color::ALL.into_iter().filter_map(|color| room.player(color)) {
                if let Some(games) = playing.get_mut(&player) {
                    games.remove(&room.id);
                    if games.is_empty() {
                        playing.remove(&player);
                    }
                }
            }
        }
    }

    /// A game that cannot be archived now is still in the journal, and is archived at the next start.
    pub(super) async fn archive(&self, room: &Arc<Room>) {
        let mut row = finished(room.id, &room.created, &room.state().game);
        // A guest may have opened an account in the meantime.
        for (name, color) in [(&mut row.white, Color::White), (&mut row.black, Color::Black)] {
            if let Some(player) = room.player(color) {
                *name = player.to_string();
            }
        }
        match self.store().archive(row).await {
            Ok(()) => {
                room.state().archived = true;
                // There may be no receivers.
                let _ = self.0.finished.send(room.id);
            }
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "a finished game is not in the archive yet");
            }
        }
    }

    /// Once a second: records that the server is running, sends the numbers of spectators, and drops old games.
    pub(crate) async fn housekeeping(self) {
        let mut second = tokio::time::interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for turn in 0_u64.. {
            second.tick().await;
            self.tell_crowds();
            self.prove_service().await;
            if turn % 10 == 9 {
                self.drop_old_rooms();
                self.0.inboxes.sweep();
                if let Err(error) = self.store().sweep_journal().await {
                    tracing::warn!(%error, "rows of finished games are still in the journal");
                }
            }
        }
    }

    /// Records that the server is running while any clock is running, so that the next start knows when it stopped.
    async fn prove_service(&self) {
        // Nobody is served while nothing can be saved. In a cluster the heartbeat is the proof.
        if self.is_out() || self.shared().is_some() {
            return;
        }
        let runs = self.all().iter().any(|room| room.state().game.next_deadline().is_some());
        let now = self.clock().now();
        if runs && let Err(error) = self.store().prove_service(now).await {
            tracing::warn!(%error, "the proof of service could not be written");
            if !matches!(error, StoreError::Busy) {
                self.note_outage(now);
            }
        }
    }

    /// Drops archived games from memory that nobody follows any more.
    fn drop_old_rooms(&self) {
        if self.shared().is_some() {
            self.drop_idle();
            return;
        }
        let now = self.clock().now();
        self.0.rooms.write().retain(|_, room| {
            let state = room.state();
            !state.archived
                || !state.followers.is_empty()
                || now.since(state.game.latest()) < FINISHED_ROOM_TIMEOUT
        });
    }
}
