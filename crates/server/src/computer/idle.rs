//! Threads in the idle scheduling class, which run only when nothing else does.

use parking_lot::Mutex;
use std::io;
use std::thread::{self, JoinHandle};

/// The running threads. While a handle exists, its thread id is not reused.
static THREADS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Starts a thread in the idle scheduling class.
pub(crate) fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let started = thread::Builder::new().name(name).spawn(move || {
        enter_idle_class();
        work();
    })?;
    let mut threads = THREADS.lock();
    threads.retain(|thread| !thread.is_finished());
    threads.push(started);
    Ok(())
}

/// Moves the threads back to the normal class; call it before the process exits. Each thread needs the CPU once more
/// then, and on a busy machine an idle-class thread may wait for seconds. The system allows this for root and for
/// processes with a suitable limit (`LimitNICE=+0` in a systemd unit).
pub fn leave_idle_class() {
    THREADS.lock().iter().for_each(set_normal_class);
}

/// A low priority is not enough: at any priority a busy thread delays threads that wake up to answer a player by
/// milliseconds. In the idle class it does not.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn enter_idle_class() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
        thread_native_id,
    };
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle) {
        tracing::debug!(?error, "a thread could not be moved to the idle class");
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn enter_idle_class() {}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn set_normal_class(thread: &JoinHandle<()>) {
    use std::os::unix::thread::JoinHandleExt;
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadId, ThreadPriority, ThreadPriorityValue, ThreadSchedulePolicy,
        set_thread_priority_and_policy,
    };
    let normal = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Other);
    // On the crate's scale of 0 to 99 this is niceness 0; it is set for the calling thread.
    let Ok(niceness) = ThreadPriorityValue::try_from(48) else { return };
    // The type differs on musl.
    let id = thread.as_pthread_t() as ThreadId;
    if let Err(error) = set_thread_priority_and_policy(id, ThreadPriority::Crossplatform(niceness), normal) {
        tracing::debug!(?error, "a thread stays in the idle class");
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn set_normal_class(_: &JoinHandle<()>) {}
