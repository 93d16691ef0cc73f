//! Input: a slice, or a stream that is seen through a moving window.

use std::io::{self, ErrorKind, Read};

/// Input that is seen through a window.
pub trait Source {
    /// The bytes in the window.
    fn window(&self) -> &[u8];

    /// Whether the window reaches to the end of the input.
    fn has_ended(&self) -> bool;

    /// Drops the first `seen` bytes of the window and reads more at its end.
    fn advance(&mut self, seen: usize) -> io::Result<()>;
}

/// A slice is its own window.
impl Source for &[u8] {
    #[inline]
    fn window(&self) -> &[u8] {
        self
    }

    #[inline]
    fn has_ended(&self) -> bool {
        true
    }

    fn advance(&mut self, seen: usize) -> io::Result<()> {
        *self = &self[seen..];
        Ok(())
    }
}

/// The initial size of a stream's window. It doubles while one element does not fit.
const WINDOW: usize = 1 << 17;

/// A window onto any [`Read`]. It grows with the longest element of the input, which [`Limits`](crate::Limits) bound.
#[derive(Debug)]
pub struct Stream<R> {
    read: R,
    buffer: Vec<u8>,
    filled: usize,
    ended: bool,
}

impl<R: Read> Stream<R> {
    pub(crate) fn new(read: R) -> Stream<R> {
        Stream { read, buffer: vec![0; WINDOW], filled: 0, ended: false }
    }
}

impl<R: Read> Source for Stream<R> {
    #[inline]
    fn window(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    #[inline]
    fn has_ended(&self) -> bool {
        self.ended
    }

    fn advance(&mut self, seen: usize) -> io::Result<()> {
        self.buffer.copy_within(seen..self.filled, 0);
        self.filled -= seen;
        if self.filled > self.buffer.len() / 2 {
            self.buffer.resize(self.buffer.len() * 2, 0);
        }
        // Fill the window each time, so that scanning a token at its end twice costs little.
        while self.filled < self.buffer.len() && !self.ended {
            match self.read.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.ended = true,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
