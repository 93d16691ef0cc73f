//! Threads that let everybody else go first.

use parking_lot::Mutex;
use std::io;
use std::thread::{self, JoinHandle};

/// Those that run. As long as there is its handle, the number of a thread is that of no other one.
static THREADS: Mutex<Vec<JoinHandle<()>>> = Mutex::new(Vec::new());

/// Starts a thread in the scheduling class of idle time.
pub(crate) fn spawn(name: String, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let started = thread::Builder::new().name(name).spawn(move || {
        give_way();
        work();
    })?;
    let mut threads = THREADS.lock();
    threads.retain(|thread| !thread.is_finished());
    threads.push(started);
    Ok(())
}

/// To be called before the process ends. Each of its threads needs the CPU once more then, and on a busy machine one of the
/// idle class gets it after seconds. The system allows this to root, and to whoever has a limit for it (`LimitNICE=+0` in
/// a unit of systemd).
pub fn leave_idle_class() {
    THREADS.lock().iter().for_each(set_usual_class);
}

/// A lower priority is not enough: at any of them a busy thread delays those who wake up to answer a player by
/// milliseconds, and in this class it does not.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn give_way() {
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy, set_thread_priority_and_policy,
        thread_native_id,
    };
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    if let Err(error) = set_thread_priority_and_policy(thread_native_id(), ThreadPriority::Min, idle) {
        tracing::debug!(?error, "a thread could not be put behind everybody else");
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn give_way() {}

#[cfg(any(target_os = "linux", target_os = "android"))]
fn set_usual_class(thread: &JoinHandle<()>) {
    use std::os::unix::thread::JoinHandleExt;
    use thread_priority::{
        NormalThreadSchedulePolicy, ThreadId, ThreadPriority, ThreadPriorityValue, ThreadSchedulePolicy,
        set_thread_priority_and_policy,
    };
    let usual = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Other);
    // Of 0 to 99, this is the niceness 0, which is set for the thread that calls.
    let Ok(niceness) = ThreadPriorityValue::try_from(48) else { return };
    // With musl it is of another type.
    let id = thread.as_pthread_t() as ThreadId;
    if let Err(error) = set_thread_priority_and_policy(id, ThreadPriority::Crossplatform(niceness), usual) {
        tracing::debug!(?error, "a thread stays behind everybody else");
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
fn set_usual_class(_: &JoinHandle<()>) {}
