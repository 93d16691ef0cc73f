//! Who gets White in a pair: article 5 of C.04.3.

use super::competitor::{Competitor, Field, Strength};
use crate::Color;

/// The rule that decided the colours of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum ColorRule {
    /// 1: both players get the colour they are due.
    BothPreferences,
    /// 2: the stronger preference.
    StrongerPreference,
    /// 2: both absolute, the wider colour difference.
    WiderDifference,
    /// 3: the opposite of the most recent round in which they had different colours.
    LastDifference,
    /// 4: the preference of the higher ranked player.
    HigherRanked,
    /// 5: the initial colour, by odd and even numbers.
    InitialColor,
}

/// The colour of the higher ranked player `a` against `b`.
pub(crate) fn color_of_higher(field: &Field, a: usize, b: usize) -> (Color, ColorRule) {
    let (higher, lower) = (&field.competitors[a], &field.competitors[b]);
    match (higher.preference, lower.preference) {
        (Some(mine), Some(other)) if mine.color != other.color => (mine.color, ColorRule::BothPreferences),
        (Some(mine), None) => (mine.color, ColorRule::BothPreferences),
        (None, Some(other)) => (other.color.opposite(), ColorRule::BothPreferences),
        (Some(mine), Some(other)) => {
            if mine.strength > other.strength {
                return (mine.color, ColorRule::StrongerPreference);
            }
            if mine.strength < other.strength {
                return (mine.color.opposite(), ColorRule::StrongerPreference);
            }
            if mine.strength == Strength::Absolute {
                match higher.color_difference.abs().cmp(&lower.color_difference.abs()) {
                    core::cmp::Ordering::Greater => return (mine.color, ColorRule::WiderDifference),
                    core::cmp::Ordering::Less => return (mine.color.opposite(), ColorRule::WiderDifference),
                    core::cmp::Ordering::Equal => {}
                }
            }
            if let Some(color) = last_difference(higher, lower) {
                return (color.opposite(), ColorRule::LastDifference);
            }
            (mine.color, ColorRule::HigherRanked)
        }
        (None, None) => {
            let initial = field.initial_color;
            (if higher.is_odd { initial } else { initial.opposite() }, ColorRule::InitialColor)
        }
    }
}

/// The colour of the first player when the two last had different colours; games are compared from the last one back.
fn last_difference(first: &Competitor, second: &Competitor) -> Option<Color> {
    let pairs = first.colors.iter().rev().zip(second.colors.iter().rev());
    pairs.filter(|(a, b)| a != b).map(|(a, _)| *a).next()
}
