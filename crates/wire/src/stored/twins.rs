//! The stored form of domain types, so that renaming them does not change the stored data.

use game::{OpponentScore, Termination};
use rules::Color;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
#[serde(remote = "Color", rename_all = "lowercase")]
pub(super) enum ColorDef {
    White,
    Black,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "OpponentScore", rename_all = "snake_case")]
pub(super) enum OpponentScoreDef {
    Point,
    HalfPoint,
    Nothing,
}

/// The default, which was the only value before form 3.
fn is_point(score: &OpponentScore) -> bool {
    *score == OpponentScore::Point
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Termination", rename_all = "snake_case")]
pub(super) enum TerminationDef {
    Checkmate {
        #[serde(with = "ColorDef")]
        winner: Color,
    },
    Resignation {
        #[serde(with = "ColorDef")]
        by: Color,
    },
    ResignationUnwinnable {
        #[serde(with = "ColorDef")]
        by: Color,
    },
    FlagFall {
        #[serde(with = "ColorDef")]
        fallen: Color,
    },
    FlagFallUnwinnable {
        #[serde(with = "ColorDef")]
        fallen: Color,
    },
    Forfeit {
        #[serde(with = "ColorDef")]
        loser: Color,
        #[serde(with = "OpponentScoreDef", default, skip_serializing_if = "is_point")]
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
        #[serde(with = "ColorDef")]
        by: Color,
    },
    IllegalMovesUnwinnable {
        #[serde(with = "ColorDef")]
        by: Color,
    },
    Aborted,
}
