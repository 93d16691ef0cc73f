//! Checks one answer of the solver against brute force.

use super::enumerate::{Found, enumerate};
use super::seeds::play;
use fastrand::Rng;
use rules::{Color, Move, Position};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tabiya_unwinnable::{Limits, Verdict, can_win, verify};

/// The result of checking an answer.
pub(crate) enum Assessment {
    /// A mating line that was played through.
    Mates,
    /// All reachable positions (this many) were enumerated, and none is a mate: the answer "cannot win" is right.
    Confirmed(usize),
    /// No mate was found in this many positions, but there are more.
    Unconfirmed(usize),
    /// The solver left it undecided.
    Undecided,
    /// The answer is wrong, or its proof is.
    Refuted(String),
}

/// Asks the solver. A panic counts as a wrong answer.
pub(crate) fn ask(position: &Position, winner: Color, limits: Limits) -> Result<Verdict, String> {
    let asked = catch_unwind(AssertUnwindSafe(|| can_win(position, winner, limits)));
    asked.map_err(|_| "the solver panicked".to_owned())
}

/// Tries to refute the answer by visiting up to `limit` positions.
pub(crate) fn judge(
    position: &Position,
    winner: Color,
    verdict: &Verdict,
    limit: usize,
    random: &mut Rng,
) -> Assessment {
    let judged = match verdict {
        Verdict::Undecided => return Assessment::Undecided,
        Verdict::Winnable(line) if mates(position, winner, line) => Assessment::Mates,
        Verdict::Winnable(_) => return Assessment::Refuted("the line does not mate".into()),
        Verdict::Unwinnable(proof) => match enumerate(position, winner, limit) {
            Found::Mate(mate) => {
                return Assessment::Refuted(format!("{proof}, but this can be reached: {mate}"));
            }
            Found::NoMate(positions) => Assessment::Confirmed(positions),
            Found::TooMany(positions) => match mate_along_walks(position, winner, random) {
                Some(from) => {
                    return Assessment::Refuted(format!("{proof}, but from here it can be won: {from}"));
                }
                None => Assessment::Unconfirmed(positions),
            },
        },
    };
    match catch_unwind(AssertUnwindSafe(|| verify(position, winner, verdict))) {
        Ok(true) => judged,
        Ok(false) => Assessment::Refuted("the proof is not accepted".into()),
        Err(_) => Assessment::Refuted("the checker of proofs panicked".into()),
    }
}

fn mates(position: &Position, winner: Color, line: &[Move]) -> bool {
    let mut position = *position;
    for mv in line {
        let Some(legal) = position.legal(*mv) else { return false };
        position = legal.play();
    }
    position.is_checkmate() && position.turn() != winner
}

/// If a position cannot be won, neither can any position after it. When there are too many positions to enumerate, the
/// solver is asked about a few random later ones; a mating line that it finds there is played to the end.
fn mate_along_walks(position: &Position, winner: Color, random: &mut Rng) -> Option<Position> {
    const WALKS: usize = 3;
    const STEPS: usize = 8;
    for _ in 0..WALKS {
        let mut reached = *position;
        for _ in 0..STEPS {
            let plies = 1 + random.usize(..3);
            reached = play(reached, plies, random);
            if let Ok(Verdict::Winnable(line)) = ask(&reached, winner, Limits::states(1_000))
                && mates(&reached, winner, &line)
            {
                return Some(reached);
            }
        }
    }
    None
}
