//! What other programs have written just before the server starts.

use std::path::Path;

/// Waits until the file system of a folder has written down what is in memory only, a few seconds at most.
///
/// Otherwise the system does so half a minute later, all at once, and every move that is played then waits for the disk:
/// after a gigabyte for 50 ms and more.
#[cfg(target_os = "linux")]
pub(crate) fn settle(folder: &Path) {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    const SYNC_TIMEOUT: Duration = Duration::from_secs(5);

    // The folder may not be there yet, but its place is.
    let place = folder.ancestors().find_map(|place| {
        let here = if place.as_os_str().is_empty() { Path::new(".") } else { place };
        std::fs::File::open(here).ok()
    });
    let Some(place) = place else { return };
    let (done, wait) = channel();
    std::thread::spawn(move || {
        // A file system that cannot do it is no worse than before.
        let _ = rustix::fs::syncfs(place);
        let _ = done.send(());
    });
    let _ = wait.recv_timeout(SYNC_TIMEOUT);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn settle(_: &Path) {}
