//! What the laws say about the last position of a game, and whether its result agrees.

use super::counts::Ending;
use rules::{Color, Outcome, Position};
use std::fmt;
use unwinnable::{Limits, Verdict, can_win};

/// What the laws say about a finished game.
pub(super) struct Ruling {
    /// How the position ended the game, if it did.
    pub(super) ending: Option<Ending>,
    pub(super) contradiction: Option<Contradiction>,
    /// Whether the limits were reached.
    pub(super) undecided: bool,
}

/// A recorded result that the laws contradict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    recorded: Outcome,
    why: ContradictionKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContradictionKind {
    Checkmate(Color),
    Stalemate,
    Dead,
    /// This side can never checkmate, so it cannot win on time or by resignation either (laws E05, E06).
    Unwinnable(Color),
}

/// The limits for one question. They are low, because it is asked about every game of a file.
const LIMITS: Limits = Limits { states: 100_000, memory: 32 << 20 };

impl Ruling {
    pub(super) fn of(recorded: Option<Outcome>, position: &Position) -> Ruling {
        let ends = |ending, expected: Outcome, why| Ruling {
            ending: Some(ending),
            contradiction: recorded
                .filter(|recorded| *recorded != expected)
                .map(|recorded| Contradiction { recorded, why }),
            undecided: false,
        };
        if position.count_legal_moves() == 0 {
            let winner = !position.turn();
            return if position.in_check() {
                ends(Ending::Checkmate, Outcome::Win(winner), ContradictionKind::Checkmate(winner))
            } else {
                ends(Ending::Stalemate, Outcome::Draw, ContradictionKind::Stalemate)
            };
        }
        // A recorded winner must be able to mate. In a draw, the position is not dead if either side can.
        let first = recorded.and_then(Outcome::winner).unwrap_or(Color::White);
        match (can_win(position, first, LIMITS), recorded) {
            (Verdict::Winnable(_), _) => Ruling::open(false),
            (Verdict::Undecided, _) => Ruling::open(true),
            (Verdict::Unwinnable(_), _) => match (can_win(position, !first, LIMITS), recorded) {
                (Verdict::Unwinnable(_), _) => ends(Ending::Dead, Outcome::Draw, ContradictionKind::Dead),
                (other, Some(recorded @ Outcome::Win(winner))) => Ruling {
                    ending: None,
                    contradiction: Some(Contradiction {
                        recorded,
                        why: ContradictionKind::Unwinnable(winner),
                    }),
                    undecided: other == Verdict::Undecided,
                },
                (other, _) => Ruling::open(other == Verdict::Undecided),
            },
        }
    }

    const fn open(undecided: bool) -> Ruling {
        Ruling { ending: None, contradiction: None, undecided }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "recorded {}, but ", self.recorded)?;
        match self.why {
            ContradictionKind::Checkmate(winner) => write!(f, "{winner} has checkmated"),
            ContradictionKind::Stalemate => f.write_str("the last position is stalemate"),
            ContradictionKind::Dead => f.write_str("the last position is dead: nobody can checkmate"),
            ContradictionKind::Unwinnable(winner) => {
                write!(f, "{winner} can never checkmate: the game is drawn")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, recorded: Option<Outcome>, ending: Option<Ending>, contradiction: Option<&str>) {
        let ruling = Ruling::of(recorded, &fen.parse().unwrap());
        assert_eq!(ruling.ending, ending, "{fen}");
        assert_eq!(ruling.contradiction.map(|why| why.to_string()).as_deref(), contradiction, "{fen}");
    }

    #[test]
    fn results_and_last_positions() {
        let (white, black) = (Some(Outcome::Win(Color::White)), Some(Outcome::Win(Color::Black)));
        let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        check(mate, black, Some(Ending::Checkmate), None);
        check(mate, None, Some(Ending::Checkmate), None);
        check(mate, white, Some(Ending::Checkmate), Some("recorded 1-0, but black has checkmated"));
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        check(stalemate, Some(Outcome::Draw), Some(Ending::Stalemate), None);
        let why = "recorded 1-0, but the last position is stalemate";
        check(stalemate, white, Some(Ending::Stalemate), Some(why));
        let wall = "8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61";
        let why = "recorded 0-1, but the last position is dead: nobody can checkmate";
        check(wall, black, Some(Ending::Dead), Some(why));
        check(wall, Some(Outcome::Draw), Some(Ending::Dead), None);
        // A lone king cannot win on time; a king and a rook can.
        let rook = "8/8/8/4k3/8/8/8/R3K3 w - - 0 1";
        check(rook, white, None, None);
        check(rook, black, None, Some("recorded 0-1, but black can never checkmate: the game is drawn"));
        check(rook, Some(Outcome::Draw), None, None);
    }
}
