//! A rate limit for the messages of one client.

use std::time::{Duration, Instant};

/// A burst at once, and after that a steady rate.
#[derive(Debug)]
pub(super) struct RateLimiter {
    /// When the messages so far would all be within the steady rate.
    paid: Instant,
    each: Duration,
    at_once: u32,
}

impl RateLimiter {
    /// Allows `at_once` messages in a burst, and one more after each span.
    pub(super) fn new(now: Instant, at_once: u32, each: Duration) -> RateLimiter {
        RateLimiter { paid: now, each, at_once }
    }

    /// Counts a message. Returns whether it is within the limit.
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
        let mut limiter = RateLimiter::new(start, 5, Duration::from_secs(2));
        assert_eq!((0..10).filter(|_| limiter.allows(start)).count(), 5);
        let later = start + Duration::from_secs(2);
        assert!(limiter.allows(later) && !limiter.allows(later));
        let much_later = start + Duration::from_secs(60);
        assert_eq!((0..10).filter(|_| limiter.allows(much_later)).count(), 5);
    }
}
