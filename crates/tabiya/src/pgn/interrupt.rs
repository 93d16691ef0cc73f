//! Ctrl-C: finish and report what has been read, then stop.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C requests a stop; a second one exits at once.
pub(super) fn watch() {
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(crate::INTERRUPTED));
        }
    });
}

pub(super) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
