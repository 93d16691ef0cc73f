//! The search for a mate. It visits every position at most once, so it either finds the mate or has seen
//! every reachable position, which proves that there is none.
//!
//! With both sides cooperating most mates are near: a few quick best-first passes with different weights look
//! only at promising moves. If they fail, the exhaustive search looks at everything.

use crate::best_first::best_first;
use crate::exhaustive::exhaustive;
use crate::heuristic::Weights;
use crate::verdict::{Limits, Verdict};
use rules::{Color, Position};

/// `position` must not be the end of the game, and `winner` must have enough material.
pub(crate) fn search(position: &Position, winner: Color, limits: Limits) -> Verdict {
    for (weights, states) in &PASSES {
        let verdict = best_first(position, winner, weights, limits.states.min(*states));
        if verdict != Verdict::Undecided {
            return verdict;
        }
    }
    exhaustive(position, winner, limits)
}

/// Weights that were found to complement each other, and how many positions each pass may visit.
static PASSES: [(Weights, usize); 3] = [
    (Weights { corner: 0, kings: 1, flight: 1, victim: 4, loss: 8, promotion: 4, batch: 6 }, 150),
    (Weights { corner: 1, kings: 2, flight: 1, victim: 4, loss: 8, promotion: 4, batch: 8 }, 200),
    (Weights { corner: 1, kings: 1, flight: 1, victim: 5, loss: 10, promotion: 5, batch: 2 }, 1_000),
];
