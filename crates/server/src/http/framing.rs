//! Detects requests that give their length in two ways (request smuggling).
//!
//! hyper removes `Content-Length` from a request that also has `Transfer-Encoding`, and uses the latter. Another
//! program on the way may do the opposite, and the two would disagree about where the next request begins. So such a
//! request is rejected; but only the raw bytes of the connection show that it had both. They are followed here from
//! head to head. Malformed requests are left to hyper, which rejects them.

use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;

/// The longest part of a line that is kept: enough for either header name and a length.
const MAX_LINE: usize = 48;
/// The most heads that can wait for [`Heads::next_is_ambiguous`]; more than fit into hyper's buffer.
const MAX_HEADS: usize = 4096;

/// For each head received and not yet handled: whether its length is given twice.
#[derive(Clone, Default)]
pub(super) struct Heads(Arc<Mutex<VecDeque<bool>>>);

impl Heads {
    /// Whether the next request gives its length twice.
    pub(super) fn next_is_ambiguous(&self) -> bool {
        self.0.lock().pop_front().unwrap_or(false)
    }

    fn push(&self, is_ambiguous: bool) {
        let mut heads = self.0.lock();
        // After an upgrade the bytes are not requests, and nothing empties the queue.
        if heads.len() < MAX_HEADS {
            heads.push_back(is_ambiguous);
        }
    }
}

/// Follows the requests in the bytes of a connection.
#[derive(Default)]
pub(super) struct Framing {
    state: State,
    line: Line,
    head: Head,
    pub(super) heads: Heads,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    #[default]
    Head,
    /// The number of body bytes still to come.
    Body(u64),
    ChunkSize,
    /// The number of chunk bytes still to come, including the line break after it.
    Chunk(u64),
    Trailers,
}

/// What has been read of the current head.
#[derive(Default)]
struct Head {
    has_begun: bool,
    length: Option<u64>,
    is_encoded: bool,
}

/// The beginning of a line, and the length of the whole line.
struct Line {
    bytes: [u8; MAX_LINE],
    length: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line { bytes: [0; MAX_LINE], length: 0 }
    }
}

impl Line {
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.length) {
            *place = byte;
        }
        self.length += 1;
    }

    /// The line without its line break.
    fn text(&self) -> &[u8] {
        let text = &self.bytes[..self.length.min(MAX_LINE)];
        text.strip_suffix(b"\r").unwrap_or(text)
    }

    /// The value of the header with this name (including the colon), if the line has it.
    fn value(&self, name: &[u8]) -> Option<&[u8]> {
        let (found, value) = self.text().split_at_checked(name.len())?;
        found.eq_ignore_ascii_case(name).then(|| value.trim_ascii())
    }
}

impl Framing {
    pub(super) fn follow(&mut self, mut bytes: &[u8]) {
        while let Some((first, rest)) = bytes.split_first() {
            match &mut self.state {
                State::Body(left) | State::Chunk(left) => {
                    let skipped = usize::try_from(*left).unwrap_or(usize::MAX).min(bytes.len());
                    *left -= skipped as u64;
                    bytes = &bytes[skipped..];
                    self.state = match self.state {
                        State::Body(0) => State::Head,
                        State::Chunk(0) => State::ChunkSize,
                        unfinished => unfinished,
                    };
                    continue;
                }
                State::Head | State::ChunkSize | State::Trailers => {}
            }
            bytes = rest;
            if *first == b'\n' {
                self.end_line();
                self.line.length = 0;
            } else {
                self.line.push(*first);
            }
        }
    }

    fn end_line(&mut self) {
        let is_empty = self.line.text().is_empty();
        match self.state {
            State::Head if is_empty && self.head.has_begun => self.end_head(),
            // Empty lines before a request are allowed.
            State::Head if is_empty => {}
            State::Head => {
                self.head.has_begun = true;
                if let Some(value) = self.line.value(b"content-length:") {
                    self.head.length = Some(number(value, 10).unwrap_or(0));
                }
                self.head.is_encoded |= self.line.value(b"transfer-encoding:").is_some();
            }
            State::ChunkSize => {
                let text = self.line.text().split(|byte| *byte == b';').next().unwrap_or_default();
                self.state = match number(text.trim_ascii(), 16) {
                    None | Some(0) => State::Trailers,
                    // The line break after the chunk belongs to it.
                    Some(size) => State::Chunk(size.saturating_add(2)),
                };
            }
            State::Trailers if is_empty => self.state = State::Head,
            State::Trailers | State::Body(_) | State::Chunk(_) => {}
        }
    }

    fn end_head(&mut self) {
        let Head { length, is_encoded, .. } = std::mem::take(&mut self.head);
        self.heads.push(length.is_some() && is_encoded);
        self.state = match length {
            _ if is_encoded => State::ChunkSize,
            Some(length @ 1..) => State::Body(length),
            Some(0) | None => State::Head,
        };
    }
}

fn number(text: &[u8], radix: u32) -> Option<u64> {
    u64::from_str_radix(std::str::from_utf8(text).ok()?, radix).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what is found, however the bytes are split.
    #[track_caller]
    fn check(bytes: &str, expected: &[bool]) {
        for piece in [1, 2, 7, bytes.len()] {
            let mut framing = Framing::default();
            bytes.as_bytes().chunks(piece).for_each(|bytes| framing.follow(bytes));
            let found: Vec<bool> = framing.heads.0.lock().iter().copied().collect();
            assert_eq!(found, expected, "in pieces of {piece}: {bytes:?}");
            assert_eq!(framing.state, State::Head, "{bytes:?}");
        }
    }

    const CHUNKS: &str = "4;a=b\r\nnull\r\nA\r\n\r\n\r\n\r\n\r\n\r\n\r\n0\r\nTrailer: x\r\n\r\n";

    #[test]
    fn only_heads_count() {
        check("GET / HTTP/1.1\r\nHost: a\r\n\r\n", &[false]);
        check("\r\nPOST / HTTP/1.1\r\ncontent-LENGTH:4\r\n\r\nnullGET / HTTP/1.1\r\n\r\n", &[false, false]);
        check(&format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{CHUNKS}"), &[false]);
        // Text in a body that looks like a head is ignored, and the length of a multipart part is not the request's.
        let part = "--x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\nabc\r\n--x--";
        check(&format!("POST / HTTP/1.1\r\nContent-Length: {}\r\n\r\n{part}", part.len()), &[false]);
        let chunk = format!("{:x}\r\n{part}\r\n0\r\n\r\n", part.len());
        check(&format!("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n{chunk}"), &[false]);
        let long = "x".repeat(1000);
        check(&format!("GET /{long} HTTP/1.1\r\nX: {long}\r\nContent-Length: 0\r\n\r\n"), &[false]);
    }

    #[test]
    fn a_length_that_is_given_twice_is_found() {
        let both = "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n";
        let other = "Transfer-Encoding: chunked\r\nX: y\r\nContent-Length: 4\r\n\r\n";
        check(&format!("POST / HTTP/1.1\r\n{both}{CHUNKS}"), &[true]);
        check(&format!("POST / HTTP/1.1\r\n{other}{CHUNKS}GET / HTTP/1.1\r\n\r\n"), &[true, false]);
        check(&format!("GET / HTTP/1.1\r\n\r\nPOST / HTTP/1.1\n{other}{CHUNKS}"), &[false, true]);
    }

    #[test]
    fn the_queue_is_bounded() {
        let mut framing = Framing::default();
        framing.follow("a\n\n".repeat(100_000).as_bytes());
        assert_eq!(framing.heads.0.lock().len(), MAX_HEADS);
    }
}
