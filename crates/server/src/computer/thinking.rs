//! The time budget of one answer.

use engine::{Budget, time};
use std::time::Duration;

/// The budget if nobody else waits and no clock is short.
const DEFAULT_BUDGET: Budget =
    Budget { soft: Duration::from_millis(1000), hard: Duration::from_millis(2000) };
/// The least time, however many wait.
const MIN_TIME: Duration = Duration::from_millis(20);
/// Time lost between the clock and the engine: the log, the queue, a busy machine.
const OVERHEAD: Duration = Duration::from_millis(100);

/// The time for one answer. The time spent waiting is subtracted from the clock, and the more requests wait behind
/// this one per thread, the less time it gets.
pub(super) fn budget(clock: Option<time::Clock>, waited: Duration, behind: usize, workers: usize) -> Budget {
    let share = u32::try_from(1 + behind / workers).unwrap_or(u32::MAX);
    let own = clock.map_or(DEFAULT_BUDGET, |clock| {
        time::Clock { left: clock.left.saturating_sub(waited), ..clock }.budget(OVERHEAD, Duration::ZERO)
    });
    let hard = own.hard.min(DEFAULT_BUDGET.hard / share).max(MIN_TIME.min(own.hard));
    Budget { soft: own.soft.min(DEFAULT_BUDGET.soft / share).min(hard), hard }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(budget: Budget) -> (u128, u128) {
        (budget.soft.as_millis(), budget.hard.as_millis())
    }

    #[test]
    fn a_long_queue_and_short_clocks_shorten_the_budget() {
        assert_eq!(millis(budget(None, Duration::ZERO, 0, 2)), (1000, 2000));
        assert_eq!(millis(budget(None, Duration::ZERO, 8, 2)), (200, 400));
        assert_eq!(millis(budget(None, Duration::ZERO, 100_000, 2)).1, 20);
        let clock = |left| time::Clock {
            left: Duration::from_millis(left),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        for left in [0, 1, 50, 500, 5_000, 3_600_000] {
            let budget = budget(Some(clock(left)), Duration::from_millis(40), 0, 1);
            assert!(budget.soft <= budget.hard && budget.hard <= DEFAULT_BUDGET.hard, "{left}: {budget:?}");
            let left = Duration::from_millis(left);
            assert!(budget.hard <= left.max(Duration::from_millis(1)), "{left:?}: {budget:?}");
        }
    }
}
