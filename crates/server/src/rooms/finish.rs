//! What follows the end of a game, and what is done now and then.

use super::cluster::Notice;
use super::view::finished;
use super::{Room, Rooms};
use crate::rooms::inbox::Notification;
use crate::store::StoreError;
use rules::Color;
use std::sync::Arc;
use std::time::Duration;

/// How long a game that is over stays in memory with nobody there: for a rematch, a last look, a late repeat.
const LINGERS: game::Duration = game::Duration::from_minutes(10);

/// How often it is tried; after that the node that next looks at the game does it.
const ARCHIVE_ATTEMPTS: u32 = 6;
/// How long another node has to archive a game that it has ended.
const ARCHIVED_ELSEWHERE: Duration = Duration::from_secs(3);

impl Rooms {
    /// The game is over: it goes to the archive, where it is counted, and then the players are told.
    pub(super) fn finish(&self, room: &Arc<Room>) {
        self.play_no_more(room);
        let (rooms, room) = (self.clone(), Arc::clone(room));
        tokio::spawn(async move {
            rooms.archive_surely(&room).await;
            rooms.send_notice(Notice::Finished(room.id.to_string()));
            rooms.notify(&room, &Notification::Finished(room.id));
        });
    }

    /// Where several nodes share the database, it may be away for a moment.
    async fn archive_surely(&self, room: &Arc<Room>) {
        for attempt in 0..ARCHIVE_ATTEMPTS {
            self.archive(room).await;
            if self.shared().is_none() || room.state().archived {
                return;
            }
            tokio::time::sleep(Duration::from_secs(1 << attempt)).await;
        }
    }

    /// Another node has ended the game, and archives it; if it does not, this one does.
    pub(super) fn finish_elsewhere(&self, room: &Arc<Room>) {
        self.play_no_more(room);
        let (rooms, room) = (self.clone(), Arc::clone(room));
        tokio::spawn(async move {
            tokio::time::sleep(ARCHIVED_ELSEWHERE).await;
            rooms.archive(&room).await;
        });
    }

    fn play_no_more(&self, room: &Room) {
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

    /// What cannot be archived now is in the journal still, and is archived at the next start.
    pub(super) async fn archive(&self, room: &Arc<Room>) {
        let mut row = finished(room.id, &room.created, &room.state().game);
        // A guest may have opened an account since.
        for (name, color) in [(&mut row.white, Color::White), (&mut row.black, Color::Black)] {
            if let Some(player) = room.player(color) {
                *name = player.to_string();
            }
        }
        match self.store().archive(row).await {
            Ok(()) => {
                room.state().archived = true;
                // Nobody may be interested.
                let _ = self.0.finished.send(room.id);
            }
            Err(error) => {
                tracing::warn!(game = %room.id, %error, "a finished game is not in the archive yet");
            }
        }
    }

    /// Once a second: proof of service, numbers of spectators, and dropping old games.
    pub(crate) async fn housekeeping(self) {
        let mut second = tokio::time::interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        for turn in 0_u64.. {
            second.tick().await;
            self.tell_crowds();
            self.prove_service().await;
            if turn % 10 == 9 {
                self.forget();
                self.0.inboxes.sweep();
                if let Err(error) = self.store().sweep_journal().await {
                    tracing::warn!(%error, "rows of finished games are still in the journal");
                }
            }
        }
    }

    /// Records that the server is running while anybody's clock runs, so that the next start knows when it stopped.
    async fn prove_service(&self) {
        // Nobody is served while nothing can be saved. A node of several says so by its heartbeat.
        if self.is_out() || self.shared().is_some() {
            return;
        }
        let runs = self.all().iter().any(|room| room.state().game.next_deadline().is_some());
        let now = self.clock().now();
        if runs && let Err(error) = self.store().prove_service(now).await {
            tracing::warn!(%error, "the proof of service is not written");
            if !matches!(error, StoreError::Busy) {
                self.note_outage(now);
            }
        }
    }

    /// Lets go of games that are over and archived, when nobody has been there for long.
    fn forget(&self) {
        if self.shared().is_some() {
            self.forget_idle();
            return;
        }
        let now = self.clock().now();
        self.0.rooms.write().retain(|_, room| {
            let state = room.state();
            !state.archived || !state.followers.is_empty() || now.since(state.game.latest()) < LINGERS
        });
    }
}
