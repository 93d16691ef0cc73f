//! Values of the domain as they are saved, so that a name that changes there changes nothing here.

use game::{OpponentScore, Termination};
use rules::Color;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
pub(super) enum ColorTwin {
    White,
    Black,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OpponentScore", rename_all = "snake_case")]
pub(super) enum OpponentScoreTwin {
    Point,
    HalfPoint,
    Nothing,
}

/// What every forfeit was before there were others.
fn is_point(score: &OpponentScore) -> bool {
    *score == OpponentScore::Point
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Termination", rename_all = "snake_case")]
pub(super) enum TerminationTwin {
    Checkmate {
        #[serde(with = "ColorTwin")]
        winner: Color,
    },
    Resignation {
        #[serde(with = "ColorTwin")]
        by: Color,
    },
    ResignationUnwinnable {
        #[serde(with = "ColorTwin")]
        by: Color,
    },
    FlagFall {
        #[serde(with = "ColorTwin")]
        fallen: Color,
    },
    FlagFallUnwinnable {
        #[serde(with = "ColorTwin")]
        fallen: Color,
    },
    Forfeit {
        #[serde(with = "ColorTwin")]
        loser: Color,
        #[serde(with = "OpponentScoreTwin", default, skip_serializing_if = "is_point")]
        opponent: OpponentScore,
    },
    DoubleForfeit,
    Stalemate,
    DeadPosition,
    Agreement,
    ThreefoldRepetition,
    FivefoldRepetition,
    FiftyMoves,
    SeventyFiveMoves,
    IllegalMoves {
        #[serde(with = "ColorTwin")]
        by: Color,
    },
    IllegalMovesUnwinnable {
        #[serde(with = "ColorTwin")]
        by: Color,
    },
    Aborted,
}
