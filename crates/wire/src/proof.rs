//! Why no mate is possible, in parts, so that it can be described in any language.

use crate::action::Side;
use game::NoMate;
use serde::Serialize;
use unwinnable::ProofKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "code", rename_all = "snake_case")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum ProofJson {
    Over,
    /// The material can never give mate.
    Material,
    /// Forced moves end all chances of mate.
    Forced {
        moves: usize,
    },
    /// Nobody can break through a wall.
    Wall,
    /// Every reachable position was visited.
    Closed {
        positions: usize,
    },
}

impl From<ProofKind> for ProofJson {
    fn from(why: ProofKind) -> ProofJson {
        match why {
            ProofKind::Over => ProofJson::Over,
            ProofKind::Material => ProofJson::Material,
            ProofKind::Forced { moves } => ProofJson::Forced { moves },
            ProofKind::Wall => ProofJson::Wall,
            ProofKind::Closed { positions } => ProofJson::Closed { positions },
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SideProof {
    /// The side; null if the question was only about one side.
    pub side: Option<Side>,
    pub why: ProofJson,
}

pub(crate) fn proofs(no_mate: NoMate) -> Vec<SideProof> {
    match no_mate {
        NoMate::OfOne(why) => vec![SideProof { side: None, why: why.into() }],
        NoMate::OfBoth(both) => {
            both.map(|(color, why)| SideProof { side: Some(color.into()), why: why.into() }).to_vec()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Color;

    #[test]
    fn a_proof_is_told_with_its_numbers() {
        let both = NoMate::OfBoth([
            (Color::White, ProofKind::Closed { positions: 12 }),
            (Color::Black, ProofKind::Material),
        ]);
        let json = serde_json::to_string(&proofs(both)).expect("text keys");
        let white = r#"{"side":"white","why":{"code":"closed","positions":12}}"#;
        assert_eq!(json, format!(r#"[{white},{{"side":"black","why":{{"code":"material"}}}}]"#));
    }
}
