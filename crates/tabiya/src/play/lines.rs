//! Lines as they are typed, without waiting for them longer than a clock allows.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// Lines that were typed ahead; whoever types more waits.
const AHEAD: usize = 16;

/// What came of waiting for a line.
pub(super) enum Typed {
    Line(String),
    /// Nothing yet.
    Waiting,
    /// There will be no more lines.
    Closed,
}

/// A thread reads, because nothing else can be waited for with a limit everywhere.
pub(super) struct Lines {
    lines: Receiver<io::Result<Vec<u8>>>,
}

impl Lines {
    /// Reads from here until the end, or until nobody asks any more.
    pub(super) fn of(mut input: impl BufRead + Send + 'static) -> io::Result<Lines> {
        let (sender, lines) = sync_channel(AHEAD);
        let read = move || {
            loop {
                let mut line = Vec::new();
                let told = match input.read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(_) => sender.send(Ok(line)),
                    Err(error) => {
                        // Whoever has gone does not need to hear of it.
                        let _ = sender.send(Err(error));
                        return;
                    }
                };
                if told.is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("lines".into()).spawn(read)?;
        Ok(Lines { lines })
    }

    /// The next line, waiting at most so long; without a limit as long as it takes.
    pub(super) fn next(&self, most: Option<Duration>) -> io::Result<Typed> {
        let received = match most {
            Some(most) => self.lines.recv_timeout(most),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(line) => Ok(Typed::Line(String::from_utf8_lossy(&line?).into_owned())),
            Err(RecvTimeoutError::Timeout) => Ok(Typed::Waiting),
            Err(RecvTimeoutError::Disconnected) => Ok(Typed::Closed),
        }
    }
}
