//! Faults: what is wrong in a file, where it is, and what would have been right.

use crate::Place;
use rules::{Color, FenError};
use std::fmt;
use thiserror::Error;

/// Something that is wrong in a game. Reading continues after it, or with the next game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The number of the game, from 1.
    pub game: u64,
    /// The place in the file.
    pub place: Place,
    /// The number of the move, if the moves have begun and are being replayed.
    pub at_move: Option<MoveNumber>,
    /// What is wrong, with the text that was found.
    pub kind: FaultKind,
}

/// `12.` for White, `12...` for Black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MoveNumber {
    /// The number on the score sheet.
    pub number: u16,
    /// Whose move it is.
    pub color: Color,
}

/// What is wrong. Long texts from the file are truncated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FaultKind {
    /// The text is a move, but not a legal one.
    #[error("{text:?} is not legal here; {}", legal_instead(.legal))]
    IllegalMove {
        /// The text in the file.
        text: String,
        /// Similar legal moves, or all of them.
        legal: Vec<String>,
    },
    /// The text matches more than one legal move.
    #[error("{text:?} is ambiguous; it can mean {}", .candidates.join(" or "))]
    AmbiguousMove {
        /// The text in the file.
        text: String,
        /// The moves that it can mean, unambiguously.
        candidates: Vec<String>,
    },
    /// A pawn reaches the last rank without a promotion piece.
    #[error("{text:?} does not say what the pawn becomes; legal would be {}", .legal.join(" "))]
    PromotionMissing {
        /// The text in the file.
        text: String,
        /// What would have been legal.
        legal: Vec<String>,
    },
    /// The text is not a move.
    #[error("{text:?} is not a move; {}", legal_instead(.legal))]
    NotAMove {
        /// The text in the file.
        text: String,
        /// The legal moves of the position.
        legal: Vec<String>,
    },
    /// A null move while in check.
    #[error("{text:?} passes, which is impossible in check; {}", legal_instead(.legal))]
    PassInCheck {
        /// The text in the file.
        text: String,
        /// What would have been legal.
        legal: Vec<String>,
    },
    /// An unknown annotation, such as `!!!`.
    #[error("{text:?} is not an annotation; expected ! ? !! ?? !? ?! or $0 to $255")]
    UnknownAnnotation {
        /// The text in the file.
        text: String,
    },
    /// A character that has no meaning here.
    #[error("{found:?} has no meaning here")]
    Stray {
        /// The text in the file.
        found: String,
    },
    /// A `(` before the first move.
    #[error("a variation before the first move has nothing to vary")]
    VariationWithoutMove,
    /// A `)` without a `(` before it.
    #[error("\")\" closes no variation")]
    NoVariationToClose,
    /// The game ends inside variations.
    #[error("the game ends inside {open} unclosed variation(s)")]
    UnclosedVariation {
        /// How many variations were still open.
        open: usize,
    },
    /// The game ends inside a comment.
    #[error("the comment that begins here is never closed with \"}}\"")]
    UnclosedComment,
    /// A line that begins with `[` but is not `[Name "Value"]`.
    #[error("expected a tag pair such as [White \"Name\"], {expected} is missing in {found:?}")]
    BadTag {
        /// The part that is missing.
        expected: &'static str,
        /// The line in the file.
        found: String,
    },
    /// The same tag twice; the first one counts.
    #[error("the tag {name} appears twice, the second time with {value:?}")]
    DuplicateTag {
        /// The name of the tag.
        name: String,
        /// The value of the second tag, which is ignored.
        value: String,
    },
    /// An invalid value of the tag `Result`.
    #[error("the tag Result is {value:?}; expected 1-0, 0-1, 1/2-1/2 or *")]
    BadResult {
        /// The text in the file.
        value: String,
    },
    /// A tag `SetUp` that is neither 0 nor 1.
    #[error("the tag SetUp is {value:?}; expected 0 or 1")]
    BadSetUp {
        /// The text in the file.
        value: String,
    },
    /// A tag `SetUp` that contradicts the tag `FEN`.
    #[error("{}", if *.has_fen { "the tag SetUp is \"0\" though there is a FEN" } else { "the tag SetUp is \"1\" without a FEN" })]
    SetUpContradicted {
        /// Whether there is a tag `FEN`.
        has_fen: bool,
    },
    /// A starting position that cannot be played from.
    #[error("the tag FEN is not a playable position: {0}")]
    BadFen(FenError),
    /// A variant that is not supported.
    #[error("the variant {name:?} is not supported; the game is skipped")]
    UnsupportedVariant {
        /// The variant that the tag names.
        name: String,
    },
    /// The tag and the end of the moves disagree.
    #[error("the tag Result says {tag}, the moves end with {marker}")]
    ResultsDiffer {
        /// What the tag says.
        tag: &'static str,
        /// The result after the moves.
        marker: &'static str,
    },
    /// An element is longer than the limits allow.
    #[error("{what} longer than {limit} bytes is skipped")]
    TooLong {
        /// The element that is too long.
        what: Element,
        /// How long it may be.
        limit: usize,
    },
    /// Variations nested deeper than the limits allow.
    #[error("variations nested deeper than {limit} are skipped")]
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// More tags than the limits allow.
    #[error("tags after the first {limit} are skipped")]
    TooManyTags {
        /// How many there may be.
        limit: usize,
    },
    /// The limit on reported faults is reached.
    #[error("the rest of this game is skipped after {limit} faults")]
    TooManyFaults {
        /// How many are reported.
        limit: usize,
    },
}

