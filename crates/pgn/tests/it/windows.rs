//! A stream is read like a slice, wherever its chunks end; a file can be split where a game begins.

use crate::log::{Log, read};
use std::io::{self, Read};
use tabiya_pgn::{Reader, last_game_start};

/// A reader that returns at most `chunk` bytes at a time.
struct Trickle<'a> {
    bytes: &'a [u8],
    chunk: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.chunk).min(self.bytes.len());
        buffer[..length].copy_from_slice(&self.bytes[..length]);
        self.bytes = &self.bytes[length..];
        Ok(length)
    }
}

/// Games with every construct, with and without faults.
const GAMES: &str = "% escape\n[Event \"A \\\"b\\\" \\\\\"]\n[White \"Jörg\"]\n\n1. e4! {[%clk 0:01:02]} (1. d4 d5 \
    (1... Nf6 $14) 2. c4 *) 1... e5 ; line\n2.Nf3 Nc6 3. Bb5 +/- a6?! {long} 4. 0-0 Nf6 1/2-1/2\n\n[Event \"B\"]\n[FEN \
    \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8(Q)+ Ke7 Hello {x} } 1-0 {bye}\r\n\r\n[Event \"C\"]\r\n\r\n1... e5 *\n";

#[test]
fn the_window_may_end_at_any_byte() {
    // The window is larger than the games, so that its edge falls on every byte in turn.
    let whole_window = 1 << 17;
    let expected = read(GAMES);
    assert_eq!((expected.games.len(), expected.faults.len()), (3, 3));
    for shift in 0..GAMES.len() + 2 {
        let filler = " ".repeat(whole_window - shift);
        let text = format!("{filler}\n{GAMES}");
        let mut log = Log::default();
        Reader::new(Trickle { bytes: text.as_bytes(), chunk: 70_000 }).read_all(&mut log).unwrap();
        assert_eq!(log.games, expected.games, "shift {shift}");
        let whole = read(&text);
        assert_eq!(log.faults, whole.faults, "shift {shift}");
    }
}

#[test]
fn a_byte_at_a_time() {
    let mut log = Log::default();
    Reader::new(Trickle { bytes: GAMES.as_bytes(), chunk: 1 }).read_all(&mut log).unwrap();
    let expected = read(GAMES);
    assert_eq!((log.games, log.faults), (expected.games, expected.faults));
}

#[test]
fn an_input_error_is_returned() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }
    let error = Reader::new(GAMES.as_bytes().chain(Broken)).read_all(&mut Log::default()).unwrap_err();
    assert_eq!(error.to_string(), "unplugged");
}

#[test]
fn parts_are_read_like_the_whole() {
    let text = GAMES.repeat(5).replace("{x}", "{never closed");
    let whole = read(&text);
    let mut rest = text.as_bytes();
    let (mut games, mut faults) = (Vec::new(), Vec::new());
    while let Some(start) = last_game_start(rest) {
        let part = read(&rest[start..]);
        games.splice(0..0, part.games);
        faults.splice(0..0, part.faults.into_iter().map(|fault| fault.kind));
        rest = &rest[..start];
    }
    let first = read(rest);
    games.splice(0..0, first.games);
    faults.splice(0..0, first.faults.into_iter().map(|fault| fault.kind));
    assert_eq!(games, whole.games);
    assert_eq!(faults, whole.faults.into_iter().map(|fault| fault.kind).collect::<Vec<_>>());
}
