//! Time in which nobody could be served is charged to nobody: while the process stood still (SIGSTOP, a machine without
//! time for it), and while nothing could be saved (a full disk). After a crash, recovery does the same.

use super::{Room, Rooms};
use game::{Duration, Timestamp};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How often the server notes that it is awake, and tries to save something while nothing can be saved.
const NOTE: std::time::Duration = std::time::Duration::from_millis(250);
/// A pause that is no accident of scheduling.
const GAP: Duration = Duration::from_seconds(3);

/// Nothing can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outage {
    /// When a row was refused for the first time.
    since: Timestamp,
    /// How many were since: tells whether another one failed while the clocks were set right.
    refused: u64,
}

impl Rooms {
    /// Notes that the server is awake and whether it can save. Runs for as long as it does.
    pub(crate) async fn stay_awake(self) {
        loop {
            self.credit_outage().await;
            if self.store().is_failing() {
                self.note_outage(self.clock().now());
            }
            self.end_outage().await;
            tokio::time::sleep(NOTE).await;
        }
    }

    /// Whether nothing can be saved at present.
    pub fn is_out(&self) -> bool {
        self.0.outage.lock().is_some()
    }

    /// Something could not be saved. From this moment on commands are refused at once, no flag falls, and the time is
    /// given back when something can be saved again.
    pub(super) fn note_outage(&self, at: Timestamp) {
        let mut outage = self.0.outage.lock();
        let Outage { since, refused } = outage.unwrap_or_else(|| {
            tracing::error!("nothing can be saved: the clocks stand still until it can");
            Outage { since: at, refused: 0 }
        });
        *outage = Some(Outage { since: since.min(at), refused: refused + 1 });
    }

    /// While nothing can be saved, tries to save something. If it works, the running clocks get the time back.
    pub(super) async fn end_outage(&self) {
        let Some(outage) = *self.0.outage.lock() else { return };
        let _healing = self.0.crediting.lock().await;
        // Never later than the outage began, so that a crash before the clocks are set right is forgiven too; and
        // another moment each time, because what does not change is not written.
        let moment = Timestamp::from_millis(outage.since.millis().saturating_sub(outage.refused % 2));
        if self.store().prove_service(moment).await.is_err() {
            self.note_outage(outage.since);
            return;
        }
        self.refresh_all().await;
        let rooms = self.all();
        match self.give_back(&rooms, outage.since).await {
            Ok(()) => {
                let mut now = self.0.outage.lock();
                if *now == Some(outage) {
                    *now = None;
                    tracing::warn!(since = outage.since.millis(), "something can be saved again");
                }
            }
            Err(error) => tracing::warn!(%error, "the clocks are not set right yet"),
        }
        rooms.iter().for_each(|room| self.schedule(room));
    }

    /// To be called before anything is decided by time. Where the server was not awake, running clocks stand still
    /// from when it last was; whoever asks meanwhile waits.
    pub(super) async fn credit_outage(&self) {
        if self.gap().is_none() {
            return;
        }
        let crediting = self.0.crediting.lock().await;
        // Another one may have seen to it.
        if let Some(last_alive) = self.gap() {
            tracing::warn!(since = last_alive.millis(), "the server was not awake: nobody is charged for it");
            // Other nodes may have served these games meanwhile.
            self.refresh_all().await;
            if let Err(error) = self.give_back(&self.all(), last_alive).await {
                tracing::warn!(%error, "the clocks are not set right yet");
                self.note_outage(last_alive);
            }
            self.0.last_alive.fetch_max(self.clock().now().millis(), Ordering::AcqRel);
        }
        drop(crediting);
    }

    /// Lets running clocks stand still from a moment until now. Who has to begin has the full time again.
    async fn give_back(&self, rooms: &[Arc<Room>], since: Timestamp) -> Result<(), super::CannotRecover> {
        let now = self.clock().now();
        rooms.iter().for_each(|room| room.state().served_since = now);
        let shared = self.shared().is_some();
        let runs = |room: &&Arc<Room>| {
            let state = room.state();
            // Who is connected to another node was served by it.
            let is_ours = !shared || state.presence.is_here_locally(state.game.turn());
            is_ours && state.game.next_deadline().is_some()
        };
        let running: Vec<_> = rooms.iter().filter(runs).cloned().collect();
        self.forgive_all(&running, since).await
    }

    /// Notes that the server is awake, as `stay_awake` does several times a second. For whoever moves the time
    /// by hand and does not want that to be taken for an outage.
    pub fn note_awake(&self) {
        let _ = self.gap();
    }

    /// Since when the server has not been awake, if that is long; notes otherwise that it is.
    pub(super) fn gap(&self) -> Option<Timestamp> {
        let now = self.clock().now();
        let last_alive = Timestamp::from_millis(self.0.last_alive.load(Ordering::Acquire));
        if now.since(last_alive) >= GAP {
            return Some(last_alive);
        }
        self.0.last_alive.fetch_max(now.millis(), Ordering::AcqRel);
        None
    }
}
