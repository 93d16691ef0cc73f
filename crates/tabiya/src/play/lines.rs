//! Reads typed lines with a timeout, because a flag may fall while nobody types.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How many lines can be typed ahead.
const MAX_LINES_AHEAD: usize = 16;

/// The result of waiting for a line.
pub(super) enum Input {
    Line(String),
    /// No line came in time.
    Timeout,
    /// There will be no more lines.
    Closed,
}

/// Lines from a thread that reads them, because no platform-independent read has a timeout.
pub(super) struct Lines {
    lines: Receiver<io::Result<Vec<u8>>>,
}

impl Lines {
    /// Starts reading. The thread ends with the input, or when the `Lines` are dropped.
    pub(super) fn of(mut input: impl BufRead + Send + 'static) -> io::Result<Lines> {
        let (sender, lines) = sync_channel(MAX_LINES_AHEAD);
        let read = move || {
            loop {
                let mut line = Vec::new();
                let sent = match input.read_until(b'\n', &mut line) {
                    Ok(0) => return,
                    Ok(_) => sender.send(Ok(line)),
                    Err(error) => {
                        // If the receiver is gone, nobody needs the error.
                        let _ = sender.send(Err(error));
                        return;
                    }
                };
                if sent.is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("lines".into()).spawn(read)?;
        Ok(Lines { lines })
    }

    /// The next line. Without a timeout, it waits as long as needed.
    pub(super) fn next(&self, timeout: Option<Duration>) -> io::Result<Input> {
        let received = match timeout {
            Some(timeout) => self.lines.recv_timeout(timeout),
            None => self.lines.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match received {
            Ok(line) => Ok(Input::Line(String::from_utf8_lossy(&line?).into_owned())),
            Err(RecvTimeoutError::Timeout) => Ok(Input::Timeout),
            Err(RecvTimeoutError::Disconnected) => Ok(Input::Closed),
        }
    }
}
