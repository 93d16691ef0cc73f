//! What is wrong in the text of a game, in parts, so that it can be described in any language.

use crate::inspection::{SetupProblem, Unreadable, setup_problems};
use pgn::{Element, Fault, FaultKind};
use rules::FenError;
use serde::Serialize;

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultJson {
    /// The complete message in English.
    pub text: String,
    /// Its line, from 1.
    pub line: u64,
    /// Its character in that line, from 1.
    pub column: u64,
    /// The number of the move, such as `12...`.
    pub at_move: Option<String>,
    #[serde(flatten)]
    pub wrong: FaultCode,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FaultCode {
    IllegalMove {
        found: String,
        /// The moves that would have been legal.
        legal: Vec<String>,
    },
    /// The text matches more than one legal move.
    AmbiguousMove {
        found: String,
        /// The moves that it can mean.
        legal: Vec<String>,
    },
    PromotionMissing {
        found: String,
        /// The moves that would have been legal.
        legal: Vec<String>,
    },
    NotAMove {
        found: String,
    },
    /// A null move while in check.
    PassInCheck {
        found: String,
    },
    UnknownAnnotation {
        found: String,
    },
    /// A character that has no meaning here.
    Stray {
        found: String,
    },
    /// A variation before the first move.
    VariationWithoutMove,
    /// `)` without `(`.
    NoVariationToClose,
    /// `(` without `)`.
    UnclosedVariation {
        open: usize,
    },
    /// `{` without `}`.
    UnclosedComment,
    BadTag {
        found: String,
    },
    DuplicateTag {
        name: String,
    },
    BadResult {
        found: String,
    },
    /// A tag `SetUp` that is neither 0 nor 1.
    BadSetUp {
        found: String,
    },
    /// The tags `SetUp` and `FEN` disagree.
    SetUpContradicted,
    /// A starting position that is not a FEN.
    UnreadableFen {
        fen: Unreadable,
    },
    /// A starting position that is not playable.
    UnplayableFen {
        reasons: Vec<SetupProblem>,
    },
    UnsupportedVariant {
        name: String,
    },
    /// The tag and the end of the moves disagree on the result.
    ResultsDiffer {
        /// The result in the tag.
        tag: &'static str,
        /// The result after the moves.
        marker: &'static str,
    },
    /// An element is longer than the limits allow.
    TooLong {
        what: PgnPart,
        /// How many bytes it may have.
        limit: usize,
    },
    /// Variations are nested too deep.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// There are too many tags.
    TooManyTags {
        /// How many there may be.
        limit: usize,
    },
    /// There are too many faults; the rest of the game was skipped.
    TooManyFaults {
        /// How many are reported.
        limit: usize,
    },
}

/// An element that can be too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum PgnPart {
    Comment,
    Tag,
    /// A move, or another word in its place.
    Word,
    Game,
}

impl From<&Fault> for FaultJson {
    fn from(fault: &Fault) -> FaultJson {
        FaultJson {
            text: fault.to_string(),
            line: fault.place.line,
            column: fault.place.column,
            at_move: fault.at_move.map(|number| number.to_string()),
            wrong: FaultCode::from(fault.kind.clone()),
        }
    }
}

impl From<FaultKind> for FaultCode {
    fn from(kind: FaultKind) -> FaultCode {
        match kind {
            FaultKind::IllegalMove { text: found, legal } => FaultCode::IllegalMove { found, legal },
            FaultKind::AmbiguousMove { text: found, candidates: legal } => {
                FaultCode::AmbiguousMove { found, legal }
            }
            FaultKind::PromotionMissing { text: found, legal } => {
                FaultCode::PromotionMissing { found, legal }
            }
            FaultKind::NotAMove { text: found, .. } => FaultCode::NotAMove { found },
            FaultKind::PassInCheck { text: found, .. } => FaultCode::PassInCheck { found },
            FaultKind::UnknownAnnotation { text: found } => FaultCode::UnknownAnnotation { found },
            FaultKind::Stray { found } => FaultCode::Stray { found },
            FaultKind::VariationWithoutMove => FaultCode::VariationWithoutMove,
            FaultKind::NoVariationToClose => FaultCode::NoVariationToClose,
            FaultKind::UnclosedVariation { open } => FaultCode::UnclosedVariation { open },
            FaultKind::UnclosedComment => FaultCode::UnclosedComment,
            FaultKind::BadTag { found, .. } => FaultCode::BadTag { found },
            FaultKind::DuplicateTag { name, .. } => FaultCode::DuplicateTag { name },
            FaultKind::BadResult { value: found } => FaultCode::BadResult { found },
            FaultKind::BadSetUp { value: found } => FaultCode::BadSetUp { found },
            FaultKind::SetUpContradicted { .. } => FaultCode::SetUpContradicted,
            FaultKind::BadFen(error) => error.into(),
            FaultKind::UnsupportedVariant { name } => FaultCode::UnsupportedVariant { name },
            FaultKind::ResultsDiffer { tag, marker } => FaultCode::ResultsDiffer { tag, marker },
            FaultKind::TooLong { what, limit } => FaultCode::TooLong { what: what.into(), limit },
            FaultKind::TooDeep { limit } => FaultCode::TooDeep { limit },
            FaultKind::TooManyTags { limit } => FaultCode::TooManyTags { limit },
            FaultKind::TooManyFaults { limit } => FaultCode::TooManyFaults { limit },
        }
    }
}

impl From<FenError> for FaultCode {
    fn from(error: FenError) -> FaultCode {
        match error {
            // The fault does not contain the whole tag, only what was found.
            FenError::Text(error) => FaultCode::UnreadableFen { fen: Unreadable::in_ascii(&error) },
            FenError::Illegal(illegal) => FaultCode::UnplayableFen { reasons: setup_problems(illegal) },
        }
    }
}

impl From<Element> for PgnPart {
    fn from(part: Element) -> PgnPart {
        match part {
            Element::Comment => PgnPart::Comment,
            Element::Tag => PgnPart::Tag,
            Element::Word => PgnPart::Word,
            Element::Game => PgnPart::Game,
        }
    }
}
