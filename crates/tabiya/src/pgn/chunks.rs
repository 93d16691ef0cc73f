//! Splits a stream where games begin.

use pgn::{Place, last_game_start};
use std::io::{self, Cursor, ErrorKind, Read};

/// Large enough that splitting costs nothing, small enough that many chunks fit into the memory.
const CHUNK_SIZE: usize = 2 << 20;
/// If no game begins for this many bytes, the rest of the stream is read as one piece.
const MAX_GAME_LENGTH: usize = 32 << 20;

/// A part of a stream that can be read by itself.
pub(super) enum Chunk<R> {
    /// Whole games.
    Games { start: Place, bytes: Vec<u8> },
    /// The rest of the stream, in which the starts of games are unknown.
    Rest { start: Place, read: io::Chain<Cursor<Vec<u8>>, R> },
}

/// Cuts a stream into chunks.
pub(super) struct Chunks<R> {
    read: Option<R>,
    place: Place,
    /// The bytes read after the last split.
    left: Vec<u8>,
    /// The read error, which is returned after the bytes before it.
    failed: Option<io::Error>,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(read: R) -> Chunks<R> {
        Chunks { read: Some(read), place: Place::START, left: Vec::new(), failed: None }
    }

    /// The next chunk; `None` at the end. An error is returned after everything that was read before it.
    pub(super) fn next(&mut self) -> io::Result<Option<Chunk<R>>> {
        let mut bytes = std::mem::take(&mut self.left);
        let mut wanted = CHUNK_SIZE;
        while let Some(read) = &mut self.read {
            let ended = fill(read, &mut bytes, wanted).unwrap_or_else(|error| {
                self.failed = Some(error);
                true
            });
            let cut = if ended {
                self.read = None;
                bytes.len()
            } else if let Some(cut) = last_game_start(&bytes) {
                self.left = bytes.split_off(cut);
                cut
            } else {
                wanted *= 2;
                0
            };
            if cut > 0 {
                let start = self.place;
                self.place = start.advanced_by(&bytes);
                return Ok(Some(Chunk::Games { start, bytes }));
            }
            if wanted > MAX_GAME_LENGTH {
                return Ok(self.read.take().map(|read| Chunk::Rest {
                    start: self.place,
                    read: Cursor::new(std::mem::take(&mut bytes)).chain(read),
                }));
            }
        }
        self.failed.take().map_or(Ok(None), Err)
    }
}

/// Reads until there are `wanted` bytes. Returns whether the stream has ended. Bytes read before an error are kept.
fn fill(read: &mut impl Read, bytes: &mut Vec<u8>, wanted: usize) -> io::Result<bool> {
    let mut filled = bytes.len();
    bytes.resize(wanted.max(filled), 0);
    while filled < wanted {
        match read.read(&mut bytes[filled..]) {
            Ok(0) => {
                bytes.truncate(filled);
                return Ok(true);
            }
            Ok(length) => filled += length,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => {
                bytes.truncate(filled);
                return Err(error);
            }
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_are_all_of_the_stream_and_begin_with_games() {
        let text = "[Event \"x\"]\n\n1. e4 *\n\n".repeat(300_000);
        let mut chunks = Chunks::new(text.as_bytes());
        let (mut joined, mut count) = (Vec::new(), 0);
        while let Some(Chunk::Games { start, bytes }) = chunks.next().unwrap() {
            assert!(bytes.starts_with(b"[Event"));
            assert_eq!(start, Place::START.advanced_by(&joined));
            joined.extend(bytes);
            count += 1;
        }
        assert!(joined == text.as_bytes());
        assert!(count > 2, "{count}");
    }

    #[test]
    fn a_stream_without_games_is_one_rest() {
        let text = "1. e4 * ".repeat(MAX_GAME_LENGTH / 4);
        let mut chunks = Chunks::new(text.as_bytes());
        let Some(Chunk::Rest { mut read, .. }) = chunks.next().unwrap() else { panic!("a rest") };
        let mut all = String::new();
        read.read_to_string(&mut all).unwrap();
        assert!(all == text);
        assert!(chunks.next().unwrap().is_none());
    }
}
