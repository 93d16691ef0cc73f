//! The one place that reads the clock.

use game::{Duration, Timestamp};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A difference between the machine's clock and the recorded time that is worth a warning.
const WARN_OFFSET: Duration = Duration::from_seconds(24 * 3600);
/// The longest downtime that is believed without `--trust-clock`.
const MAX_DOWNTIME: Duration = Duration::from_seconds(366 * 24 * 3600);

/// Where a server's time comes from: the machine's clock, or a time that is advanced by hand, as in tests.
#[derive(Clone, Debug, Default)]
pub struct TimeSource(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    Machine,
    Manual(watch::Sender<Timestamp>),
}

impl TimeSource {
    /// A time that stands still until [`advance`](Self::advance) is called.
    pub fn manual(at: Timestamp) -> TimeSource {
        TimeSource(Source::Manual(watch::Sender::new(at)))
    }

    /// Advances a manual time. Has no effect on the machine's clock.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(time) = &self.0 {
            time.send_modify(|now| *now = *now + by);
        }
    }

    /// The time of the machine's clock, which may be wrong, or the manual time.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::Machine => machine_time(),
            Source::Manual(time) => *time.borrow(),
        }
    }
}

/// The server's clock: milliseconds since 1970. It reads the machine's clock once, at start, and counts monotonically
/// from there, so later changes to the machine's clock do not make a player's time jump. Nodes that share a database
/// correct their clocks towards the database's, in small steps and never backward.
#[derive(Debug)]
pub struct Clock {
    source: TimeSource,
    started: Instant,
    /// What the source showed when the server started.
    shown: Timestamp,
    /// The time the server started from, after comparing `shown` with its data.
    at: Timestamp,
    jumped: bool,
    /// Milliseconds added to the counted time.
    correction: AtomicI64,
    /// The latest time that was returned.
    told: AtomicU64,
}

/// The largest correction made in one step.
const MAX_STEP_MS: i64 = 200;
/// If the database's clock differs by more than this, somebody has set it: the jump is not followed, because players'
/// clocks would jump with it.
const MAX_OFFSET_MS: i64 = 10_000;

/// What the server's data say about time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedTime {
    /// The latest moment at which the server is known to have run.
    pub newest: Timestamp,
    /// The latest such moment before the clock last jumped forward, if it did.
    pub jumped_from: Option<Timestamp>,
}

/// How the machine's clock and the data disagree. The server continues from the later of the two times, or from the
/// more likely one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockMismatch {
    /// The clock is days or months ahead: believed, because the server may have been off.
    Ahead,
    /// The clock is more than a year ahead: not believed.
    FarAhead,
    /// The clock is behind: not believed.
    Behind,
    /// The clock is behind, but not behind the moment from which it had jumped forward before: the jump was the error,
    /// so the clock is believed.
    CameBack,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::not_before(TimeSource::default(), Timestamp::ZERO)
    }
}

impl Clock {
    /// A clock that never shows a time before `moment`.
    pub fn not_before(source: TimeSource, moment: Timestamp) -> Clock {
        let at = source.now().max(moment);
        Clock::counting_from(source, at, false)
    }

    /// A clock that starts at `moment`.
    pub fn showing(source: TimeSource, moment: Timestamp) -> Clock {
        Clock::counting_from(source, moment, false)
    }

    fn counting_from(source: TimeSource, at: Timestamp, jumped: bool) -> Clock {
        let shown = source.now();
        let (correction, told) = (AtomicI64::new(0), AtomicU64::new(0));
        Clock { source, started: Instant::now(), shown, at, jumped, correction, told }
    }

    /// Corrects this clock towards the one that all nodes share, which showed `shared` when this one showed `own`.
    /// Returns by how many milliseconds this clock was ahead.
    pub fn correct(&self, own: Timestamp, shared: Timestamp) -> i64 {
        let ahead = own.millis().cast_signed().saturating_sub(shared.millis().cast_signed());
        if ahead.abs() < MAX_OFFSET_MS {
            self.correction.fetch_sub(ahead.clamp(-MAX_STEP_MS, MAX_STEP_MS), Ordering::Relaxed);
        }
        ahead
    }

    /// The clock of a server that starts with these data. With `trust` the source is believed whatever the data say.
    pub fn starting(source: TimeSource, known: RecordedTime, trust: bool) -> (Clock, Option<ClockMismatch>) {
        let machine = source.now();
        let RecordedTime { newest, jumped_from } = known;
        let (ahead, behind) = (machine.since(newest), newest.since(machine));
        let (at, mismatch) = if trust || newest == Timestamp::ZERO {
            (machine, None)
        } else if ahead > MAX_DOWNTIME {
            (newest, Some(ClockMismatch::FarAhead))
        } else if ahead > WARN_OFFSET {
            (machine, Some(ClockMismatch::Ahead))
        } else if behind <= WARN_OFFSET {
            (machine.max(newest), None)
        } else if jumped_from.is_some_and(|moment| moment <= machine) {
            (machine, Some(ClockMismatch::CameBack))
        } else {
            (newest, Some(ClockMismatch::Behind))
        };
        (Clock::counting_from(source, at, mismatch == Some(ClockMismatch::Ahead)), mismatch)
    }

