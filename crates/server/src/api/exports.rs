//! Work for exports of many games: a bounded number of exports at once, made in small slices by one thread that gives
//! way to everything else, so that nobody who plays waits for them.

use crate::computer::idle;
use crate::limits::{Slot, Slots};
use std::sync::{Arc, mpsc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How many exports run at once.
const MAX_EXPORTS: usize = 32;
/// How many of them for one address.
const MAX_EXPORTS_PER_ADDRESS: usize = 4;

type Slice = Box<dyn FnOnce() + Send>;

/// The exports that run, and the thread that works for them.
pub struct Exports {
    slices: mpsc::Sender<Slice>,
    all: Arc<Semaphore>,
    by_address: Slots,
}

/// The place of one export among those that run, until it is dropped.
pub struct ExportPlace {
    _of_all: OwnedSemaphorePermit,
    _of_address: Slot,
}

impl Exports {
    pub fn start() -> Exports {
        let (slices, queue) = mpsc::channel::<Slice>();
        let started = idle::spawn("exports".into(), move || queue.iter().for_each(|slice| slice()));
        // The system has no thread left: whoever asks is told so, because nobody takes the slices.
        if let Err(error) = started {
            tracing::error!(%error, "no thread for exports");
        }
        let all = Arc::new(Semaphore::new(MAX_EXPORTS));
        Exports { slices, all, by_address: Slots::default() }
    }

    /// Makes a place for one more export, unless there are too many.
    pub fn enter(&self, address: &str) -> Option<ExportPlace> {
        let of_address = self.by_address.enter(address, MAX_EXPORTS_PER_ADDRESS)?;
        let of_all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some(ExportPlace { _of_all: of_all, _of_address: of_address })
    }

    /// Runs a slice of work on the thread; none if there is no thread.
    pub async fn run<T: Send + 'static>(&self, slice: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        // Whoever has gone meanwhile does not need it.
        let slice = move || drop((!answer.is_closed()).then(|| answer.send(slice())));
        self.slices.send(Box::new(slice)).ok()?;
        answered.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn so_many_at_once_and_no_more() {
        let exports = Exports::start();
        let from = |address: usize| exports.enter(&format!("10.0.0.{address}"));
        let places: Vec<_> = (0..MAX_EXPORTS_PER_ADDRESS).map(|_| from(1)).collect();
        assert!(places.iter().all(Option::is_some) && from(1).is_none() && from(2).is_some());
        drop(places);
        let all: Vec<_> = (0..MAX_EXPORTS).map(from).collect();
        assert!(all.iter().all(Option::is_some), "the places of those who left are free");
        assert!(from(MAX_EXPORTS).is_none());
        drop(all);
        assert_eq!(exports.run(|| 6 * 7).await, Some(42));
    }
}
