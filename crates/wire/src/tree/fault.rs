//! What is wrong in a game's text, in parts, so that any language can say it.

use crate::inspection::{Complaint, Unreadable, complaints};
use pgn::{Element, Fault, FaultKind};
use rules::FenError;
use serde::Serialize;

/// Something that is wrong, and where.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultShown {
    /// In English, with everything.
    pub text: String,
    /// Its line, from 1.
    pub line: u64,
    /// Its character in that line, from 1.
    pub column: u64,
    /// The move it stands at, such as `12...`.
    pub at_move: Option<String>,
    /// What it is.
    #[serde(flatten)]
    pub wrong: Wrong,
}

/// What is wrong.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Wrong {
    /// No legal move is meant.
    IllegalMove {
        /// What was found.
        found: String,
        /// What would have been legal.
        legal: Vec<String>,
    },
    /// More than one legal move is meant.
    AmbiguousMove {
        /// What was found.
        found: String,
        /// What it can mean.
        legal: Vec<String>,
    },
    /// What the pawn becomes is not said.
    PromotionMissing {
        /// What was found.
        found: String,
        /// What would have been legal.
        legal: Vec<String>,
    },
    /// No move at all.
    NotAMove {
        /// What was found.
        found: String,
    },
    /// A null move while in check.
    PassInCheck {
        /// What was found.
        found: String,
    },
    /// A sign that means nothing.
    UnknownAnnotation {
        /// What was found.
        found: String,
    },
    /// A character without a meaning.
    Stray {
        /// What was found.
        found: String,
    },
    /// A variation of nothing.
    VariationWithoutMove,
    /// `)` without `(`.
    NoVariationToClose,
    /// `(` without `)`.
    UnclosedVariation {
        /// How many.
        open: usize,
    },
    /// `{` without `}`.
    UnclosedComment,
    /// Not a tag.
    BadTag {
        /// The line.
        found: String,
    },
    /// A tag twice.
    DuplicateTag {
        /// Its name.
        name: String,
    },
    /// A result that is none.
    BadResult {
        /// What was found.
        found: String,
    },
    /// Neither 0 nor 1.
    BadSetUp {
        /// What was found.
        found: String,
    },
    /// The tags `SetUp` and `FEN` disagree.
    SetUpContradicted,
    /// A start that cannot be read.
    UnreadableFen {
        /// Where it stops being one.
        fen: Unreadable,
    },
    /// A start that cannot be played from.
    UnplayableFen {
        /// Every reason.
        reasons: Vec<Complaint>,
    },
    /// Other rules than those of chess.
    UnsupportedVariant {
        /// Its name.
        name: String,
    },
    /// Tag and moves disagree on the result.
    ResultsDiffer {
        /// What the tag says.
        tag: &'static str,
        /// What follows the moves.
        marker: &'static str,
    },
    /// More than the limits allow.
    TooLong {
        /// What it is.
        what: PartName,
        /// How many bytes it may have.
        limit: usize,
    },
    /// Variations in variations in variations.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// Tags without end.
    TooManyTags {
        /// How many there may be.
        limit: usize,
    },
    /// The rest was not looked at.
    TooManyFaults {
        /// How many are told.
        limit: usize,
    },
}

/// What can be too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PartName {
    /// A comment.
    Comment,
    /// A tag.
    Tag,
    /// A move, or what stands in its place.
    Word,
    /// A game.
    Game,
}

impl From<&Fault> for FaultShown {
    fn from(fault: &Fault) -> FaultShown {
        FaultShown {
            text: fault.to_string(),
            line: fault.place.line,
            column: fault.place.column,
            at_move: fault.at_move.map(|number| number.to_string()),
            wrong: Wrong::from(fault.kind.clone()),
        }
    }
}

impl From<FaultKind> for Wrong {
    fn from(kind: FaultKind) -> Wrong {
        match kind {
            FaultKind::IllegalMove { text: found, legal } => Wrong::IllegalMove { found, legal },
            FaultKind::AmbiguousMove { text: found, candidates: legal } => {
                Wrong::AmbiguousMove { found, legal }
            }
            FaultKind::PromotionMissing { text: found, legal } => Wrong::PromotionMissing { found, legal },
            FaultKind::NotAMove { text: found, .. } => Wrong::NotAMove { found },
            FaultKind::PassInCheck { text: found, .. } => Wrong::PassInCheck { found },
            FaultKind::UnknownAnnotation { text: found } => Wrong::UnknownAnnotation { found },
            FaultKind::Stray { found } => Wrong::Stray { found },
            FaultKind::VariationWithoutMove => Wrong::VariationWithoutMove,
            FaultKind::NoVariationToClose => Wrong::NoVariationToClose,
            FaultKind::UnclosedVariation { open } => Wrong::UnclosedVariation { open },
            FaultKind::UnclosedComment => Wrong::UnclosedComment,
            FaultKind::BadTag { found, .. } => Wrong::BadTag { found },
            FaultKind::DuplicateTag { name, .. } => Wrong::DuplicateTag { name },
            FaultKind::BadResult { value: found } => Wrong::BadResult { found },
            FaultKind::BadSetUp { value: found } => Wrong::BadSetUp { found },
            FaultKind::SetUpContradicted { .. } => Wrong::SetUpContradicted,
            FaultKind::BadFen(error) => error.into(),
            FaultKind::UnsupportedVariant { name } => Wrong::UnsupportedVariant { name },
            FaultKind::ResultsDiffer { tag, marker } => Wrong::ResultsDiffer { tag, marker },
            FaultKind::TooLong { what, limit } => Wrong::TooLong { what: what.into(), limit },
            FaultKind::TooDeep { limit } => Wrong::TooDeep { limit },
            FaultKind::TooManyTags { limit } => Wrong::TooManyTags { limit },
            FaultKind::TooManyFaults { limit } => Wrong::TooManyFaults { limit },
        }
    }
}

impl From<FenError> for Wrong {
    fn from(error: FenError) -> Wrong {
        match error {
            // The text of the tag is not kept with its fault; what was found is.
            FenError::Text(error) => Wrong::UnreadableFen { fen: Unreadable::in_ascii(&error) },
            FenError::Illegal(illegal) => Wrong::UnplayableFen { reasons: complaints(illegal) },
        }
    }
}

impl From<Element> for PartName {
    fn from(part: Element) -> PartName {
        match part {
            Element::Comment => PartName::Comment,
            Element::Tag => PartName::Tag,
            Element::Word => PartName::Word,
            Element::Game => PartName::Game,
        }
    }
}
