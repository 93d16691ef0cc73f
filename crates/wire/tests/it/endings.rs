//! The codes of endings are spelled in two crates, which must agree.

use game::{OpponentScore, Termination};
use rules::Color;
use std::collections::HashSet;
use tabiya_wire::codes::{Reason, ResultCode, from_code};

/// A value of each variant of an enum. It does not compile if a variant is missing.
macro_rules! one_of_each {
    ($Enum:ident: $($Variant:ident $({ $($field:ident: $value:expr),+ })?),+ $(,)?) => {{
        let _ = |value: &$Enum| match value {
            $($Enum::$Variant { .. } => {})+
        };
        vec![$($Enum::$Variant $({ $($field: $value),+ })?),+]
    }};
}

/// Every ending, with each side as the one concerned, and a forfeit with each score of the opponent.
pub(crate) fn every_ending() -> Vec<Termination> {
    let mut endings = Vec::new();
    for side in Color::ALL {
        for opponent in one_of_each![OpponentScore: Point, HalfPoint, Nothing] {
            endings.extend(one_of_each![Termination:
                Checkmate { winner: side },
                Resignation { by: side },
                ResignationUnwinnable { by: side },
                FlagFall { fallen: side },
                FlagFallUnwinnable { fallen: side },
                Forfeit { loser: side, opponent: opponent },
                DoubleForfeit,
                Stalemate,
                DeadPosition,
                Agreement,
                ThreefoldRepetition,
                FivefoldRepetition,
                FiftyMoves,
                SeventyFiveMoves,
                IllegalMoves { by: side },
                IllegalMovesUnwinnable { by: side },
                Aborted,
            ]);
        }
    }
    endings
}

#[test]
fn every_ending_is_spelled_as_the_game_spells_it() {
    for ending in every_ending() {
        let reason = Reason::from(ending);
        assert_eq!(reason.as_str(), ending.code(), "{ending:?}");
        assert_eq!(serde_json::to_value(reason).expect("a text"), ending.code(), "{ending:?}");
        assert_eq!(from_code(ending.code()), Some(reason), "{ending:?}");
        let result = ResultCode::from(ending.outcome());
        assert_eq!(result.as_str(), ending.result(), "{ending:?}");
        assert_eq!(serde_json::to_value(result).expect("a text"), ending.result(), "{ending:?}");
    }
}

/// No reason is left out of the list, and none belongs to no ending.
#[test]
fn the_reasons_are_those_of_the_endings() {
    let reasons: HashSet<Reason> = every_ending().into_iter().map(Reason::from).collect();
    assert_eq!(reasons, HashSet::from(Reason::ALL));
}
