//! Lag compensation: how long messages are on their way, measured by the server alone. A client cannot claim anything,
//! and what it can do, which is to answer pings late, gains little: a direct connection gets back no more than
//! `SLACK` beyond the shortest round trip that the kernel has seen.

use crate::round_trip::Ends;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The span over which the shortest way counts.
const WINDOW: Duration = Duration::from_secs(30);
/// The most that one move gets back.
pub const MAX_CREDIT: Duration = Duration::from_millis(100);
/// What a player can get back at once, and what comes back to that with each move.
const PURSE: Duration = Duration::from_millis(1_000);
const PER_MOVE: Duration = Duration::from_millis(60);
/// What a program may need to answer a ping, beyond the round trip of the kernel.
const SLACK: Duration = Duration::from_millis(20);
/// How old a round trip of the kernel may be before it is asked again.
const FRESH: Duration = Duration::from_secs(5);

/// What a move gets back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Credit {
    /// For the way, as far as it is known.
    pub way: game::Duration,
    /// For what the program at the other end needs, or says it needs: there is an allowance of it for each game.
    pub slack: game::Duration,
}

/// The lag of one connection.
#[derive(Debug)]
pub struct Lag {
    trips: VecDeque<(Instant, Duration)>,
    purse: Duration,
    /// The connection, where no proxy is between: there the kernel knows the way.
    direct: Option<Box<Ends>>,
    kernel: Option<(Instant, Option<Duration>)>,
}

impl Lag {
    /// Of a new connection; `direct` where its other end is the client's own.
    pub fn new(direct: Option<Box<Ends>>) -> Lag {
        Lag { trips: VecDeque::new(), purse: PURSE, direct, kernel: None }
    }

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
    pub fn credit(&mut self, now: Instant) -> Credit {
        let lag = self.floor().min(MAX_CREDIT).min(self.purse);
        // The kernel is asked only where it matters.
        let way = if lag < Duration::from_millis(1) { None } else { self.way(now) };
        self.credit_for(lag, way)
    }

    fn credit_for(&mut self, lag: Duration, way: Option<Duration>) -> Credit {
        let (way, slack) = match way {
            Some(way) => (lag.min(way), lag.saturating_sub(way).min(SLACK)),
            None => (lag, Duration::ZERO),
        };
        self.purse = (self.purse - way - slack + PER_MOVE).min(PURSE);
        let millis =
            |span: Duration| game::Duration::from_millis(u64::try_from(span.as_millis()).unwrap_or_default());
        Credit { way: millis(way), slack: millis(slack) }
    }

    /// The shortest round trip as the kernel sees it; none behind a proxy, and where the kernel does not tell.
    fn way(&mut self, now: Instant) -> Option<Duration> {
        let direct = self.direct.as_deref()?;
        match self.kernel {
            Some((when, way)) if now.duration_since(when) < FRESH => way,
            _ => {
                let way = direct.min_round_trip();
                self.kernel = Some((now, way));
                way
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(credit: Credit) -> u64 {
        credit.way.millis() + credit.slack.millis()
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
        for (way, late, expected) in
            [(0, 150, (0, 20)), (30, 150, (30, 20)), (30, 35, (30, 5)), (80, 60, (60, 0))]
        {
            let mut lag = Lag::new(None);
            let credit =
                lag.credit_for(MAX_CREDIT.min(Duration::from_millis(late)), Some(Duration::from_millis(way)));
            assert_eq!((credit.way.millis(), credit.slack.millis()), expected, "{way} {late}");
        }
    }
}
