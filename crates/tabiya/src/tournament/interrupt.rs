//! Ctrl-C: ends the program at once, but never between writing the log and writing the file.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held while a change is written.
static CHANGE: Mutex<()> = Mutex::new(());

/// From now on Ctrl-C ends the program with the usual exit code.
pub(super) fn watch() {
    let _ = ctrlc::set_handler(|| {
        let _whole = hold_off();
        let mut terminal = io::stderr();
        if terminal.is_terminal() {
            // Clear the progress bar.
            let _ = write!(terminal, "\r\x1b[K");
        }
        process::exit(i32::from(crate::INTERRUPTED));
    });
}

/// Ctrl-C waits until this is dropped.
pub(super) fn hold_off() -> MutexGuard<'static, ()> {
    CHANGE.lock().unwrap_or_else(PoisonError::into_inner)
}
