//! Flushes pending writes of other programs before the server starts.

use std::path::Path;

/// Flushes the file system of a folder to disk, waiting a few seconds at most.
///
/// Otherwise the kernel does so half a minute later, all at once, and every move played then waits for the disk: after
/// a gigabyte of writes, for 50 ms and more.
#[cfg(target_os = "linux")]
pub(crate) fn flush_file_system(folder: &Path) {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    const SYNC_TIMEOUT: Duration = Duration::from_secs(5);

    // The folder may not exist yet, but one of its ancestors does.
    let place = folder.ancestors().find_map(|place| {
        let here = if place.as_os_str().is_empty() { Path::new(".") } else { place };
        std::fs::File::open(here).ok()
    });
    let Some(place) = place else { return };
    let (done, wait) = channel();
    std::thread::spawn(move || {
        // If the file system cannot do it, nothing is lost.
        let _ = rustix::fs::syncfs(place);
        let _ = done.send(());
    });
    let _ = wait.recv_timeout(SYNC_TIMEOUT);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn flush_file_system(_: &Path) {}
