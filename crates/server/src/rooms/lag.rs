//! Lag compensation: network delays as measured by the server alone. A client cannot claim a delay. It can only answer
//! pings late, which gains little: a direct connection is compensated for at most `MAX_SLACK_PER_MOVE` beyond the
//! shortest round trip that the kernel has seen.

use crate::round_trip::ConnectionEnds;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The time over which the shortest round trip counts.
const WINDOW: Duration = Duration::from_secs(30);
/// The maximum compensation for one move.
pub const MAX_CREDIT: Duration = Duration::from_millis(100);
/// The quota from which compensation is taken, and what each move adds to it.
const MAX_QUOTA: Duration = Duration::from_millis(1_000);
const QUOTA_GAIN: Duration = Duration::from_millis(60);
/// The time that a client may need to answer a ping, beyond the kernel's round trip.
const MAX_SLACK_PER_MOVE: Duration = Duration::from_millis(20);
/// How long the kernel's round trip is cached.
const KERNEL_CACHE: Duration = Duration::from_secs(5);

/// The compensation for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// For the network delay.
    pub network: game::Duration,
    /// For the client's own delay in answering pings, which may be pretended: it is limited for each game.
    pub slack: game::Duration,
}

/// The lag of one connection.
#[derive(Debug)]
pub struct Lag {
    trips: VecDeque<(Instant, Duration)>,
    quota: Duration,
    /// The connection, if there is no proxy in between: then the kernel knows the round trip to the client.
    direct: Option<Box<ConnectionEnds>>,
    kernel: Option<(Instant, Option<Duration>)>,
}

impl Lag {
    /// The lag of a new connection; `direct` if its other end is the client itself.
    pub(crate) fn new(direct: Option<Box<ConnectionEnds>>) -> Lag {
        Lag { trips: VecDeque::new(), quota: MAX_QUOTA, direct, kernel: None }
    }

    /// Records the measured round trip of a message.
    pub fn measured(&mut self, now: Instant, trip: Duration) {
        while self.trips.front().is_some_and(|(when, _)| now.duration_since(*when) > WINDOW) {
            self.trips.pop_front();
        }
        self.trips.push_back((now, trip));
    }

    /// The shortest recent round trip.
    pub fn floor(&self) -> Duration {
        self.trips.iter().map(|(_, trip)| *trip).min().unwrap_or_default()
    }

    /// The compensation for a move that has just arrived.
    pub fn credit(&mut self, now: Instant) -> Credit {
        let lag = self.floor().min(MAX_CREDIT).min(self.quota);
        // The kernel is asked only if it matters.
        let round_trip = if lag < Duration::from_millis(1) { None } else { self.kernel_round_trip(now) };
        self.credit_for(lag, round_trip)
    }

    fn credit_for(&mut self, lag: Duration, round_trip: Option<Duration>) -> Credit {
        let (network, slack) = match round_trip {
            Some(shortest) => (lag.min(shortest), lag.saturating_sub(shortest).min(MAX_SLACK_PER_MOVE)),
            None => (lag, Duration::ZERO),
        };
        self.quota = (self.quota - network - slack + QUOTA_GAIN).min(MAX_QUOTA);
        let millis =
            |span: Duration| game::Duration::from_millis(u64::try_from(span.as_millis()).unwrap_or_default());
        Credit { network: millis(network), slack: millis(slack) }
    }

    /// The kernel's shortest round trip; none behind a proxy, or if the kernel does not provide it.
    fn kernel_round_trip(&mut self, now: Instant) -> Option<Duration> {
        let direct = self.direct.as_deref()?;
        match self.kernel {
            Some((when, round_trip)) if now.duration_since(when) < KERNEL_CACHE => round_trip,
            _ => {
                let round_trip = direct.min_round_trip();
                self.kernel = Some((now, round_trip));
                round_trip
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(credit: Credit) -> u64 {
        credit.network.millis() + credit.slack.millis()
    }

    #[test]
    fn the_shortest_trip_counts_and_not_for_ever() {
        let (mut lag, start) = (Lag::new(None), Instant::now());
        assert_eq!(millis(lag.credit(start)), 0, "nothing is known yet");
        for (second, millis) in [(0, 40), (5, 900), (10, 55)] {
            lag.measured(start + Duration::from_secs(second), Duration::from_millis(millis));
        }
        assert_eq!(millis(lag.credit(start)), 40);
        lag.measured(start + Duration::from_secs(33), Duration::from_millis(70));
        assert_eq!(lag.floor(), Duration::from_millis(55), "the first one is too old");
    }

    #[test]
    fn late_answers_behind_a_proxy_gain_little() {
        let (mut lag, now) = (Lag::new(None), Instant::now());
        lag.measured(now, Duration::from_secs(10));
        let gained: u64 = (0..60).map(|_| millis(lag.credit(now))).sum();
        assert_eq!(gained, 1_000 + 59 * 60, "sixty moves");
        assert!(millis(lag.credit(now)) <= 100);
    }

    #[test]
    fn late_answers_gain_no_more_than_the_slack_over_the_kernels_round_trip() {
        for (round_trip, late, expected) in
            [(0, 150, (0, 20)), (30, 150, (30, 20)), (30, 35, (30, 5)), (80, 60, (60, 0))]
        {
            let mut lag = Lag::new(None);
            let credit = lag.credit_for(
                MAX_CREDIT.min(Duration::from_millis(late)),
                Some(Duration::from_millis(round_trip)),
            );
            assert_eq!((credit.network.millis(), credit.slack.millis()), expected, "{round_trip} {late}");
        }
    }
}
