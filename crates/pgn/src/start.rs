//! Where a game begins, as its tags say.

use crate::fault::{FaultKind, shown};
use crate::{GameResult, Text};
use rules::{FenError, Outcome, Position, Reason, Variant};

/// What the tags say about the beginning and the end of a game.
#[derive(Debug, Default)]
pub(crate) struct StartTags {
    fen: Option<String>,
    setup: Option<bool>,
    variant: Option<String>,
    result: Option<GameResult>,
    /// The tag `Score`: what `Result` has no word for.
    score: Option<Outcome>,
}

impl StartTags {
    pub(crate) fn clear(&mut self) {
        *self = StartTags::default();
    }

    /// Stores a tag if it is relevant.
    pub(crate) fn tag(&mut self, name: Text<'_>, value: Text<'_>) -> Result<(), Box<FaultKind>> {
        let name = name.bytes();
        // Their lengths tell these five from most others.
        match name.len() {
            3 if name.eq_ignore_ascii_case(b"FEN") => self.fen = Some(value.decode().trim().to_string()),
            5 if name.eq_ignore_ascii_case(b"SetUp") => match value.bytes().trim_ascii() {
                b"0" => self.setup = Some(false),
                b"1" => self.setup = Some(true),
                other => {
                    let value = shown(other);
                    return Err(Box::new(FaultKind::BadSetUp { value }));
                }
            },
            6 if name == b"Result" => match GameResult::from_tag(value.bytes()) {
                Some(result) => self.result = Some(result),
                None if value.bytes() == b"?" => {}
                None => return Err(Box::new(FaultKind::BadResult { value: shown(value.bytes()) })),
            },
            5 if name == b"Score" => self.score = half_point(value.bytes()),
            7 if name.eq_ignore_ascii_case(b"Variant") => self.variant = Some(value.decode().into_owned()),
            _ => {}
        }
        Ok(())
    }

    /// What the tags say about the end.
    pub(crate) fn result(&self) -> Option<GameResult> {
        match (self.result, self.score) {
            (None | Some(GameResult::Unknown), Some(score)) => Some(GameResult::Known(score)),
            (result, _) => result,
        }
    }

    /// The position to begin with, none for that of an ordinary game; and whether the tags contradict
    /// each other.
    pub(crate) fn position(&self) -> Result<Option<Position>, FaultKind> {
        let variant = match &self.variant {
            None => Variant::Standard,
            Some(name) => {
                variant(name).ok_or_else(|| FaultKind::UnsupportedVariant { name: shown(name.as_bytes()) })?
            }
        };
        match &self.fen {
            Some(fen) => parse(fen, variant).map(Some).map_err(FaultKind::BadFen),
            None if variant == Variant::Chess960 => {
                Ok(Position::chess960(ORTHODOX)) // with castling as it is in Chess960
            }
            None => Ok(None),
        }
    }

    /// Whether the tag `SetUp` says the opposite of the tag `FEN`.
    pub(crate) fn contradiction(&self) -> Option<FaultKind> {
        let has_fen = self.fen.is_some();
        match self.setup {
            Some(setup) if setup != has_fen => Some(FaultKind::SetUpContradicted { has_fen }),
            _ => None,
        }
    }
}

/// The two scores that are written in the tag `Score`.
fn half_point(value: &[u8]) -> Option<Outcome> {
    match GameResult::from_tag(value)?.outcome()? {
        outcome @ Outcome::HalfPoint(_) => Some(outcome),
        _ => None,
    }
}

/// The number of the orthodox start among the 960.
const ORTHODOX: u16 = 518;

/// Files of Chess960 games without the tag `Variant` are told by castling that only exists there.
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

/// The rules that programs give these names to.
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
