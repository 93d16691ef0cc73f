//! A file that tries to exhaust the memory is read in little of it.

use crate::log::Log;
use std::io::{self, Read};
use tabiya_pgn::{Element, FaultKind, Limits, Reader};

/// The same bytes over and over between `before` and `after`, generated while they are read.
fn repeated(before: &str, unit: &'static str, megabytes: usize, after: &str) -> impl Read {
    let units = megabytes * 1_000_000 / unit.len();
    io::Cursor::new(before.as_bytes().to_vec())
        .chain(Repeat { unit: unit.as_bytes(), left: units * unit.len(), phase: 0 })
        .chain(io::Cursor::new(after.as_bytes().to_vec()))
}

struct Repeat {
    unit: &'static [u8],
    left: usize,
    phase: usize,
}

impl Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(self.left);
        for (place, byte) in buffer[..length].iter_mut().zip(self.unit.iter().cycle().skip(self.phase)) {
            *place = *byte;
        }
        self.phase = (self.phase + length) % self.unit.len();
        self.left -= length;
        Ok(length)
    }
}

const NEXT: &str = "\n\n[Event \"next\"]\n\n1. d4 *";

#[track_caller]
fn check(bomb: impl Read, games: &[&str], expected: &[FaultKind]) {
    let mut log = Log::default();
    Reader::new(bomb).read_all(&mut log).unwrap();
    let kinds: Vec<_> = log.faults.into_iter().map(|fault| fault.kind).collect();
    assert_eq!(kinds, expected);
    assert_eq!(log.games, games);
}

fn too_long(what: Element, limit: usize) -> FaultKind {
    FaultKind::TooLong { what, limit }
}

#[test]
fn parentheses() {
    let limit = Limits::default().nesting;
    let inner = "( e4 ".repeat(limit);
    let shown = format!("e4{}{} *", " ( e4".repeat(limit), " )".repeat(limit));
    check(
        repeated(&format!("1. e4 {inner}"), "(", 10, NEXT),
        &[&shown, "Event=next| d4 *"],
        &[FaultKind::TooDeep { limit }, FaultKind::UnclosedVariation { open: 10_000_000 + limit }],
    );
}

#[test]
fn comments() {
    let limit = Limits::default().comment;
    let fault = too_long(Element::Comment, limit);
    check(repeated("1. e4 {", "x", 5, "} e5 *"), &["e4 e5 *"], std::slice::from_ref(&fault));
    check(repeated("1. e4 {", "\n", 5, "} e5 *"), &["e4 e5 *"], std::slice::from_ref(&fault));
    check(repeated("1. e4 {", "x", 5, NEXT), &["e4 *", "Event=next| d4 *"], std::slice::from_ref(&fault));
    check(repeated("1. e4 ;", "x", 5, "\n1... e5 *"), &["e4 e5 *"], &[fault]);
}

#[test]
fn tags_and_words() {
    let limits = Limits::default();
    check(
        repeated("[White \"", "x", 5, "\"]\n[Black \"B\"]\n\n1. e4 *"),
        &["Black=B| e4 *"],
        &[too_long(Element::Tag, limits.tag)],
    );
    check(
        repeated("1. e4 ", "x", 100, " e5 *\n\n1. d4 *"),
        &["e4 * broken", "d4 *"],
        &[too_long(Element::Word, limits.word), too_long(Element::Game, limits.game)],
    );
    check(repeated("1. e4 $", "1", 5, " e5 *"), &["e4 * broken"], &[too_long(Element::Word, limits.word)]);
    check(repeated("1. e4 e5 ", "1", 5, " *"), &["e4 e5 * broken"], &[too_long(Element::Word, limits.word)]);
    check(repeated("%", "x", 5, "\n1. e4 *"), &["e4 *"], &[]);
    check(repeated("1. e4\n%", "x", 5, "\n1... e5 *"), &["e4 e5 *"], &[]);
    check(repeated("", " \n", 5, "1. e4 *"), &["e4 *"], &[]);
    check(
        repeated("1. e4 (1. d4 *", " ", 5, ") *"),
        &["e4 ( d4 ) *", "*"],
        &[FaultKind::UnclosedVariation { open: 1 }, FaultKind::NoVariationToClose],
    );
}

#[test]
fn games() {
    let limit = Limits::default().game;
    let mut log = Log::default();
    let bomb = repeated("", "Nf3 Nf6 Ng1 Ng8 ", 40, NEXT);
    Reader::new(bomb).read_all(&mut log).unwrap();
    assert_eq!(log.faults.len(), 1);
    assert_eq!(log.faults[0].kind, too_long(Element::Game, limit));
    assert!(log.games[0].len() <= limit + 100 && log.games[0].ends_with("broken"));
    assert_eq!(log.games[1], "Event=next| d4 *");
}

#[test]
fn many_tags_and_many_faults() {
    let limits = Limits::default();
    let tags: String = (0..5000).map(|number| format!("[T{number} \"x\"]\n")).collect();
    let mut log = Log::default();
    Reader::from_slice(format!("{tags}\n1. e4 *").as_bytes()).read_all(&mut log).unwrap();
    assert_eq!(log.faults.len(), 1);
    assert_eq!(log.faults[0].kind, FaultKind::TooManyTags { limit: limits.tags });

    check(repeated("1. e4 ", "} ", 10, "e5 *"), &["e4 * broken"], &{
        let mut expected = vec![FaultKind::Stray { found: "}".to_string() }; limits.faults];
        expected.push(FaultKind::TooManyFaults { limit: limits.faults });
        expected
    });
}

#[test]
fn limits_can_be_set() {
    let limits = Limits { nesting: 1, comment: 5, ..Limits::default() };
    let mut log = Log::default();
    let text = b"1. e4 {12345} (1. d4 (1. c4 {hidden}) 1... d5) {x} *";
    Reader::from_slice(text).with_limits(limits).read_all(&mut log).unwrap();
    assert_eq!(log.games, ["e4 ( d4 d5 ) {x} *"]);
    let kinds: Vec<_> = log.faults.into_iter().map(|fault| fault.kind).collect();
    assert_eq!(
        kinds,
        [too_long(Element::Comment, 5), FaultKind::TooDeep { limit: 1 }, too_long(Element::Comment, 5)]
    );
}
