//! One answer of the solver, held against the plain truth.

use super::enumerate::{Found, enumerate};
use super::seeds::play;
use fastrand::Rng;
use rules::{Color, Move, Position};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tabiya_unwinnable::{Limits, Verdict, can_win, verify};

/// What became of an answer.
pub(crate) enum Judged {
    /// A mating line that was played through.
    Mates,
    /// So many positions were enumerated, none of them a mate: it cannot be won, as was said.
    Confirmed(usize),
    /// No mate was found, but not all was looked at: so many positions were.
    Unconfirmed(usize),
    /// The solver did not know.
    Undecided,
    /// The answer is wrong, or its proof is.
    Refuted(String),
}

/// Asks the solver; a panic is an answer that is wrong.
pub(crate) fn ask(position: &Position, winner: Color, limits: Limits) -> Result<Verdict, String> {
    let asked = catch_unwind(AssertUnwindSafe(|| can_win(position, winner, limits)));
    asked.map_err(|_| "the solver panicked".to_owned())
}

/// Looks at up to `most` positions to find the answer wrong.
pub(crate) fn judge(
    position: &Position,
    winner: Color,
    verdict: &Verdict,
    most: usize,
    random: &mut Rng,
) -> Judged {
    let judged = match verdict {
        Verdict::Undecided => return Judged::Undecided,
        Verdict::Winnable(line) if mates(position, winner, line) => Judged::Mates,
        Verdict::Winnable(_) => return Judged::Refuted("the line does not mate".into()),
        Verdict::Unwinnable(proof) => match enumerate(position, winner, most) {
            Found::Mate(mate) => return Judged::Refuted(format!("{proof}, but this can be reached: {mate}")),
            Found::NoMate(positions) => Judged::Confirmed(positions),
            Found::TooMany(positions) => match mate_along_walks(position, winner, random) {
                Some(from) => {
                    return Judged::Refuted(format!("{proof}, but from here it can be won: {from}"));
                }
                None => Judged::Unconfirmed(positions),
            },
        },
    };
    match catch_unwind(AssertUnwindSafe(|| verify(position, winner, verdict))) {
        Ok(true) => judged,
        Ok(false) => Judged::Refuted("the proof is not accepted".into()),
        Err(_) => Judged::Refuted("the checker of proofs panicked".into()),
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

/// What cannot be won cannot be won later: where there is too much to enumerate, a few random ways into it
/// are asked about. The line that the solver then shows is played through.
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
