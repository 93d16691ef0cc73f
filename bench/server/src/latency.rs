//! Measured latencies and their percentiles.

use std::fmt;
use std::time::Duration;

#[derive(Default)]
pub(crate) struct Latencies(Vec<u32>);

impl Latencies {
    pub(crate) fn add(&mut self, time: Duration) {
        self.0.push(u32::try_from(time.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) fn extend(&mut self, other: Latencies) {
        self.0.extend(other.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// The value that `share` of a thousand measurements do not exceed, in milliseconds.
    pub(crate) fn per_mille(&mut self, share: usize) -> f64 {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        let place = (self.0.len() * share / 1000).min(last);
        self.0.get(place).map_or(f64::NAN, |micros| f64::from(*micros) / 1000.0)
    }

    pub(crate) fn summary(&mut self) -> Summary {
        Summary {
            p50: self.per_mille(500),
            p99: self.per_mille(990),
            p999: self.per_mille(999),
            most: self.per_mille(1000),
        }
    }
}

pub(crate) struct Summary {
    pub(crate) p50: f64,
    pub(crate) p99: f64,
    p999: f64,
    pub(crate) most: f64,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { p50, p99, p999, most } = self;
        write!(f, "p50 {p50:.2}  p99 {p99:.2}  p99.9 {p999:.2}  max {most:.2} ms")
    }
}
