//! Scheduling of exports: a bounded number at once, processed in small slices by one idle-class thread, so that
//! players never wait for them.

use crate::computer::idle;
use crate::limits::{Slot, Slots};
use std::sync::{Arc, mpsc};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// The most exports at once.
const MAX_EXPORTS: usize = 32;
/// The most exports at once for one address.
const MAX_EXPORTS_PER_ADDRESS: usize = 4;

type Slice = Box<dyn FnOnce() + Send>;

/// The running exports and their thread.
pub struct Exports {
    slices: mpsc::Sender<Slice>,
    all: Arc<Semaphore>,
    by_address: Slots,
}

/// A running export; frees its slot on drop.
pub struct ExportPermit {
    _of_all: OwnedSemaphorePermit,
    _of_address: Slot,
}

impl Exports {
    pub fn start() -> Exports {
        let (slices, queue) = mpsc::channel::<Slice>();
        let started = idle::spawn("exports".into(), move || queue.iter().for_each(|slice| slice()));
        // Without the thread, `run` returns `None` and exports fail.
        if let Err(error) = started {
            tracing::error!(%error, "no thread for exports");
        }
        let all = Arc::new(Semaphore::new(MAX_EXPORTS));
        Exports { slices, all, by_address: Slots::default() }
    }

    /// Admits one more export, unless there are too many.
    pub fn enter(&self, address: &str) -> Option<ExportPermit> {
        let of_address = self.by_address.enter(address, MAX_EXPORTS_PER_ADDRESS)?;
        let of_all = Arc::clone(&self.all).try_acquire_owned().ok()?;
        Some(ExportPermit { _of_all: of_all, _of_address: of_address })
    }

    /// Runs a slice of work on the thread; `None` if there is no thread.
    pub async fn run<T: Send + 'static>(&self, slice: impl FnOnce() -> T + Send + 'static) -> Option<T> {
        let (answer, answered) = oneshot::channel();
        // Skipped if the requester is gone.
        let slice = move || drop((!answer.is_closed()).then(|| answer.send(slice())));
        self.slices.send(Box::new(slice)).ok()?;
        answered.await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn concurrent_exports_are_limited() {
        let exports = Exports::start();
        let from = |address: usize| exports.enter(&format!("10.0.0.{address}"));
        let permits: Vec<_> = (0..MAX_EXPORTS_PER_ADDRESS).map(|_| from(1)).collect();
        assert!(permits.iter().all(Option::is_some) && from(1).is_none() && from(2).is_some());
        drop(permits);
        let all: Vec<_> = (0..MAX_EXPORTS).map(from).collect();
        assert!(all.iter().all(Option::is_some), "dropped permits are free again");
        assert!(from(MAX_EXPORTS).is_none());
        drop(all);
        assert_eq!(exports.run(|| 6 * 7).await, Some(42));
    }
}
