//! Time management: how much of the clock one move may use.

use crate::limits::Budget;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// The number of moves until the next stage of the time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// Without a further stage, a move may use this part of the time left. Few moves use all of it: a search whose best move
/// has not changed for some depths ends after half of it.
const PLANNED_MOVES: u32 = 16;
/// With a further stage, time is planned for at most this many moves.
const MAX_MOVES_TO_GO: u32 = 28;

/// Time that is kept in reserve, because on a busy machine a program may wait that long for a processor. Without it, a
/// game with an increment would be played with only a few increments left on the clock.
const RESERVE: Duration = Duration::from_millis(200);

impl Clock {
    /// The time for this move. `overhead` is the time that every move loses between the clock and the engine, `stall` a
    /// pause that the clock must be able to survive (see [`Stalls`]).
    pub fn budget(self, overhead: Duration, stall: Duration) -> Budget {
        let moves = self.moves_to_go.map_or(PLANNED_MOVES, |moves| moves.clamp(1, MAX_MOVES_TO_GO));
        // At least a millisecond even on a clock that has almost run out: a late move is better than none.
        let reserve = RESERVE.min(self.left / 2);
        let usable = self.left.saturating_sub(overhead + reserve + stall).max(Duration::from_millis(1));
        // With an increment, even a clock below the overhead recovers, so some time may be used.
        let least = (self.left / 16).min(self.increment / 2);
        // The overhead takes its part of every increment.
        let share = (usable / moves + self.increment.saturating_sub(overhead) * 3 / 4).max(least);
        let most = if moves == 1 { usable * 4 / 5 } else { usable * 2 / 5 }.max(least);
        Budget { soft: share.min(most), hard: (share * 4).min(most) }
    }
}

/// Recent stalls: how long the program had to wait for a processor. The search reports the time whenever it reads the
/// clock, which is about every millisecond unless the machine was busy with something else.
///
/// A stall can happen again at any time, so the clock must survive it: pass [`Stalls::longest`] to [`Clock::budget`].
#[derive(Debug, Default)]
pub struct Stalls {
    /// When this search last read the clock, in microseconds since its start.
    last_read: AtomicU64,
    /// The longest recent stall in microseconds; it decays from move to move.
    longest: AtomicU64,
}

impl Stalls {
    /// A search begins. Earlier stalls count a little less from now on.
    pub fn begin(&self) {
        self.last_read.store(0, Ordering::Relaxed);
        let longest = self.longest.load(Ordering::Relaxed);
        self.longest.store(longest - longest / 16, Ordering::Relaxed);
    }

    /// The search has read the clock, at this time since its start.
    pub fn clock_read(&self, elapsed: Duration) {
        let now = micros(elapsed);
        let last = self.last_read.fetch_max(now, Ordering::Relaxed);
        self.longest.fetch_max(now.saturating_sub(last), Ordering::Relaxed);
    }

    /// Records a stall outside the search, between the clock and the program.
    pub fn observe(&self, stall: Duration) {
        self.longest.fetch_max(micros(stall), Ordering::Relaxed);
    }

    /// The longest recent stall.
    pub fn longest(&self) -> Duration {
        Duration::from_micros(self.longest.load(Ordering::Relaxed))
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// A fixed time for the move.
pub fn fixed(time: Duration, overhead: Duration) -> Budget {
    let usable = time.saturating_sub(overhead).max(Duration::from_millis(1));
    Budget { soft: usable, hard: usable }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERHEAD: Duration = Duration::from_millis(20);

    #[track_caller]
    fn plays_on(mut clock: Clock, moves: u32) {
        for number in 0..moves {
            let budget = clock.budget(OVERHEAD, Duration::ZERO);
            assert!(budget.soft <= budget.hard);
            assert!(budget.soft > Duration::ZERO);
            // The worst case: every move uses its maximum plus the overhead.
            let used = budget.hard + OVERHEAD;
            assert!(used <= clock.left || clock.left <= 2 * OVERHEAD, "move {number}: {clock:?} {budget:?}");
            clock.left = clock.left.saturating_sub(used) + clock.increment;
            clock.moves_to_go = clock.moves_to_go.map(|moves| moves.saturating_sub(1).max(1));
        }
    }

    #[test]
    fn an_increment_gives_time_even_on_a_clock_below_the_overhead() {
        let milliseconds = Duration::from_millis;
        let clock = Clock { left: milliseconds(900), increment: milliseconds(80), moves_to_go: None };
        assert_eq!(clock.budget(milliseconds(1000), Duration::ZERO).hard, milliseconds(40));
        let without = Clock { increment: Duration::ZERO, ..clock };
        assert!(without.budget(milliseconds(1000), Duration::ZERO).hard <= milliseconds(1));
    }

    #[test]
    fn no_clock_runs_out_in_the_worst_case() {
        let milliseconds = Duration::from_millis;
        for left in [0, 1, 10, 100, 1000, 8000, 600_000, 7_200_000] {
            for increment in [0, 80, 1000, 30_000] {
                let clock =
                    Clock { left: milliseconds(left), increment: milliseconds(increment), moves_to_go: None };
                let moves = if increment <= 20 { 12 } else { 200 };
                plays_on(clock, moves);
                plays_on(Clock { moves_to_go: Some(5), ..clock }, 5);
            }
        }
    }

    #[test]
    fn a_stall_is_remembered_and_fades() {
        let (stalls, milliseconds) = (Stalls::default(), Duration::from_millis);
        stalls.begin();
        for time in [1, 2, 302, 303] {
            stalls.clock_read(milliseconds(time));
        }
        assert_eq!(stalls.longest(), milliseconds(300));
        // Several threads may report out of order.
        stalls.clock_read(milliseconds(1));
        assert_eq!(stalls.longest(), milliseconds(300));
        for _ in 0..100 {
            stalls.begin();
        }
        assert!(stalls.longest() < milliseconds(2));
        stalls.observe(milliseconds(50));
        assert_eq!(stalls.longest(), milliseconds(50));
    }

    #[test]
    fn with_an_increment_the_clock_settles_above_the_longest_stall() {
        let milliseconds = Duration::from_millis;
        for stall in [0, 300, 800] {
            let stall = milliseconds(stall);
            let mut clock =
                Clock { left: milliseconds(4000), increment: milliseconds(40), moves_to_go: None };
            for _ in 0..300 {
                clock.left = clock.left - clock.budget(OVERHEAD, stall).soft - OVERHEAD + clock.increment;
            }
            let hard = clock.budget(OVERHEAD, stall).hard;
            assert!(clock.left > hard + stall + milliseconds(150), "{stall:?}: {clock:?} {hard:?}");
        }
    }
}
