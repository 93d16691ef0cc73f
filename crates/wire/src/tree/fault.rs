//! What is wrong in a game's text, in parts, so that any language can say it.

use crate::inspection::{SetupProblem, Unreadable, setup_problems};
use pgn::{Element, Fault, FaultKind};
use rules::FenError;
use serde::Serialize;

/// Something that is wrong, and where.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FaultJson {
    /// In English, with everything.
    pub text: String,
    /// Its line, from 1.
    pub line: u64,
    /// Its character in that line, from 1.
    pub column: u64,
    /// The move it stands at, such as `12...`.
    pub at_move: Option<String>,
    #[serde(flatten)]
    pub wrong: FaultCode,
}

/// What is wrong.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum FaultCode {
    /// No legal move is meant.
    IllegalMove {
        found: String,
        /// What would have been legal.
        legal: Vec<String>,
    },
    /// More than one legal move is meant.
    AmbiguousMove {
        found: String,
        /// What it can mean.
        legal: Vec<String>,
    },
    /// What the pawn becomes is not said.
    PromotionMissing {
        found: String,
        /// What would have been legal.
        legal: Vec<String>,
    },
    /// No move at all.
    NotAMove {
        found: String,
    },
    /// A null move while in check.
    PassInCheck {
        found: String,
    },
    /// A sign that means nothing.
    UnknownAnnotation {
        found: String,
    },
    /// A character without a meaning.
    Stray {
        found: String,
    },
    /// A variation of nothing.
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
    /// A result that is none.
    BadResult {
        found: String,
    },
    /// Neither 0 nor 1.
    BadSetUp {
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
        reasons: Vec<SetupProblem>,
    },
    /// Other rules than those of chess.
    UnsupportedVariant {
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
        what: PgnPart,
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
pub enum PgnPart {
    Comment,
    Tag,
    /// A move, or what stands in its place.
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
            // The text of the tag is not kept with its fault; what was found is.
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
