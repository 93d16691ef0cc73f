//! Deliberately wrong servers, so that the crash and fault tests can show that they detect the faults. Never compiled
//! into a release.

use std::sync::atomic::{AtomicBool, Ordering};

/// The deliberate faults of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InjectedFaults {
    /// Reports a row before it is on disk.
    pub ack_before_commit: bool,
    /// Appends without comparing the sequence number with the log: the last writer wins.
    pub skip_sequence_check: bool,
    /// Trusts the content of bus messages instead of reading the log.
    pub trust_bus: bool,
}

static ACK_BEFORE_COMMIT: AtomicBool = AtomicBool::new(false);
static SKIP_SEQUENCE_CHECK: AtomicBool = AtomicBool::new(false);

/// Turns on the faults of this process's store. (`trust_bus` is handed to the rooms separately.)
pub(crate) fn inject(faults: InjectedFaults) {
    ACK_BEFORE_COMMIT.store(faults.ack_before_commit, Ordering::Relaxed);
    SKIP_SEQUENCE_CHECK.store(faults.skip_sequence_check, Ordering::Relaxed);
}

pub(crate) fn acks_before_commit() -> bool {
    ACK_BEFORE_COMMIT.load(Ordering::Relaxed)
}

pub(crate) fn skips_sequence_check() -> bool {
    SKIP_SEQUENCE_CHECK.load(Ordering::Relaxed)
}
