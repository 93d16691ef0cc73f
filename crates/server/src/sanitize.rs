//! Sanitizes text from users for display: removes control characters, invisible characters and characters that reverse
//! the direction of the surrounding text.

/// The longest name of a player in an imported game, in characters.
const MAX_DISPLAY_NAME: usize = 100;

/// The text without control characters, bidirectional controls and zero-width characters.
pub(crate) fn strip_controls(text: &str) -> String {
    text.chars().filter(|letter| !is_unsafe(*letter)).collect()
}

/// The text as one line of at most `max` characters: stripped, with single spaces between its words.
pub(crate) fn one_line(text: &str, max: usize) -> String {
    // Line breaks and tabs separate words, so they become spaces before control characters are dropped.
    let spaced: String =
        text.chars().map(|letter| if letter.is_whitespace() { ' ' } else { letter }).collect();
    let line = strip_controls(&spaced).split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(max).collect();
    cut.trim_end().to_owned()
}

/// A player's name from an outside source, such as a PGN tag, made fit for display; `None` if nothing is left of it.
pub(crate) fn display_name(text: &str) -> Option<String> {
    Some(one_line(text, MAX_DISPLAY_NAME)).filter(|name| !name.is_empty())
}

fn is_unsafe(letter: char) -> bool {
    letter.is_control()
        || matches!(letter,
            // Bidirectional marks, embeddings, overrides and isolates.
            '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
            // Line and paragraph separators.
            | '\u{2028}' | '\u{2029}'
            // Invisible: soft hyphen, zero-width space, word joiner and its kin, byte order mark, annotations,
            // tags. The zero-width joiners U+200C and U+200D stay: Persian, Hindi and emoji are written with them.
            | '\u{00ad}' | '\u{200b}' | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_stripped_and_letters_stay() {
        assert_eq!(strip_controls("<b>\u{202e}x\0\u{7}\u{feff}"), "<b>x");
        let kept = "Ñandú 王 محمد \u{200d} 👩\u{200d}🚀 <&>\"'";
        assert_eq!(strip_controls(kept), kept);
    }

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(display_name("  Carlsen,\tMagnus\r\n").as_deref(), Some("Carlsen, Magnus"));
        assert_eq!(display_name("a\u{0}b\u{202e}c").as_deref(), Some("abc"));
        assert_eq!(display_name("\u{2066}\u{7} \u{200b}"), None);
        assert_eq!(
            display_name(&"é".repeat(60_000)).map(|name| name.chars().count()),
            Some(MAX_DISPLAY_NAME)
        );
    }
}
