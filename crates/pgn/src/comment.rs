//! Comments: text for people, and commands for programs.

use crate::command::{Command, Commands};
use crate::text::decode;
use rules::Color;
use std::borrow::Cow;
use std::fmt;

/// The mark for a draw offer on a score sheet.
pub const DRAW_OFFER: &str = "(=)";

/// A comment as it stands in the file; it is parsed on demand.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Comment<'a> {
    bytes: &'a [u8],
}

impl<'a> Comment<'a> {
    /// Creates a comment to hand to a visitor.
    pub const fn new(bytes: &'a [u8]) -> Comment<'a> {
        Comment { bytes }
    }

    /// The raw bytes between the braces.
    #[inline]
    pub const fn bytes(self) -> &'a [u8] {
        self.bytes
    }

    /// The decoded text, commands included, without surrounding whitespace. Line ends become spaces, because files
    /// wrap comments at arbitrary places.
    ///
    /// ```
    /// # use tabiya_pgn::{Comment, Reader, Visitor};
    /// # struct Last(String);
    /// # impl Visitor for Last {
    /// #     fn comment(&mut self, comment: Comment<'_>) { self.0 = comment.text().into_owned(); }
    /// # }
    /// # let mut last = Last(String::new());
    /// # Reader::from_slice(b"1. e4 { best\nby test } *").read_all(&mut last)?;
    /// assert_eq!(last.0, "best by test");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn text(self) -> Cow<'a, str> {
        let text = decode(self.bytes.trim_ascii());
        if text.bytes().any(|byte| byte.is_ascii_control()) {
            let flat = text.replace("\r\n", " ").replace(|character: char| character.is_ascii_control(), " ");
            Cow::Owned(flat.trim_matches(' ').to_string())
        } else {
            text
        }
    }

    /// Whether the comment marks a draw offer as score sheets do, with `(=)` (FIDE 8.1.5).
    ///
    /// ```
    /// # use tabiya_pgn::Comment;
    /// assert!(Comment::new(b"(=)").offers_draw() && !Comment::new(b"equal").offers_draw());
    /// assert!(!Comment::new(b"black (=)").offers_draw(), "that of a player who made no move afterwards");
    /// ```
    pub fn offers_draw(self) -> bool {
        self.draw_offers().any(|by| by.is_none())
    }

    /// The player who offered a draw without moving afterwards, as in `black (=)`: there is no move of theirs to mark.
    pub fn offers_draw_without_move(self) -> Option<Color> {
        self.draw_offers().flatten().next()
    }

    /// Every `(=)`, with the colour before it.
    fn draw_offers(self) -> impl Iterator<Item = Option<Color>> + 'a {
        let bytes = self.bytes;
        let places = (0..bytes.len()).filter(move |at| bytes[*at..].starts_with(DRAW_OFFER.as_bytes()));
        places.map(move |at| {
            // A line may have been broken between the two.
            let before = bytes[..at].trim_ascii_end();
            match before {
                [.., b'w', b'h', b'i', b't', b'e'] => Some(Color::White),
                [.., b'b', b'l', b'a', b'c', b'k'] => Some(Color::Black),
                _ => None,
            }
        })
    }

    /// The commands in it, such as `[%clk 0:03:00]`.
    pub fn commands(self) -> impl Iterator<Item = Command> + 'a {
        Commands::new(self.bytes)
    }
}

impl fmt::Debug for Comment<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.text())
    }
}
