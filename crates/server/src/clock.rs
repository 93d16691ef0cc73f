//! The one place that reads the clock.

use game::{Duration, Timestamp};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// The server's clock: milliseconds since 1970, and never an earlier moment than it has told before, whatever is
/// done to the clock of the machine.
#[derive(Debug, Default)]
pub struct Clock {
    latest: AtomicU64,
}

impl Clock {
    /// A clock that will tell no moment before this one: the latest that the log knows of.
    pub fn not_before(moment: Timestamp) -> Clock {
        Clock { latest: AtomicU64::new(moment.millis()) }
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        let wall = wall();
        let before = self.latest.fetch_max(wall, Ordering::AcqRel);
        Timestamp::from_millis(before.max(wall))
    }

    /// How far the machine's clock is behind what was told: nothing, unless somebody has set it back.
    pub fn behind(&self) -> Duration {
        Duration::from_millis(self.latest.load(Ordering::Acquire).saturating_sub(wall()))
    }
}

/// What the machine's clock shows.
fn wall() -> u64 {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(wall.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_does_not_run_backward() {
        let clock = Clock::default();
        let now = clock.now();
        assert!(clock.now() >= now);
        let ahead = Timestamp::from_millis(now.millis() + 3_600_000);
        let clock = Clock::not_before(ahead);
        assert_eq!(clock.now(), ahead, "an hour back on the machine's clock");
        assert!(clock.behind().millis() > 3_590_000);
    }
}
