//! How long messages are on their way, measured by the server alone: a client cannot claim anything.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The span over which the shortest way counts.
const WINDOW: Duration = Duration::from_secs(30);
/// The most that one move gets back.
pub const MOST: Duration = Duration::from_millis(100);
/// What a player can get back at once, and what comes back to that with each move: a client that answers late on
/// purpose gains little by it.
const PURSE: Duration = Duration::from_millis(1_000);
const PER_MOVE: Duration = Duration::from_millis(60);

/// The lag of one connection.
#[derive(Debug)]
pub struct Lag {
    trips: VecDeque<(Instant, Duration)>,
    purse: Duration,
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { trips: VecDeque::new(), purse: PURSE }
    }
}

impl Lag {
    /// A message went there and back.
    pub fn measured(&mut self, now: Instant, trip: Duration) {
        while self.trips.front().is_some_and(|(when, _)| now.duration_since(*when) > WINDOW) {
            self.trips.pop_front();
        }
        self.trips.push_back((now, trip));
    }

    /// The shortest way there and back of late.
    pub fn floor(&self) -> Duration {
        self.trips.iter().map(|(_, trip)| *trip).min().unwrap_or_default()
    }

    /// What a move gets back that has just come in.
    pub fn credit(&mut self) -> game::Duration {
        let credit = self.floor().min(MOST).min(self.purse);
        self.purse = (self.purse - credit + PER_MOVE).min(PURSE);
        game::Duration::from_millis(u64::try_from(credit.as_millis()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_trip_counts_and_not_for_ever() {
        let (mut lag, start) = (Lag::default(), Instant::now());
        assert_eq!(lag.credit().millis(), 0, "nothing is known yet");
        for (second, millis) in [(0, 40), (5, 900), (10, 55)] {
            lag.measured(start + Duration::from_secs(second), Duration::from_millis(millis));
        }
        assert_eq!(lag.credit().millis(), 40);
        lag.measured(start + Duration::from_secs(33), Duration::from_millis(70));
        assert_eq!(lag.floor(), Duration::from_millis(55), "the first one is too old");
    }

    #[test]
    fn late_answers_gain_little() {
        let mut lag = Lag::default();
        lag.measured(Instant::now(), Duration::from_secs(10));
        let gained: u64 = (0..60).map(|_| lag.credit().millis()).sum();
        assert_eq!(gained, 1_000 + 59 * 60, "sixty moves");
        assert!(lag.credit().millis() <= 100);
    }
}
