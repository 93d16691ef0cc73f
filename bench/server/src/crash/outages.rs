//! The periods in which the server was not running.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970: this program and the server read the same clock.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[derive(Clone, Copy)]
pub(crate) struct Outage {
    /// The last moment at which it is known to have served: a command sent then was answered.
    pub(crate) served: u64,
    /// It was certainly dead from here on.
    pub(crate) dead: u64,
    /// It was certainly not running before this.
    pub(crate) spawned: u64,
    /// It served from here on.
    pub(crate) ready: u64,
}

#[derive(Default)]
pub(crate) struct Outages(Mutex<Vec<Outage>>);

impl Outages {
    pub(crate) fn add(&self, outage: Outage) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(outage);
    }

    /// The downtime between two moments: at least this much must not be charged, and at most this much may be credited.
    pub(crate) fn between(&self, from: u64, to: u64) -> (u64, u64) {
        let outages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let overlap = |start: u64, end: u64| end.min(to).saturating_sub(start.max(from));
        let certain = outages.iter().map(|outage| overlap(outage.dead, outage.spawned)).sum();
        let possible = outages.iter().map(|outage| overlap(outage.served, outage.ready)).sum();
        (certain, possible)
    }
}
