//! How fast a client may send.

use std::time::{Duration, Instant};

/// So many at once, and after that so many in a span.
#[derive(Debug)]
pub(super) struct Pace {
    /// The moment at which all messages so far would be within the rate.
    paid: Instant,
    each: Duration,
    at_once: u32,
}

impl Pace {
    /// `at_once` together, and one more after each such span.
    pub(super) fn new(now: Instant, at_once: u32, each: Duration) -> Pace {
        Pace { paid: now, each, at_once }
    }

    /// One more. Returns whether it is still within the limit.
    pub(super) fn allows(&mut self, now: Instant) -> bool {
        let paid = self.paid.max(now) + self.each;
        let allowed = paid.duration_since(now) <= self.each * self.at_once;
        if allowed {
            self.paid = paid;
        }
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_and_then_one_by_one() {
        let start = Instant::now();
        let mut pace = Pace::new(start, 5, Duration::from_secs(2));
        assert_eq!((0..10).filter(|_| pace.allows(start)).count(), 5);
        let later = start + Duration::from_secs(2);
        assert!(pace.allows(later) && !pace.allows(later));
        let much_later = start + Duration::from_secs(60);
        assert_eq!((0..10).filter(|_| pace.allows(much_later)).count(), 5);
    }
}
