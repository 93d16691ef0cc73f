//! The starting position of a game, by its tags.

use crate::fault::{FaultKind, excerpt};
use crate::{GameResult, Text};
use rules::{FenError, Outcome, Position, Reason, Variant};

/// What the tags say about the start and the result of a game.
#[derive(Debug, Default)]
pub(crate) struct StartTags {
    fen: Option<String>,
    setup: Option<bool>,
    variant: Option<String>,
    result: Option<GameResult>,
    /// The tag `Score`, for outcomes that the tag `Result` cannot express.
    score: Option<Outcome>,
}

impl StartTags {
    pub(crate) fn clear(&mut self) {
        *self = StartTags::default();
    }

    /// Stores a tag if it is relevant.
    pub(crate) fn tag(&mut self, name: Text<'_>, value: Text<'_>) -> Result<(), Box<FaultKind>> {
        let name = name.bytes();
        // The length rules out most other tags.
        match name.len() {
            3 if name.eq_ignore_ascii_case(b"FEN") => self.fen = Some(value.decode().trim().to_string()),
            5 if name.eq_ignore_ascii_case(b"SetUp") => match value.bytes().trim_ascii() {
                b"0" => self.setup = Some(false),
                b"1" => self.setup = Some(true),
                other => {
                    let value = excerpt(other);
                    return Err(Box::new(FaultKind::BadSetUp { value }));
                }
            },
            6 if name == b"Result" => match GameResult::from_tag(value.bytes()) {
                Some(result) => self.result = Some(result),
                None if value.bytes() == b"?" => {}
                None => return Err(Box::new(FaultKind::BadResult { value: excerpt(value.bytes()) })),
            },
            5 if name == b"Score" => self.score = half_point(value.bytes()),
            7 if name.eq_ignore_ascii_case(b"Variant") => self.variant = Some(value.decode().into_owned()),
            _ => {}
        }
        Ok(())
    }

    /// The result by the tags.
    pub(crate) fn result(&self) -> Option<GameResult> {
        match (self.result, self.score) {
            (None | Some(GameResult::Unknown), Some(score)) => Some(GameResult::Known(score)),
            (result, _) => result,
        }
    }

    /// The starting position; `None` if it is the usual one.
    pub(crate) fn position(&self) -> Result<Option<Position>, FaultKind> {
        let variant = match &self.variant {
            None => Variant::Standard,
            Some(name) => variant(name)
                .ok_or_else(|| FaultKind::UnsupportedVariant { name: excerpt(name.as_bytes()) })?,
        };
        match &self.fen {
            Some(fen) => parse(fen, variant).map(Some).map_err(FaultKind::BadFen),
            None if variant == Variant::Chess960 => {
                Ok(Position::chess960(ORTHODOX)) // castling follows the rules of Chess960
            }
            None => Ok(None),
        }
    }

    /// The fault if the tags `SetUp` and `FEN` contradict each other.
    pub(crate) fn contradiction(&self) -> Option<FaultKind> {
        let has_fen = self.fen.is_some();
        match self.setup {
            Some(setup) if setup != has_fen => Some(FaultKind::SetUpContradicted { has_fen }),
            _ => None,
        }
    }
}

/// A half point for one side, the only kind of outcome that the tag `Score` is read for.
fn half_point(value: &[u8]) -> Option<Outcome> {
    match GameResult::from_tag(value)?.outcome()? {
        outcome @ Outcome::HalfPoint(_) => Some(outcome),
        _ => None,
    }
}

/// The number of the orthodox starting position among the 960.
const ORTHODOX: u16 = 518;

/// Parses a FEN. Without the tag `Variant`, castling rights that exist only in Chess960 show that a game is Chess960.
fn parse(fen: &str, variant: Variant) -> Result<Position, FenError> {
    let needs_chess960 = |error: &FenError| {
        let FenError::Illegal(illegal) = error else { return false };
        illegal.reasons.iter().all(|reason| matches!(reason, Reason::CastlingOnlyInChess960(_)))
    };
    match Position::parse_fen(fen, variant) {
        Err(error) if needs_chess960(&error) => {
            Position::parse_fen(fen, Variant::Chess960).map_err(|_| error)
        }
        parsed => parsed,
    }
}

/// The variant for a name, in the spellings that programs use.
fn variant(name: &str) -> Option<Variant> {
    let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    match letters.to_ascii_lowercase().as_str() {
        "" | "standard" | "normal" | "chess" | "classical" | "orthodox" | "regular" | "fromposition" => {
            Some(Variant::Standard)
        }
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess"
        | "fischerrandomchess" | "freestyle" | "freestylechess" | "frc" | "chess9lx" => {
            Some(Variant::Chess960)
        }
        _ => None,
    }
}
