//! Outages are not charged to anybody's clock: neither while the process was suspended (SIGSTOP, an overloaded
//! machine), nor while nothing could be saved (a full disk). After a crash, recovery does the same.

use super::{Room, Rooms};
use game::{Duration, Timestamp};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// How often the server records that it is awake, and during an outage tries to save something.
const AWAKE_INTERVAL: std::time::Duration = std::time::Duration::from_millis(250);
/// The shortest pause that counts as an outage, and not as an accident of scheduling.
const MIN_GAP: Duration = Duration::from_seconds(3);

/// An outage: nothing can be saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outage {
    /// When a write failed for the first time.
    since: Timestamp,
    /// How many writes have failed since. It tells whether another one failed while the clocks were being credited.
    failures: u64,
}

impl Rooms {
    /// Records that the server is awake and whether it can save. Runs for as long as the server does.
    pub(crate) async fn stay_awake(self) {
        loop {
            self.credit_outage().await;
            if self.store().is_failing() {
                self.note_outage(self.clock().now());
            }
            self.end_outage().await;
            tokio::time::sleep(AWAKE_INTERVAL).await;
        }
    }

    /// Whether there is an outage: nothing can be saved at present.
    pub fn is_out(&self) -> bool {
        self.0.outage.lock().is_some()
    }

    /// Called when a write has failed. From then on commands are refused at once and no flag falls. The time is
    /// credited when something can be saved again.
    pub(super) fn note_outage(&self, at: Timestamp) {
        let mut outage = self.0.outage.lock();
        let Outage { since, failures } = outage.unwrap_or_else(|| {
            tracing::error!("nothing can be saved: the clocks are stopped until it can");
            Outage { since: at, failures: 0 }
        });
        *outage = Some(Outage { since: since.min(at), failures: failures + 1 });
    }

    /// During an outage, tries to save something. If that works, the running clocks are credited.
    pub(super) async fn end_outage(&self) {
        let Some(outage) = *self.0.outage.lock() else { return };
        let _crediting = self.0.crediting.lock().await;
        // Never later than the start of the outage, so that the time is also credited if the server crashes before the
        // clocks are. A different moment each time, because an unchanged value would not be written.
        let moment = Timestamp::from_millis(outage.since.millis().saturating_sub(outage.failures % 2));
        if self.store().prove_service(moment).await.is_err() {
            self.note_outage(outage.since);
            return;
        }
        self.refresh_all().await;
        let rooms = self.all();
        match self.credit_since(&rooms, outage.since).await {
            Ok(()) => {
                let mut now = self.0.outage.lock();
                if *now == Some(outage) {
                    *now = None;
                    tracing::warn!(since = outage.since.millis(), "something can be saved again");
                }
            }
            Err(error) => tracing::warn!(%error, "the clocks could not be credited yet"),
        }
        rooms.iter().for_each(|room| self.schedule(room));
    }

    /// To be called before anything is decided that depends on time. If the server was not awake, running clocks are
    /// credited with the time since it last was; callers wait until that is done.
    pub(super) async fn credit_outage(&self) {
        if self.gap().is_none() {
            return;
        }
        let crediting = self.0.crediting.lock().await;
        // Another task may have done it in the meantime.
        if let Some(last_alive) = self.gap() {
            tracing::warn!(since = last_alive.millis(), "the server was not awake: the time is credited");
            // Other nodes may have continued these games meanwhile.
            self.refresh_all().await;
            if let Err(error) = self.credit_since(&self.all(), last_alive).await {
                tracing::warn!(%error, "the clocks could not be credited yet");
                self.note_outage(last_alive);
            }
            self.0.last_alive.fetch_max(self.clock().now().millis(), Ordering::AcqRel);
        }
        drop(crediting);
    }

    /// Credits running clocks with the time from a moment until now. The timeout for the first move starts over.
    async fn credit_since(&self, rooms: &[Arc<Room>], since: Timestamp) -> Result<(), super::RecoveryError> {
        let now = self.clock().now();
        rooms.iter().for_each(|room| room.state().served_since = now);
        let shared = self.shared().is_some();
        let runs = |room: &&Arc<Room>| {
            let state = room.state();
            // A player who is connected to another node was served by that node.
            let is_ours = !shared || state.presence.is_here_locally(state.game.turn());
            is_ours && state.game.next_deadline().is_some()
        };
        let running: Vec<_> = rooms.iter().filter(runs).cloned().collect();
        self.credit_all(&running, since).await
    }

    /// Records that the server is awake, as `stay_awake` does several times a second. For tests that move the clock by
    /// hand, so that this does not count as an outage.
    pub fn note_awake(&self) {
        let _ = self.gap();
    }

    /// When the server was last awake, if that is long ago. Otherwise records that it is awake now.
    pub(super) fn gap(&self) -> Option<Timestamp> {
        let now = self.clock().now();
        let last_alive = Timestamp::from_millis(self.0.last_alive.load(Ordering::Acquire));
        if now.since(last_alive) >= MIN_GAP {
            return Some(last_alive);
        }
        self.0.last_alive.fetch_max(now.millis(), Ordering::AcqRel);
        None
    }
}
