//! Looks for the mate, and sees every position at most once: it either meets the mate or has seen all there
//! is, which is the proof that there is none.
//!
//! Most mates are near for those who help each other: a few quick glances, each with another taste, follow
//! the most promising moves and look at nothing else. Where they do not get on, a sweep looks at everything.

use crate::glance::glance;
use crate::guide::Manner;
use crate::sweep::sweep;
use crate::verdict::{Limits, Verdict};
use rules::{Color, Position};

/// `position` is not the end of the game, and `winner` has pieces to mate with.
pub(crate) fn search(position: &Position, winner: Color, limits: Limits) -> Verdict {
    for (manner, states) in &GLANCES {
        let verdict = glance(position, winner, manner, limits.states.min(*states));
        if verdict != Verdict::Undecided {
            return verdict;
        }
    }
    sweep(position, winner, limits)
}

/// Manners that were found to make up for each other, and how many positions each may take.
static GLANCES: [(Manner, usize); 3] = [
    (Manner { corner: 0, kings: 1, flight: 1, victim: 4, loss: 8, promotion: 4, lot: 6 }, 150),
    (Manner { corner: 1, kings: 2, flight: 1, victim: 4, loss: 8, promotion: 4, lot: 8 }, 200),
    (Manner { corner: 1, kings: 1, flight: 1, victim: 5, loss: 10, promotion: 5, lot: 2 }, 1_000),
];
