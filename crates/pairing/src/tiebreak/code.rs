//! Tie-breaks by their codes, such as `BH/C1`.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// What a tie-break is based on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Kind {
    /// PTS: points.
    Points,
    /// DE: direct encounter.
    DirectEncounter,
    /// WIN: rounds with a win's worth of points, played or not.
    Wins,
    /// WON: games won on the board.
    GamesWon,
    /// BPG: games played with Black.
    BlackGames,
    /// BWG: games won with Black.
    BlackWins,
    /// PS: the sum of the scores after each round.
    ProgressiveScore,
    /// REP: rounds that the player elected to play.
    RoundsElected,
    /// STD: points by the standard system, a win for more points than the opponent.
    StandardPoints,
    /// TPN: the pairing number; the lower one is better.
    PairingNumber,
    /// BH: the sum of the opponents' scores.
    Buchholz,
    /// AOB: the average of the opponents' Buchholz.
    AverageBuchholz,
    /// FB: Buchholz with draws in the last round.
    ForeBuchholz,
    /// SB: the opponents' scores times the points gained against them.
    SonnebornBerger,
    /// KS: points against those who scored half or more.
    Koya,
    /// ARO: the average of the opponents' ratings.
    AverageRating,
    /// TPR: the tournament performance rating.
    Performance,
    /// PTP: the lowest rating whose expected score is the score achieved.
    PerfectPerformance,
    /// APRO: the average of the opponents' performance ratings.
    AveragePerformance,
    /// APPO: the average of the opponents' perfect performances.
    AveragePerfectPerformance,
    /// RTNG: the rating.
    Rating,
}

const CODES: [(&str, Kind); 21] = [
    ("PTS", Kind::Points),
    ("DE", Kind::DirectEncounter),
    ("WIN", Kind::Wins),
    ("WON", Kind::GamesWon),
    ("BPG", Kind::BlackGames),
    ("BWG", Kind::BlackWins),
    ("PS", Kind::ProgressiveScore),
    ("REP", Kind::RoundsElected),
    ("STD", Kind::StandardPoints),
    ("TPN", Kind::PairingNumber),
    ("BH", Kind::Buchholz),
    ("AOB", Kind::AverageBuchholz),
    ("FB", Kind::ForeBuchholz),
    ("SB", Kind::SonnebornBerger),
    ("KS", Kind::Koya),
    ("ARO", Kind::AverageRating),
    ("TPR", Kind::Performance),
    ("PTP", Kind::PerfectPerformance),
    ("APRO", Kind::AveragePerformance),
    ("APPO", Kind::AveragePerfectPerformance),
    ("RTNG", Kind::Rating),
];

/// A tie-break with its modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct TieBreak {
    /// What it is based on.
    pub kind: Kind,
    /// `/Cn`: how many of the least significant values are cut.
    pub cut_low: u8,
    /// `/Mn`: how many of the most significant values are cut too.
    pub cut_high: u8,
    /// `/P`: forfeits count as played.
    pub forfeits_played: bool,
    /// `/L+n`, `/L-n`: the limit of the Koya system in half points above or below one half of the maximum.
    pub limit: i8,
}

impl TieBreak {
    /// A tie-break without modifiers.
    pub const fn new(kind: Kind) -> Self {
        Self { kind, cut_low: 0, cut_high: 0, forfeits_played: false, limit: 0 }
    }

    /// Whether the lower value is better.
    pub const fn is_ascending(self) -> bool {
        matches!(self.kind, Kind::PairingNumber | Kind::DirectEncounter)
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let code = CODES.iter().find(|(_, kind)| *kind == self.kind).map_or("", |(code, _)| code);
        f.write_str(code)?;
        if self.cut_high > 0 {
            write!(f, "/M{}", self.cut_high)?;
        } else if self.cut_low > 0 {
            write!(f, "/C{}", self.cut_low)?;
        }
        if self.limit != 0 {
            write!(f, "/L{:+}", self.limit)?;
        }
        if self.forfeits_played {
            f.write_str("/P")?;
        }
        Ok(())
    }
}

/// The text is not the code of a tie-break that this crate calculates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseTieBreakError {
    found: String,
    expected: String,
}

impl fmt::Display for ParseTieBreakError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tie-break {:?}: expected {}", self.found, self.expected)
    }
}

impl core::error::Error for ParseTieBreakError {}

impl FromStr for TieBreak {
    type Err = ParseTieBreakError;

    fn from_str(text: &str) -> Result<Self, ParseTieBreakError> {
        let error =
            |expected: &str| ParseTieBreakError { found: text.to_string(), expected: expected.to_string() };
        let upper = text.trim().to_ascii_uppercase();
        let mut parts = upper.split('/');
        let code = parts.next().unwrap_or_default();
        // `BH:MP` and similar codes name team points; individual points are the default.
        let Some(&(_, kind)) = CODES.iter().find(|(known, _)| *known == code) else {
            let known: alloc::vec::Vec<&str> = CODES.iter().map(|(code, _)| *code).collect();
            return Err(error(&format!("one of {}", known.join(", "))));
        };
        let mut tie_break = Self::new(kind);
        for part in parts {
            let (letter, value) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
            let number = || value.parse::<u8>().ok().filter(|&number| (1..=9).contains(&number));
            match letter {
                "C" => tie_break.cut_low = number().ok_or_else(|| error("a cut such as C1"))?,
                "M" => {
                    let cut = number().ok_or_else(|| error("a median such as M1"))?;
                    (tie_break.cut_low, tie_break.cut_high) = (cut, cut);
                }
                "P" if value.is_empty() => tie_break.forfeits_played = true,
                "L" => tie_break.limit = value.parse().map_err(|_| error("a limit such as L+1"))?,
                _ => return Err(error("the modifiers C1 to C9, M1 to M9, L+1 or L-1, P")),
            }
        }
        let has_cut = matches!(
            kind,
            Kind::Buchholz
                | Kind::ForeBuchholz
                | Kind::SonnebornBerger
                | Kind::ProgressiveScore
                | Kind::AverageRating
        );
        if tie_break.cut_low > 0 && !has_cut {
            return Err(error("no cut: it is defined for BH, FB, SB, PS and ARO"));
        }
        let has_median = matches!(kind, Kind::Buchholz | Kind::ForeBuchholz);
        if tie_break.cut_high > 0 && !has_median {
            return Err(error("no median: it is defined for BH and FB"));
        }
        if tie_break.limit != 0 && kind != Kind::Koya {
            return Err(error("no limit: it is defined for KS"));
        }
        Ok(tie_break)
    }
}
