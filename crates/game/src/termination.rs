//! How a game ended, in one value.

use crate::{Forfeit, OpponentScore};
use core::fmt;
use rules::{Color, Outcome};

/// How a game ended. Each way of ending has its own value, which says who won.
///
/// ```
/// use tabiya_game::{Termination, rules::{Color, Outcome}};
/// let ended = Termination::FlagFall { fallen: Color::White };
/// assert_eq!(ended.outcome(), Some(Outcome::Win(Color::Black)));
/// assert_eq!((ended.result(), ended.code()), ("0-1", "time"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "snake_case"))]
pub enum Termination {
    /// Law E01: checkmate.
    Checkmate {
        /// The player who gave mate.
        winner: Color,
    },
    /// Law E02: resignation.
    Resignation {
        /// The player who resigned.
        by: Color,
    },
    /// Laws E03, E15: a player resigned, or asked for a draw, against an opponent who cannot mate.
    ResignationUnwinnable {
        /// The player who resigned or asked for the draw.
        by: Color,
    },
    /// Law E04: a player ran out of time.
    FlagFall {
        /// The player whose flag fell.
        fallen: Color,
    },
    /// Law E05: the flag fell, but the opponent cannot mate by any series of legal moves.
    FlagFallUnwinnable {
        /// The player whose flag fell.
        fallen: Color,
    },
    /// Law E06: the arbiter declared the game lost.
    Forfeit {
        /// The player who loses.
        loser: Color,
        /// What the opponent scores.
        opponent: OpponentScore,
    },
    /// Law E06: both lose.
    DoubleForfeit,
    /// Law E07: stalemate.
    Stalemate,
    /// Law E08: neither side can checkmate by any series of legal moves.
    DeadPosition,
    /// Law E09: the players agreed to a draw.
    Agreement,
    /// Law E10: threefold repetition, claimed.
    ThreefoldRepetition,
    /// Law E12: fivefold repetition, without a claim.
    FivefoldRepetition,
    /// Law E13: fifty moves without a pawn move or a capture, claimed.
    FiftyMoves,
    /// Law E14: seventy-five such moves, without a claim.
    SeventyFiveMoves,
    /// Law K04: the second illegal move.
    IllegalMoves {
        /// The player who made it.
        by: Color,
    },
    /// Law K04: two illegal moves against an opponent who cannot mate.
    IllegalMovesUnwinnable {
        /// The player who made them.
        by: Color,
    },
    /// Law E18: the game was aborted, and does not count.
    Aborted,
}

impl Termination {
    /// The outcome; `None` for an aborted game, which does not count.
    #[must_use]
    pub const fn outcome(self) -> Option<Outcome> {
        Some(match self {
            Termination::Checkmate { winner } => Outcome::Win(winner),
            Termination::Resignation { by: loser }
            | Termination::FlagFall { fallen: loser }
            | Termination::Forfeit { loser, opponent: OpponentScore::Point }
            | Termination::IllegalMoves { by: loser } => Outcome::Win(loser.other()),
            Termination::Forfeit { loser, opponent: OpponentScore::HalfPoint } => {
                Outcome::HalfPoint(loser.other())
            }
            Termination::Forfeit { opponent: OpponentScore::Nothing, .. } | Termination::DoubleForfeit => {
                Outcome::BothLose
            }
            Termination::ResignationUnwinnable { .. }
            | Termination::FlagFallUnwinnable { .. }
            | Termination::IllegalMovesUnwinnable { .. }
            | Termination::Stalemate
            | Termination::DeadPosition
            | Termination::Agreement
            | Termination::ThreefoldRepetition
            | Termination::FivefoldRepetition
            | Termination::FiftyMoves
            | Termination::SeventyFiveMoves => Outcome::Draw,
            Termination::Aborted => return None,
        })
    }

