//! The one place that reads the clock.

use game::{Duration, Timestamp};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;

/// A difference between the machine's clock and what is known that is worth a word.
const NOTICED: Duration = Duration::from_seconds(24 * 3600);
/// The longest time for which a server was off, without anybody saying so.
const MAX_DOWNTIME: Duration = Duration::from_seconds(366 * 24 * 3600);

/// Where a server's time comes from: the machine, or whoever moves the time on by hand, as tests do.
#[derive(Clone, Debug, Default)]
pub struct TimeSource(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    Machine,
    Manual(watch::Sender<Timestamp>),
}

impl TimeSource {
    /// A time that stands still until it is moved on.
    pub fn manual(at: Timestamp) -> TimeSource {
        TimeSource(Source::Manual(watch::Sender::new(at)))
    }

    /// Moves the time on by hand. The machine's time cannot be moved.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual(time) = &self.0 {
            time.send_modify(|now| *now = *now + by);
        }
    }

    /// What the machine's clock shows, which may be wrong, or the time that was set by hand.
    pub fn now(&self) -> Timestamp {
        match &self.0 {
            Source::Machine => machine_time(),
            Source::Manual(time) => *time.borrow(),
        }
    }
}

/// The server's clock: milliseconds since 1970. It looks at the machine's clock once, when the server starts, and
/// counts from there: whatever is done to that clock later, no player's time jumps. Where several nodes share a database,
/// each corrects its clock to the database's, slowly and never backward.
#[derive(Debug)]
pub struct Clock {
    source: TimeSource,
    started: Instant,
    /// What the source showed when the server started.
    shown: Timestamp,
    /// What the server took that for.
    at: Timestamp,
    jumped: bool,
    /// Milliseconds that are added to what was counted.
    correction: AtomicI64,
    /// The latest moment that was told.
    told: AtomicU64,
}

/// A correction of this size is made at once when it is the first; a running clock follows in small steps.
const LARGEST_STEP_MS: i64 = 200;
/// A database whose clock differs by more has been set: its jumps are not followed, because players' clocks would jump.
const NOT_FOLLOWED_MS: i64 = 10_000;

/// What the data of a server says about time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedTime {
    /// The latest moment at which the server is known to have run.
    pub newest: Timestamp,
    /// The latest such moment before the clock last jumped forward, if it did.
    pub jumped_from: Option<Timestamp>,
}

/// How the machine's clock and the data differ. The server goes on from the later of the two moments, or from the one
/// that is more likely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// The clock is days or months ahead: it is believed, because the server may have been off.
    Ahead,
    /// The clock is more than a year ahead: it is not believed.
    FarAhead,
    /// The clock is behind: it is not believed.
    Behind,
    /// The clock is behind, but not behind the moment from which it had jumped forward before: that was wrong.
    CameBack,
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::not_before(TimeSource::default(), Timestamp::ZERO)
    }
}

impl Clock {
    /// A clock that tells no moment before this one.
    pub fn not_before(source: TimeSource, moment: Timestamp) -> Clock {
        let at = source.now().max(moment);
        Clock::counting_from(source, at, false)
    }

    /// A clock that shows this moment now.
    pub fn showing(source: TimeSource, moment: Timestamp) -> Clock {
        Clock::counting_from(source, moment, false)
    }

    fn counting_from(source: TimeSource, at: Timestamp, jumped: bool) -> Clock {
        let shown = source.now();
        let (correction, told) = (AtomicI64::new(0), AtomicU64::new(0));
        Clock { source, started: Instant::now(), shown, at, jumped, correction, told }
    }

    /// Brings the clock nearer to the clock that all nodes share, which showed `shared` when this one showed `own`. Says by
    /// how many milliseconds this one was ahead.
    pub fn correct(&self, own: Timestamp, shared: Timestamp) -> i64 {
        let ahead = own.millis().cast_signed().saturating_sub(shared.millis().cast_signed());
        if ahead.abs() < NOT_FOLLOWED_MS {
            self.correction.fetch_sub(ahead.clamp(-LARGEST_STEP_MS, LARGEST_STEP_MS), Ordering::Relaxed);
        }
        ahead
    }

    /// The clock of a server that starts with these data. With `trust` the source is believed whatever the data say.
    pub fn starting(source: TimeSource, known: RecordedTime, trust: bool) -> (Clock, Option<Doubt>) {
        let machine = source.now();
        let RecordedTime { newest, jumped_from } = known;
        let (ahead, behind) = (machine.since(newest), newest.since(machine));
        let (at, doubt) = if trust || newest == Timestamp::ZERO {
            (machine, None)
        } else if ahead > MAX_DOWNTIME {
            (newest, Some(Doubt::FarAhead))
        } else if ahead > NOTICED {
            (machine, Some(Doubt::Ahead))
        } else if behind <= NOTICED {
            (machine.max(newest), None)
        } else if jumped_from.is_some_and(|moment| moment <= machine) {
            (machine, Some(Doubt::CameBack))
        } else {
            (newest, Some(Doubt::Behind))
        };
        (Clock::counting_from(source, at, doubt == Some(Doubt::Ahead)), doubt)
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

    /// What is told when so much was counted: with the correction, and never less than before.
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
                // The sender is a part of this clock, so the channel is open.
                let _ = time.subscribe().wait_for(has_come).await;
            }
        }
    }

    /// How long ago a moment was. After a start with a clock that was days ahead, only the time since then counts:
    /// nobody could have come back, and perhaps the clock is wrong.
    pub fn age(&self, moment: Timestamp) -> Duration {
        let from = if self.jumped { moment.max(self.at) } else { moment };
        self.now().since(from)
    }

    /// How far the machine's clock is behind what is told: nothing, unless somebody has set it back.
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
        for (machine, known, trust, at, doubt) in [
            (20_000, known(0, None), false, 20_000, None),
            (20_001, known(20_000, None), false, 20_001, None),
            (20_000, known(20_001, None), false, 20_001, None),
            (20_030, known(20_000, None), false, 20_030, Some(Doubt::Ahead)),
            (20_000, known(20_030, Some(20_000)), false, 20_000, Some(Doubt::CameBack)),
            (20_000, known(20_030, None), false, 20_030, Some(Doubt::Behind)),
            (0, known(20_030, Some(20_000)), false, 20_030, Some(Doubt::Behind)),
            (23_650, known(20_000, None), false, 20_000, Some(Doubt::FarAhead)),
            (23_650, known(20_000, None), true, 23_650, None),
            (20_000, known(23_650, None), true, 20_000, None),
        ] {
            let (clock, found) = Clock::starting(TimeSource::manual(day(machine)), known, trust);
            assert_eq!((clock.at, found), (day(at), doubt), "{machine} {known:?} {trust}");
        }
        let (clock, _) = Clock::starting(TimeSource::manual(day(20_030)), known(20_000, None), false);
        assert!(clock.age(day(19_999)) < Duration::from_seconds(3600), "nobody could have come back");
        let (clock, _) = Clock::starting(TimeSource::manual(day(20_001)), known(20_000, None), false);
        assert!(clock.age(day(20_000)) >= Duration::from_seconds(24 * 3600));
    }

    #[tokio::test]
    async fn time_that_is_moved_by_hand_wakes_whoever_waits_for_it() {
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
