//! When the server could not be played on.

use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970: this program and the server read the same clock.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

#[derive(Clone, Copy)]
pub(crate) struct Outage {
    /// At this moment at the earliest the log proves that it served: a command sent then was answered.
    pub(crate) served: u64,
    /// From here on it was certainly dead.
    pub(crate) dead: u64,
    /// Before this it was certainly not back.
    pub(crate) spawned: u64,
    /// From here on it served.
    pub(crate) ready: u64,
}

#[derive(Default)]
pub(crate) struct Outages(Mutex<Vec<Outage>>);

impl Outages {
    pub(crate) fn add(&self, outage: Outage) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(outage);
    }

    /// Of the time between two moments: how much certainly must not be charged, and how much may not be.
    pub(crate) fn between(&self, from: u64, to: u64) -> (u64, u64) {
        let outages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let overlap = |start: u64, end: u64| end.min(to).saturating_sub(start.max(from));
        let certain = outages.iter().map(|outage| overlap(outage.dead, outage.spawned)).sum();
        let possible = outages.iter().map(|outage| overlap(outage.served, outage.ready)).sum();
        (certain, possible)
    }
}
