//! A process that is stopped for a while (SIGSTOP, a machine without time for it) serves nobody, and the time is
//! nobody's: as after a crash.

use super::Rooms;
use game::{Duration, Timestamp};
use std::sync::atomic::Ordering;

/// How often the server notes that it is awake.
const NOTE: std::time::Duration = std::time::Duration::from_millis(250);
/// A pause that is no accident of scheduling.
const GAP: Duration = Duration::from_seconds(3);

impl Rooms {
    /// Notes that the server is awake. Runs for as long as it does.
    pub(crate) async fn stay_awake(self) {
        loop {
            self.mind_the_gap().await;
            tokio::time::sleep(NOTE).await;
        }
    }

    /// To be called before anything is decided by time. Where the server was not awake, running clocks stand still
    /// from when it last was; whoever asks meanwhile waits.
    pub(super) async fn mind_the_gap(&self) {
        if self.gap().is_none() {
            return;
        }
        let healing = self.0.healing.lock().await;
        // Another one may have seen to it.
        if let Some(awake) = self.gap() {
            tracing::warn!(since = awake.millis(), "the server was not awake: nobody is charged for it");
            let mut rooms = self.all();
            let now = self.clock().now();
            rooms.iter().for_each(|room| room.inside().served_since = now);
            rooms.retain(|room| room.inside().game.next_deadline().is_some());
            if let Err(error) = self.forgive_all(&rooms, awake).await {
                tracing::warn!(%error, "a clock ran on while the server was not awake");
            }
            self.0.awake.fetch_max(self.clock().now().millis(), Ordering::AcqRel);
        }
        drop(healing);
    }

    /// Since when the server has not been awake, if that is long; notes otherwise that it is.
    pub(super) fn gap(&self) -> Option<Timestamp> {
        let now = self.clock().now();
        let awake = Timestamp::from_millis(self.0.awake.load(Ordering::Acquire));
        if now.since(awake) >= GAP {
            return Some(awake);
        }
        self.0.awake.fetch_max(now.millis(), Ordering::AcqRel);
        None
    }
}
