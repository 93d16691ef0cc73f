//! Plays numbered games on every core of the machine.

use indicatif::{ProgressBar, ProgressStyle};
use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// Plays the games with numbers below `count`, in no particular order, and passes every result to `take`, which returns
/// the message of the progress bar.
pub(crate) fn games<T: Send>(count: u64, play: impl Fn(u64) -> T + Sync, mut take: impl FnMut(T) -> String) {
    let bar = ProgressBar::new(count).with_style(style());
    let next = AtomicU64::new(0);
    let (results, finished) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let results = results.clone();
            let number = || next.fetch_add(1, Ordering::Relaxed);
            let play = &play;
            scope.spawn(move || {
                let numbers = std::iter::repeat_with(number).take_while(|&number| number < count);
                numbers.map(play).try_for_each(|result| results.send(result))
            });
        }
        drop(results);
        for result in finished {
            bar.set_message(take(result));
            bar.inc(1);
        }
    });
    bar.finish_and_clear();
}

pub(crate) fn style() -> ProgressStyle {
    ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} games, {msg}")
        .expect("the template is well-formed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_played_once() {
        let mut seen = Vec::new();
        let take = |number| {
            seen.push(number);
            String::new()
        };
        games(100, |number| number, take);
        seen.sort_unstable();
        assert_eq!(seen, Vec::from_iter(0..100));
    }
}
