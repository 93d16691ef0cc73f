//! Replays the moves of a game, so that any of its positions can be shown.

use crate::codes::RoleName;
use crate::material::Material;
use crate::settings::VariantName;
use rules::{Letters, Position};
use serde::{Deserialize, Serialize};

/// A starting position and moves.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub struct ReplayRequest {
    /// The starting position; the usual one if omitted.
    pub fen: Option<String>,
    #[cfg_attr(test, ts(optional, as = "Option<VariantName>"))]
    pub variant: VariantName,
    /// The moves, in SAN or UCI.
    pub moves: Vec<String>,
    /// The letters that stand for pieces.
    pub letters: Option<LettersName>,
}

/// The letters that stand for pieces (law N02).
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum LettersName {
    /// K Q R B N.
    #[default]
    English,
    /// R D T B C.
    Portuguese,
    /// ♔ ♕ ♖ ♗ ♘.
    Figurine,
}

impl From<LettersName> for Letters {
    fn from(name: LettersName) -> Letters {
        match name {
            LettersName::English => Letters::English,
            LettersName::Portuguese => Letters::Portuguese,
            LettersName::Figurine => Letters::Figurine,
        }
    }
}

/// Every position from the start to the last move that could be played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Replay {
    /// The starting position, and the position after each move.
    pub steps: Vec<Step>,
    /// Why the next move could not be played.
    pub error: Option<String>,
}

/// A position, and the move that led to it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    pub fen: String,
    /// Whether the player to move is in check.
    pub check: bool,
    pub material: Material,
    /// The move; null for the starting position.
    pub played: Option<ReplayedMove>,
}

/// A move that was made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ReplayedMove {
    /// The move in SAN, in the letters that were requested.
    pub san: String,
    pub uci: String,
    pub from: String,
    /// The target square; for castling that of the king.
    pub to: String,
    pub capture: bool,
    pub castling: bool,
    pub role: RoleName,
}

/// Replays the moves. It stops at a move that cannot be read or played, with the reason.
pub fn replay(request: &ReplayRequest) -> Replay {
    let variant = request.variant.into();
    let letters = request.letters.unwrap_or_default().into();
    let start = match &request.fen {
        None => Position::start(),
        Some(fen) => match Position::parse_fen(fen, variant) {
            Ok(position) => position,
            Err(error) => return Replay { steps: Vec::new(), error: Some(error.to_string()) },
        },
    };
    let mut position = start;
    let mut replay = Replay { steps: vec![Step::new(&position, None)], error: None };
    for text in &request.moves {
        let legal = match position.parse_move(text) {
            Ok(legal) => legal,
            Err(error) => {
                replay.error = Some(error.to_string());
                break;
            }
        };
        let played = ReplayedMove {
            san: legal.san_with(letters),
            uci: legal.uci(),
            from: legal.from().to_string(),
            to: legal.to().to_string(),
            capture: legal.captured().is_some(),
            castling: legal.mv().is_castling(),
            role: legal.role().into(),
        };
        position = legal.play();
        replay.steps.push(Step::new(&position, Some(played)));
    }
    replay
}

impl Step {
    fn new(position: &Position, played: Option<ReplayedMove>) -> Step {
        Step {
            fen: position.fen(),
            check: position.in_check(),
            material: Material::of(position.board()),
            played,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_played_as_far_as_they_go() {
        let request = ReplayRequest {
            moves: ["e4", "d7d5", "exd5", "Qxd5", "Ke3", "a6"].map(String::from).to_vec(),
            letters: Some(LettersName::Portuguese),
            ..ReplayRequest::default()
        };
        let replay = replay(&request);
        assert_eq!(replay.steps.len(), 5);
        let played = replay.steps[4].played.as_ref().expect("a move");
        assert_eq!((played.san.as_str(), played.from.as_str(), played.capture), ("Dxd5", "d8", true));
        assert_eq!(played.role, RoleName::Queen);
        assert!(replay.error.expect("the king cannot").contains("Ke3"));
    }

    #[test]
    fn a_start_that_cannot_be_read_is_told() {
        let request = ReplayRequest { fen: Some("nonsense".into()), ..ReplayRequest::default() };
        let replay = replay(&request);
        assert!(replay.steps.is_empty() && replay.error.is_some());
    }
}
