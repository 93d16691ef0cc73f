//! Where a new game certainly begins.

/// After an empty line this begins a new game, whatever is still open. So a missing brace costs only one game, and a
/// file can be split there and read in parallel.
const EVENT: &[u8] = b"[Event \"";

/// The number of bytes by which a new game is recognised, from the end of the line before the empty one.
pub(crate) const MAX_LENGTH: usize = 3 + EVENT.len();

/// The start of the new game, if the line that ends at `line_end` is followed by an empty line and a new game.
#[inline]
pub(crate) fn new_game_after(bytes: &[u8], line_end: usize) -> Option<usize> {
    let rest = &bytes[line_end + 1..];
    let empty_line = match rest {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        _ => return None,
    };
    rest[empty_line..].starts_with(EVENT).then_some(line_end + 1 + empty_line)
}

/// The start of the last new game. The bytes before and after it can be read separately.
pub(crate) fn find_new_game(bytes: &[u8]) -> Option<usize> {
    memchr::memmem::rfind_iter(bytes, EVENT)
        .find(|start| bytes[..*start].ends_with(b"\n\n") || bytes[..*start].ends_with(b"\n\r\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forward_and_backward_search_agree() {
        let check = |text: &str, expected: Option<usize>| {
            assert_eq!(find_new_game(text.as_bytes()), expected, "{text:?}");
            let found = memchr::memchr_iter(b'\n', text.as_bytes())
                .filter_map(|end| new_game_after(text.as_bytes(), end))
                .next_back();
            assert_eq!(found, expected, "{text:?}");
        };
        check("", None);
        check("[Event \"?\"]", None);
        check("*\n[Event \"?\"]", None);
        check("*\n\n[Event \"?\"]", Some(3));
        check("*\r\n\r\n[Event \"?\"]", Some(5));
        check("*\n\n[Event \"?\"]\n\n[Event \"?\"]\n\n[Site \"?\"]", Some(16));
        check("*\n\n[Event", None);
    }
}
