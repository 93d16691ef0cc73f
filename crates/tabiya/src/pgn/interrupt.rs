//! Ctrl-C: what has been read is finished and told, then it is over.

use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C asks for the end; a second one does not wait for it.
pub(super) fn watch() {
    let _ = ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(super::INTERRUPTED));
        }
    });
}

pub(super) fn is_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
