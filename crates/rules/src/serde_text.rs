//! Serde for types with a text form: squares and intents as UCI writes them, outcomes as PGN writes them, positions as
//! FEN with their variant, and sets of squares as lists.

use crate::{Intent, Outcome, Position, Square, SquareSet, Variant};
use alloc::string::String;
use alloc::vec::Vec;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! as_text {
    ($($Type:ty),*) => {$(
        impl Serialize for $Type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $Type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Type, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Square, Intent, Outcome);

impl Serialize for SquareSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(*self)
    }
}

impl<'de> Deserialize<'de> for SquareSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SquareSet, D::Error> {
        Ok(Vec::<Square>::deserialize(deserializer)?.into_iter().collect())
    }
}

#[derive(Serialize, Deserialize)]
#[serde(rename = "Position")]
struct PositionText {
    fen: String,
    variant: Variant,
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        PositionText { fen: self.fen(), variant: self.variant() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Position, D::Error> {
        let PositionText { fen, variant } = PositionText::deserialize(deserializer)?;
        Position::parse_fen(&fen, variant).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Color;
    use alloc::string::ToString;
    use core::fmt::Debug;

    #[track_caller]
    fn check<T: Serialize + for<'de> Deserialize<'de> + PartialEq + Debug>(value: T, json: &str) {
        assert_eq!(serde_json::to_string(&value).unwrap(), json);
        assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    }

    #[test]
    fn values_survive_a_round_trip() {
        check(Square::E4, "\"e4\"");
        check(Color::Black, "\"black\"");
        check("e7e8q".parse::<Intent>().unwrap(), "\"e7e8q\"");
        check(Outcome::Draw, "\"1/2-1/2\"");
        check(SquareSet::from_iter([Square::E4, Square::A1]), r#"["a1","e4"]"#);
        let position = Position::chess960(518).unwrap();
        check(
            position,
            r#"{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","variant":"chess960"}"#,
        );
        let no_king = r#"{"fen":"8/8/8/8/8/8/8/8 w - - 0 1","variant":"standard"}"#;
        let error = serde_json::from_str::<Position>(no_king).unwrap_err().to_string();
        assert!(error.contains("white has no king"), "{error}");
    }
}
