//! One tag pair: `[White "Name"]`.

use super::{Window, line_end};
use crate::find::{find_at_most, find_either};

/// What begins with a bracket.
pub(super) enum Tag<'a> {
    Pair {
        name: &'a [u8],
        value: &'a [u8],
        /// After the closing bracket.
        end: usize,
    },
    /// Not a tag pair; the line ends here.
    Bad { expected: &'static str, end: usize },
    /// It does not end in this window.
    Cut,
}

/// Reads the tag pair whose bracket is at `start`.
#[inline]
pub(super) fn read(window: Window<'_>, start: usize) -> Tag<'_> {
    let bytes = window.bytes;
    let name_start = skip_blanks(bytes, start + 1);
    // By the standard a name has letters, digits and underscores; real files have other characters, too.
    let name_end = find_at_most(bytes, name_start, b'"');
    if name_end == name_start || bytes[name_start] == b']' {
        return bad(window, start, "the name");
    }
    let quote = skip_blanks(bytes, name_end);
    if bytes.get(quote) != Some(&b'"') {
        return bad(window, start, "the first quote");
    }
    let (name, value_start) = (&bytes[name_start..name_end], quote + 1);
    let mut at = value_start;
    while let Some(found) = find_either(bytes, at, b'"', b'\n')
        && bytes[found] == b'"'
    {
        if bytes[found - 1] == b'\\' && is_escaped(&bytes[value_start..found]) {
            at = found + 1;
            continue;
        }
        let close = skip_blanks(bytes, found + 1);
        if bytes.get(close) != Some(&b']') {
            break;
        }
        return Tag::Pair { name, value: &bytes[value_start..found], end: close + 1 };
    }
    forgiving(window, name, start, value_start)
}

/// Reads a tag pair with unescaped quotes or backslashes in its value: the last quote and bracket of the line end it.
#[cold]
fn forgiving<'a>(window: Window<'a>, name: &'a [u8], start: usize, value_start: usize) -> Tag<'a> {
    let Some(end) = line_end(window, value_start) else { return Tag::Cut };
    let line = window.bytes[value_start..end].trim_ascii_end();
    let Some(before_bracket) = line.strip_suffix(b"]") else { return bad(window, start, "the last bracket") };
    match before_bracket.trim_ascii_end().strip_suffix(b"\"") {
        Some(value) => Tag::Pair { name, value, end: value_start + line.len() },
        None => bad(window, start, "the last quote"),
    }
}

#[cold]
fn bad<'a>(window: Window<'a>, start: usize, expected: &'static str) -> Tag<'a> {
    match line_end(window, start) {
        Some(end) => Tag::Bad { expected, end },
        None => Tag::Cut,
    }
}

/// Whether the next character is escaped by the last backslash of this text.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

#[inline]
fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}
