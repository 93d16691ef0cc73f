//! CPU time, which does not depend on what else runs on the machine.

use std::hint::black_box;
use std::time::Duration;

/// The result of the work and the CPU time it took, without the cost of reading the clock.
pub(crate) fn timed<T>(work: impl FnOnce() -> T, clock_cost: Duration) -> (T, Duration) {
    let start = now();
    let result = black_box(work());
    let time = now().saturating_sub(start);
    (result, time.saturating_sub(clock_cost))
}

/// The cost of reading the clock: the median of many empty measurements.
pub(crate) fn clock_cost() -> Duration {
    let mut times: Vec<Duration> = (0..10_001).map(|_| timed(|| (), Duration::ZERO).1).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

/// The time this thread has spent on a CPU.
#[cfg(unix)]
fn now() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
}

/// Wall-clock time, because there is no such clock on this system.
#[cfg(not(unix))]
fn now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
