//! Servers that lie, so that the crash and fault tests can show that they notice. Never in a build that is used.

use std::sync::atomic::{AtomicBool, Ordering};

/// Which lies a server tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lies {
    /// Tells of a row before it is on disk.
    pub ack_before_commit: bool,
    /// Appends without looking at what the log has: the last one to write wins.
    pub skip_sequence_check: bool,
    /// Believes what the bus says instead of reading the log.
    pub trust_bus: bool,
}

static ACK_BEFORE_COMMIT: AtomicBool = AtomicBool::new(false);
static SKIP_SEQUENCE_CHECK: AtomicBool = AtomicBool::new(false);

/// From now on the store of this process tells these lies; rooms are told by themselves to believe the bus.
pub(crate) fn tell(lies: Lies) {
    ACK_BEFORE_COMMIT.store(lies.ack_before_commit, Ordering::Relaxed);
    SKIP_SEQUENCE_CHECK.store(lies.skip_sequence_check, Ordering::Relaxed);
}

pub(crate) fn acks_before_commit() -> bool {
    ACK_BEFORE_COMMIT.load(Ordering::Relaxed)
}

pub(crate) fn skips_sequence_check() -> bool {
    SKIP_SEQUENCE_CHECK.load(Ordering::Relaxed)
}