    /// The result as text: `1-0`, `0-1`, `1/2-1/2`, `1/2-0`, `0-1/2`, `0-0`, or `*` for an aborted game.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.outcome() {
            Some(outcome) => outcome.as_str(),
            None => "*",
        }
    }

    /// Who forfeited the game, if it ended by forfeit.
    pub const fn forfeit(self) -> Option<Forfeit> {
        match self {
            Termination::Forfeit { loser, opponent } => Some(Forfeit::One { loser, opponent }),
            Termination::DoubleForfeit => Some(Forfeit::Both),
            _ => None,
        }
    }

    /// The article of FIDE's Laws of 2023 by which the game ended; `None` for endings that the Laws do not have.
    pub const fn article(self) -> Option<&'static str> {
        Some(match self {
            Termination::Checkmate { .. } => "5.1.1",
            Termination::Resignation { .. } | Termination::ResignationUnwinnable { .. } => "5.1.2",
            Termination::FlagFall { .. } | Termination::FlagFallUnwinnable { .. } => "6.9",
            Termination::Forfeit { .. } => "12.9.6",
            Termination::DoubleForfeit => "11.8",
            Termination::Stalemate => "5.2.1",
            Termination::DeadPosition => "5.2.2",
            Termination::Agreement => "5.2.3",
            Termination::ThreefoldRepetition => "9.2",
            Termination::FivefoldRepetition => "9.6.1",
            Termination::FiftyMoves => "9.3",
            Termination::SeventyFiveMoves => "9.6.2",
            Termination::IllegalMoves { .. } | Termination::IllegalMovesUnwinnable { .. } => "7.5.5",
            Termination::Aborted => return None,
        })
    }

    /// The id of the law by which the game ended.
    pub const fn law(self) -> &'static str {
        match self {
            Termination::Checkmate { .. } => "E01",
            Termination::Resignation { .. } => "E02",
            Termination::ResignationUnwinnable { .. } => "E03",
            Termination::FlagFall { .. } => "E04",
            Termination::FlagFallUnwinnable { .. } => "E05",
            Termination::Forfeit { .. } | Termination::DoubleForfeit => "E06",
            Termination::Stalemate => "E07",
            Termination::DeadPosition => "E08",
            Termination::Agreement => "E09",
            Termination::ThreefoldRepetition => "E10",
            Termination::FivefoldRepetition => "E12",
            Termination::FiftyMoves => "E13",
            Termination::SeventyFiveMoves => "E14",
            Termination::IllegalMoves { .. } | Termination::IllegalMovesUnwinnable { .. } => "K04",
            Termination::Aborted => "E18",
        }
    }
}

impl Termination {
    /// A stable code for the reason, without the players. Programs store it, send it and search for it.
    pub const fn code(self) -> &'static str {
        match self {
            Termination::Checkmate { .. } => "checkmate",
            Termination::Resignation { .. } => "resignation",
            Termination::ResignationUnwinnable { .. } => "draw by resignation",
            Termination::FlagFall { .. } => "time",
            Termination::FlagFallUnwinnable { .. } => "draw on time",
            Termination::Forfeit { .. } | Termination::DoubleForfeit => "forfeit",
            Termination::Stalemate => "stalemate",
            Termination::DeadPosition => "dead position",
            Termination::Agreement => "agreement",
            Termination::ThreefoldRepetition => "threefold repetition",
            Termination::FivefoldRepetition => "fivefold repetition",
            Termination::FiftyMoves => "fifty-move rule",
            Termination::SeventyFiveMoves => "seventy-five-move rule",
            Termination::IllegalMoves { .. } => "illegal moves",
            Termination::IllegalMovesUnwinnable { .. } => "draw by illegal moves",
            Termination::Aborted => "abort",
        }
    }
}

impl From<Forfeit> for Termination {
    fn from(forfeit: Forfeit) -> Termination {
        match forfeit {
            Forfeit::One { loser, opponent } => Termination::Forfeit { loser, opponent },
            Forfeit::Both => Termination::DoubleForfeit,
        }
    }
}

/// Writes [`Termination::code`].
impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
