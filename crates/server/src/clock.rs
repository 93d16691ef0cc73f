//! The one place that reads the clock.

use game::{Duration, Timestamp};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// The server's clock: milliseconds since 1970. It looks at the machine's clock once, when the server starts, and
/// counts from there: whatever is done to that clock later, no player's time jumps.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
    at: Timestamp,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::not_before(Timestamp::ZERO)
    }
}

impl Clock {
    /// A clock that tells no moment before this one: the latest that the log knows of.
    pub fn not_before(moment: Timestamp) -> Clock {
        Clock { started: Instant::now(), at: wall().max(moment) }
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        let since = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.at + Duration::from_millis(since)
    }

    /// How far the machine's clock is behind what is told: nothing, unless somebody has set it back.
    pub fn behind(&self) -> Duration {
        self.now().since(wall())
    }
}

/// What the machine's clock shows.
fn wall() -> Timestamp {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(u64::try_from(wall.as_millis()).unwrap_or(u64::MAX))
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
        assert!(clock.now() >= ahead, "an hour back on the machine's clock");
        assert!(clock.behind().millis() > 3_590_000);
    }
}