impl FaultKind {
    /// Whether nothing is lost or unreadable: two parts of the game disagree, and the moves decide.
    pub const fn is_note(&self) -> bool {
        matches!(self, FaultKind::ResultsDiffer { .. } | FaultKind::SetUpContradicted { has_fen: false })
    }

    /// Whether the rest of the game cannot be trusted.
    pub(crate) const fn ends_game(&self) -> bool {
        matches!(self, FaultKind::TooManyFaults { .. } | FaultKind::TooLong { what: Element::Game, .. })
    }
}

/// An element that can be too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// `{ … }` or `; …`
    Comment,
    /// A tag pair, `[Name "Value"]`.
    Tag,
    /// A move, or another word in its place.
    Word,
    /// A game with everything in it.
    Game,
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Element::Comment => "a comment",
            Element::Tag => "a tag",
            Element::Word => "a word",
            Element::Game => "a game",
        })
    }
}

fn legal_instead(legal: &[String]) -> String {
    if legal.is_empty() {
        "the game is over, no move is legal".to_string()
    } else {
        format!("legal would be {}", legal.join(" "))
    }
}

/// Without the file, which the reader does not know: `3:14: game 2, move 12...: "Nf6" is not legal here; …`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fault { game, place, at_move, kind } = self;
        let note = if kind.is_note() { "note: " } else { "" };
        write!(f, "{place}: {note}game {game}")?;
        if let Some(number) = at_move {
            write!(f, ", move {number}")?;
        }
        write!(f, ": {kind}")
    }
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.color == Color::White { "." } else { "..." };
        write!(f, "{}{dots}", self.number)
    }
}

/// Longer texts are truncated, because people read them.
const MAX_EXCERPT_LENGTH: usize = 40;

/// The beginning of a text from the file, for a fault.
pub(crate) fn excerpt(bytes: &[u8]) -> String {
    // A character has at most four bytes, so this decodes enough, and never a megabyte.
    let text = crate::text::decode(&bytes[..bytes.len().min(MAX_EXCERPT_LENGTH * 4 + 4)]).into_owned();
    match text.char_indices().nth(MAX_EXCERPT_LENGTH) {
        Some((end, _)) => [&text[..end], "…"].concat(),
        None => text,
    }
}
