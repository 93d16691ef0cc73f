//! How much of the clock one move may use.

use crate::limits::Budget;
use std::time::Duration;

/// A player's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time added after every move.
    pub increment: Duration,
    /// The moves until the next stage of the time control, if there is one.
    pub moves_to_go: Option<u32>,
}

/// Without a stage ahead, time is planned for this many more moves.
const PLANNED_MOVES: u32 = 28;

impl Clock {
    /// The time for this move. `overhead` is what is lost between the clock and the engine.
    pub fn budget(self, overhead: Duration) -> Budget {
        let moves = self.moves_to_go.map_or(PLANNED_MOVES, |moves| moves.clamp(1, PLANNED_MOVES));
        // Even a clock that has almost run out leaves a moment: a late answer is better than none.
        let usable = self.left.saturating_sub(overhead).max(Duration::from_millis(1));
        let share = usable / moves + self.increment * 3 / 4;
        // With an increment a clock below the overhead recovers, so that there is time to think.
        let least = (self.left / 16).min(self.increment / 2);
        let most = if moves == 1 { usable * 4 / 5 } else { usable * 2 / 5 }.max(least);
        Budget { soft: share.min(most), hard: (share * 4).min(most) }
    }
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
            let budget = clock.budget(OVERHEAD);
            assert!(budget.soft <= budget.hard);
            assert!(budget.soft > Duration::ZERO);
            // The worst case: every move takes all it may, and the overhead too.
            let used = budget.hard + OVERHEAD;
            assert!(used <= clock.left || clock.left <= 2 * OVERHEAD, "move {number}: {clock:?} {budget:?}");
            clock.left = clock.left.saturating_sub(used) + clock.increment;
            clock.moves_to_go = clock.moves_to_go.map(|moves| moves.saturating_sub(1).max(1));
        }
    }

    #[test]
    fn a_clock_that_fills_up_again_leaves_time_to_think() {
        let milliseconds = Duration::from_millis;
        let clock = Clock { left: milliseconds(900), increment: milliseconds(80), moves_to_go: None };
        assert_eq!(clock.budget(milliseconds(1000)).hard, milliseconds(40));
        let without = Clock { increment: Duration::ZERO, ..clock };
        assert!(without.budget(milliseconds(1000)).hard <= milliseconds(1));
    }

    #[test]
    fn no_clock_runs_out_by_itself() {
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
}
