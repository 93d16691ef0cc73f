//! The evidence for a ruling in its stored form: codes and numbers, no sentences.

use super::events::By;
use game::NoMate;
use rules::Color;
use serde::{Deserialize, Serialize};
use unwinnable::ProofKind;

/// Why no mate is possible.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredNoMate {
    OfOne(StoredProof),
    OfBoth([By<StoredProof>; 2]),
}

/// The kind of a proof, such as `{"wall":{}}` or `{"forced":{"moves":3}}`.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum StoredProof {
    Over {},
    Material {},
    Forced { moves: usize },
    Wall {},
    Closed { positions: usize },
}

impl From<NoMate> for StoredNoMate {
    fn from(no_mate: NoMate) -> StoredNoMate {
        match no_mate {
            NoMate::OfOne(kind) => StoredNoMate::OfOne(kind.into()),
            NoMate::OfBoth(both) => StoredNoMate::OfBoth(both.map(|(color, kind)| By(color, kind.into()))),
        }
    }
}

impl From<StoredNoMate> for NoMate {
    fn from(stored: StoredNoMate) -> NoMate {
        let side = |By(color, proof): By<StoredProof>| -> (Color, ProofKind) { (color, proof.into()) };
        match stored {
            StoredNoMate::OfOne(proof) => NoMate::OfOne(proof.into()),
            StoredNoMate::OfBoth(both) => NoMate::OfBoth(both.map(side)),
        }
    }
}

impl From<ProofKind> for StoredProof {
    fn from(kind: ProofKind) -> StoredProof {
        match kind {
            ProofKind::Over => StoredProof::Over {},
            ProofKind::Material => StoredProof::Material {},
            ProofKind::Forced { moves } => StoredProof::Forced { moves },
            ProofKind::Wall => StoredProof::Wall {},
            ProofKind::Closed { positions } => StoredProof::Closed { positions },
        }
    }
}

impl From<StoredProof> for ProofKind {
    fn from(stored: StoredProof) -> ProofKind {
        match stored {
            StoredProof::Over {} => ProofKind::Over,
            StoredProof::Material {} => ProofKind::Material,
            StoredProof::Forced { moves } => ProofKind::Forced { moves },
            StoredProof::Wall {} => ProofKind::Wall,
            StoredProof::Closed { positions } => ProofKind::Closed { positions },
        }
    }
}
