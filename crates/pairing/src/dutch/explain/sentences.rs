//! The reasons for a pairing, as sentences.

use super::report::{BracketReport, Cause, Explanation};
use crate::Color;
use crate::dutch::{ColorRule, Criterion};
use alloc::vec::Vec;
use core::fmt;

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Met { round } => write!(f, "C1: they met in round {round}"),
            Self::Forbidden => f.write_str("the pair is forbidden"),
            Self::SameAbsolutePreference => f.write_str("C3: both must have the same colour"),
            Self::NoSecondBye => f.write_str("C2: already had a bye or won without playing"),
            Self::NotCompletable => f.write_str("C4: the others could not all be paired"),
            Self::Worse { criterion, alternative, chosen } => {
                write!(f, "{criterion}: {alternative} against {chosen} ({})", criterion.meaning())
            }
            Self::Later => f.write_str("equally good, but later in the order of the rules"),
        }
    }
}

impl Criterion {
    /// What the criterion counts.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::C1 => "second meetings",
            Self::C2 => "byes for somebody who may not have one",
            Self::C3 => "same absolute preferences",
            Self::C4 => "players who cannot be paired",
            Self::C5 => "score of the bye",
            Self::C6 => "downfloaters",
            Self::C7 => "downfloaters with the higher score",
            Self::C8 => "downfloaters of the next bracket",
            Self::C9 => "unplayed games of the player with the bye",
            Self::C10 => "colour differences beyond two of topscorers or their opponents",
            Self::C11 => "third equal colours of topscorers or their opponents",
            Self::C12 => "unmet colour preferences",
            Self::C13 => "unmet strong colour preferences",
            Self::C14 => "downfloats repeated from the last round",
            Self::C15 => "upfloats repeated from the last round",
            Self::C16 => "downfloats repeated from two rounds ago",
            Self::C17 => "upfloats repeated from two rounds ago",
            Self::C18 => "larger score differences of repeated downfloats",
            Self::C19 => "larger score differences of repeated upfloats",
            Self::C20 => "larger score differences of downfloats repeated from two rounds ago",
            Self::C21 => "larger score differences of upfloats repeated from two rounds ago",
        }
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for bracket in &self.brackets {
            write!(f, "{bracket}")?;
        }
        if let Some(bye) = &self.bye {
            writeln!(f, "Bye: {} with {} points, the lowest possible score (C5)", bye.number, bye.score)?;
            for alternative in &bye.alternatives {
                writeln!(f, "  not {}: {}", alternative.number, alternative.cause)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for BracketReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[u32]| {
            let texts: Vec<alloc::string::String> =
                numbers.iter().map(|number| alloc::format!("{number}")).collect();
            texts.join(" ")
        };
        writeln!(f, "Bracket of {} points: {}", self.score, list(&self.residents))?;
        if !self.moved_down.is_empty() {
            writeln!(f, "  moved down: {}", list(&self.moved_down))?;
        }
        for (criterion, count) in &self.failures {
            writeln!(f, "  {criterion}: {count} {}", criterion.meaning())?;
        }
        for pair in &self.pairs {
            let (white, black) = if pair.color == Color::White {
                (pair.higher, pair.lower)
            } else {
                (pair.lower, pair.higher)
            };
            writeln!(f, "  {white} - {black}: {}", pair.color_rule)?;
            for alternative in &pair.alternatives {
                writeln!(f, "    {} not against {}: {}", pair.higher, alternative.number, alternative.cause)?;
            }
        }
        for floater in &self.floaters {
            writeln!(f, "  {} floats down; paired here: {}", floater.number, floater.cause)?;
        }
        Ok(())
    }
}

impl fmt::Display for ColorRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BothPreferences => "colours as both are due",
            Self::StrongerPreference => "colours by the stronger preference",
            Self::WiderDifference => "colours by the wider colour difference",
            Self::LastDifference => "colours opposite to the last round in which they differed",
            Self::HigherRanked => "colours by the preference of the higher ranked",
            Self::InitialColor => "colours by the initial colour",
        })
    }
}