    pub fn now(&self) -> Timestamp {
        let since = match &self.source.0 {
            Source::Machine => {
                Duration::from_millis(u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX))
            }
            Source::Manual(time) => time.borrow().since(self.shown),
        };
        self.corrected(self.at + since)
    }

    /// The corrected time for a counted time; never less than a time returned before.
    fn corrected(&self, counted: Timestamp) -> Timestamp {
        let now = counted.millis().saturating_add_signed(self.correction.load(Ordering::Relaxed));
        Timestamp::from_millis(now.max(self.told.fetch_max(now, Ordering::Relaxed)))
    }

    /// Waits until a moment has come.
    pub async fn sleep_until(&self, moment: Timestamp) {
        match &self.source.0 {
            Source::Machine => {
                let wait = moment.since(self.now()).millis();
                tokio::time::sleep(std::time::Duration::from_millis(wait)).await;
            }
            Source::Manual(time) => {
                let has_come =
                    |shown: &Timestamp| self.corrected(self.at + shown.since(self.shown)) >= moment;
                // This clock owns the sender, so the channel is open.
                let _ = time.subscribe().wait_for(has_come).await;
            }
        }
    }

    /// How long ago a moment was. If the machine's clock was days ahead at start, only the time since the start
    /// counts: nobody could have reconnected while the server was off, and the clock may be wrong.
    pub fn age(&self, moment: Timestamp) -> Duration {
        let from = if self.jumped { moment.max(self.at) } else { moment };
        self.now().since(from)
    }

    /// How far the machine's clock is behind this one: zero unless the machine's clock was set back.
    pub fn behind(&self) -> Duration {
        self.now().since(self.source.now())
    }
}

fn machine_time() -> Timestamp {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
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
        let clock = Clock::not_before(TimeSource::default(), ahead);
        assert!(clock.now() >= ahead, "an hour back on the machine's clock");
        assert!(clock.behind().millis() > 3_590_000);
    }

    #[test]
    fn a_clock_is_corrected_slowly_and_never_backward() {
        let clock = Clock::default();
        let before = clock.now();
        let earlier = Timestamp::from_millis(before.millis() - 1_000);
        assert_eq!(clock.correct(before, earlier), 1_000, "this clock is a second ahead");
        let now = clock.now();
        assert!(now >= before, "it stands still until the others have caught up");
        assert_eq!(clock.correction.load(Ordering::Relaxed), -200);
        let an_hour_later = Timestamp::from_millis(before.millis() + 3_600_000);
        assert_eq!(clock.correct(before, an_hour_later), -3_600_000);
        assert_eq!(clock.correction.load(Ordering::Relaxed), -200, "nobody's time jumps by an hour");
    }

    #[test]
    fn a_wrong_clock_is_noticed_and_does_not_stick() {
        const DAY: u64 = 86_400_000;
        let day = |day: u64| Timestamp::from_millis(day * DAY);
        let known = |newest, jumped_from: Option<u64>| RecordedTime {
            newest: day(newest),
            jumped_from: jumped_from.map(day),
        };
        for (machine, known, trust, at, mismatch) in [
            (20_000, known(0, None), false, 20_000, None),
            (20_001, known(20_000, None), false, 20_001, None),
            (20_000, known(20_001, None), false, 20_001, None),
            (20_030, known(20_000, None), false, 20_030, Some(ClockMismatch::Ahead)),
            (20_000, known(20_030, Some(20_000)), false, 20_000, Some(ClockMismatch::CameBack)),
            (20_000, known(20_030, None), false, 20_030, Some(ClockMismatch::Behind)),
            (0, known(20_030, Some(20_000)), false, 20_030, Some(ClockMismatch::Behind)),
            (23_650, known(20_000, None), false, 20_000, Some(ClockMismatch::FarAhead)),
            (23_650, known(20_000, None), true, 23_650, None),
            (20_000, known(23_650, None), true, 20_000, None),
        ] {
            let (clock, found) = Clock::starting(TimeSource::manual(day(machine)), known, trust);
            assert_eq!((clock.at, found), (day(at), mismatch), "{machine} {known:?} {trust}");
        }
        let (clock, _) = Clock::starting(TimeSource::manual(day(20_030)), known(20_000, None), false);
        assert!(clock.age(day(19_999)) < Duration::from_seconds(3600), "nobody could have come back");
        let (clock, _) = Clock::starting(TimeSource::manual(day(20_001)), known(20_000, None), false);
        assert!(clock.age(day(20_000)) >= Duration::from_seconds(24 * 3600));
    }

    #[tokio::test]
    async fn advancing_a_manual_time_wakes_sleepers() {
        let time = TimeSource::manual(Timestamp::from_millis(1_000));
        let clock = std::sync::Arc::new(Clock::not_before(time.clone(), Timestamp::from_millis(5_000)));
        assert_eq!(clock.now().millis(), 5_000);
        let waiting = tokio::spawn({
            let clock = clock.clone();
            async move { clock.sleep_until(Timestamp::from_millis(6_000)).await }
        });
        time.advance(Duration::from_millis(999));
        tokio::task::yield_now().await;
        assert!(!waiting.is_finished() && clock.now().millis() == 5_999);
        time.advance(Duration::from_millis(1));
        waiting.await.expect("the moment has come");
        clock.sleep_until(Timestamp::from_millis(6_000)).await;
    }
}
