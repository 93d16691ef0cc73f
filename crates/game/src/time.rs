//! Timestamps and durations, in whole milliseconds (law T05).

use core::fmt;
use core::ops::{Add, AddAssign, Sub};

/// A span of time, in milliseconds. Addition and subtraction saturate, so that a clock neither overflows nor goes below
/// zero.
///
/// ```
/// use tabiya_game::Duration;
/// let spent = Duration::from_seconds(10);
/// assert_eq!(Duration::from_minutes(5) - spent, Duration::from_seconds(290));
/// assert_eq!(spent - Duration::from_minutes(5), Duration::ZERO); // never below zero
/// assert_eq!(spent.to_string(), "0:10");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Duration(u64);

impl Duration {
    /// No time at all.
    pub const ZERO: Duration = Duration(0);

    /// A duration of this many milliseconds.
    pub const fn from_millis(millis: u64) -> Duration {
        Duration(millis)
    }

    /// A duration of this many seconds.
    pub const fn from_seconds(seconds: u64) -> Duration {
        Duration(seconds.saturating_mul(1000))
    }

    /// A duration of this many minutes.
    pub const fn from_minutes(minutes: u64) -> Duration {
        Duration::from_seconds(minutes.saturating_mul(60))
    }

    /// The duration in milliseconds.
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// Whether the duration is zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The duration multiplied by `count`.
    #[must_use]
    pub const fn times(self, count: u64) -> Duration {
        Duration(self.0.saturating_mul(count))
    }
}

impl Add for Duration {
    type Output = Duration;

    fn add(self, other: Duration) -> Duration {
        Duration(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Duration {
    fn add_assign(&mut self, other: Duration) {
        *self = *self + other;
    }
}

impl Sub for Duration {
    type Output = Duration;

    fn sub(self, other: Duration) -> Duration {
        Duration(self.0.saturating_sub(other.0))
    }
}

/// Below this a clock shows tenths of a second.
const TENTHS_BELOW: u64 = 10_000;

/// Writes the duration as a chess clock does: `1d 02:00`, `1:30:00`, `5:00`, and with tenths below ten seconds:
/// `0:09.4`.
///
/// Tenths are rounded up, so `0:00.0` means that no time is left. The page shows the same texts;
/// `tests/data/clock_texts.tsv` is used to test both.
impl fmt::Display for Duration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = self.0.div_ceil(100);
        if tenths < TENTHS_BELOW / 100 {
            return write!(f, "0:{:02}.{}", tenths / 10, tenths % 10);
        }
        // Between 9.9 s and 10 s the tenths are rounded up to ten seconds.
        let seconds = self.0.max(TENTHS_BELOW) / 1000;
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
        match (days, hours) {
            (0, 0) => write!(f, "{minutes}:{:02}", seconds % 60),
            (0, _) => write!(f, "{hours}:{minutes:02}:{:02}", seconds % 60),
            _ => write!(f, "{days}d {hours:02}:{minutes:02}"),
        }
    }
}

/// A moment, in milliseconds since an epoch that the caller chooses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timestamp(u64);

impl Timestamp {
    /// The epoch.
    pub const ZERO: Timestamp = Timestamp(0);

    /// The moment this many milliseconds after the epoch.
    pub const fn from_millis(millis: u64) -> Timestamp {
        Timestamp(millis)
    }

    /// Milliseconds since the epoch.
    pub const fn millis(self) -> u64 {
        self.0
    }

    /// The time since an earlier moment; zero if it is a later one.
    #[must_use]
    pub const fn since(self, earlier: Timestamp) -> Duration {
        Duration(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Duration> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn durations_are_written_like_a_chess_clock() {
        for line in include_str!("../tests/data/clock_texts.tsv").lines() {
            let (millis, shown) = line.split_once('\t').expect("milliseconds and a text");
            let millis = millis.parse().expect("milliseconds");
            assert_eq!(Duration::from_millis(millis).to_string(), shown, "{millis}");
        }
        assert_eq!(Duration::from_millis(u64::MAX).to_string(), "213503982334d 14:25");
    }

    #[test]
    fn arithmetic_saturates() {
        let (all, one) = (Duration::from_millis(u64::MAX), Duration::from_millis(1));
        assert_eq!((all + one, one - all, all.times(2)), (all, Duration::ZERO, all));
        assert_eq!(Timestamp::ZERO.since(Timestamp::from_millis(5)), Duration::ZERO);
        assert_eq!(Timestamp::from_millis(u64::MAX) + one, Timestamp::from_millis(u64::MAX));
    }
}
