//! A progress bar on the terminal.

use super::open::Input;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Progress is shown for work that takes longer than this.
const PROGRESS_DELAY: Duration = Duration::from_secs(1);

pub(super) struct Progress {
    started: Instant,
    read: Arc<AtomicU64>,
    /// Created at the start of the work, so that its speed is right when it appears.
    bar: ProgressBar,
    is_seen: bool,
}

impl Progress {
    pub(super) fn new(input: &Input) -> Progress {
        let (read, bar) = (Arc::clone(&input.read), unseen_bar(&input.name, input.length));
        Progress { started: Instant::now(), read, bar, is_seen: false }
    }

    pub(super) fn show(&mut self) {
        if !self.is_seen && self.started.elapsed() > PROGRESS_DELAY {
            self.is_seen = true;
            // indicatif draws nothing if stderr is not a terminal.
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        self.bar.set_position(self.read.load(Ordering::Relaxed));
    }

    pub(super) fn clear(&mut self) {
        self.bar.finish_and_clear();
    }
}

fn unseen_bar(name: &str, length: Option<u64>) -> ProgressBar {
    let template = match length {
        Some(_) => "{msg} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec}, {eta} left",
        None => "{msg} {spinner} {bytes} {bytes_per_sec}",
    };
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    let bar = ProgressBar::with_draw_target(length, ProgressDrawTarget::hidden());
    bar.with_style(style).with_message(name.to_string())
}
