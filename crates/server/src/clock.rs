//! The one place that reads the clock.

use game::{Duration, Timestamp};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A difference between the machine's clock and what is known that is worth a word.
const NOTICED: Duration = Duration::from_seconds(24 * 3600);
/// The longest time for which a server was off, without anybody saying so.
const LONGEST_OFF: Duration = Duration::from_seconds(366 * 24 * 3600);

/// The server's clock: milliseconds since 1970. It looks at the machine's clock once, when the server starts, and
/// counts from there: whatever is done to that clock later, no player's time jumps. Where several nodes share a database,
/// each corrects its clock to the database's, slowly and never backward.
#[derive(Debug)]
pub struct Clock {
    started: Instant,
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
pub struct Known {
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
        Clock::not_before(Timestamp::ZERO)
    }
}

impl Clock {
    /// A clock that tells no moment before this one.
    pub fn not_before(moment: Timestamp) -> Clock {
        Clock::counting_from(machine_time().max(moment), false)
    }

    /// A clock that shows this moment now.
    pub fn showing(moment: Timestamp) -> Clock {
        Clock::counting_from(moment, false)
    }

    fn counting_from(at: Timestamp, jumped: bool) -> Clock {
        Clock { started: Instant::now(), at, jumped, correction: AtomicI64::new(0), told: AtomicU64::new(0) }
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

    /// The clock of a server that starts with these data when the machine's clock shows this. With `trust` that is
    /// believed whatever the data say.
    pub fn starting(machine: Timestamp, known: Known, trust: bool) -> (Clock, Option<Doubt>) {
        let Known { newest, jumped_from } = known;
        let (ahead, behind) = (machine.since(newest), newest.since(machine));
        let (at, doubt) = if trust || newest == Timestamp::ZERO {
            (machine, None)
        } else if ahead > LONGEST_OFF {
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
        (Clock::counting_from(at, doubt == Some(Doubt::Ahead)), doubt)
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        let since = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let counted = (self.at + Duration::from_millis(since)).millis();
        let now = counted.saturating_add_signed(self.correction.load(Ordering::Relaxed));
        Timestamp::from_millis(now.max(self.told.fetch_max(now, Ordering::Relaxed)))
    }

    /// How long ago a moment was. After a start with a clock that was days ahead, only the time since then counts:
    /// nobody could have come back, and perhaps the clock is wrong.
    pub fn age(&self, moment: Timestamp) -> Duration {
        let from = if self.jumped { moment.max(self.at) } else { moment };
        self.now().since(from)
    }

    /// How far the machine's clock is behind what is told: nothing, unless somebody has set it back.
    pub fn behind(&self) -> Duration {
        self.now().since(machine_time())
    }
}

/// What the machine's clock shows.
pub fn machine_time() -> Timestamp {
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
        let clock = Clock::not_before(ahead);
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
        let known = |newest, jumped_from: Option<u64>| Known {
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
            let (clock, found) = Clock::starting(day(machine), known, trust);
            assert_eq!((clock.at, found), (day(at), doubt), "{machine} {known:?} {trust}");
        }
        let (clock, _) = Clock::starting(day(20_030), known(20_000, None), false);
        assert!(clock.age(day(19_999)) < Duration::from_seconds(3600), "nobody could have come back");
        let (clock, _) = Clock::starting(day(20_001), known(20_000, None), false);
        assert!(clock.age(day(20_000)) >= Duration::from_seconds(24 * 3600));
    }
}
