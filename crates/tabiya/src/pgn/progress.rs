//! How far the work on a file is, for those who wait in front of a terminal.

use super::open::Input;
use indicatif::{ProgressBar, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Work that takes longer shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

pub(super) struct Progress {
    name: String,
    started: Instant,
    length: Option<u64>,
    read: Arc<AtomicU64>,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(input: &Input) -> Progress {
        let read = Arc::clone(&input.read);
        Progress { name: input.name.clone(), started: Instant::now(), length: input.length, read, bar: None }
    }

    pub(super) fn show(&mut self) {
        if self.started.elapsed() > PATIENCE {
            let read = self.read.load(Ordering::Relaxed);
            // indicatif stays silent where stderr is no terminal.
            self.bar.get_or_insert_with(|| bar(&self.name, self.length, self.started)).set_position(read);
        }
    }

    pub(super) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(name: &str, length: Option<u64>, started: Instant) -> ProgressBar {
    let (bar, template) = match length {
        Some(length) => {
            (ProgressBar::new(length), "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left")
        }
        None => (ProgressBar::new_spinner(), "{msg} {spinner} {bytes} {bytes_per_sec}"),
    };
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    bar.with_style(style).with_message(name.to_string()).with_elapsed(started.elapsed())
}
