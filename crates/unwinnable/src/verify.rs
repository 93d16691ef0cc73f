//! Accepts an answer, or does not, without trusting how it was found: it shares nothing with the search but
//! the legal moves and the theorem about material.

use crate::material::cannot_mate;
use crate::verdict::{Proof, Verdict};
use alloc::collections::BTreeSet;
use alloc::vec;
use rules::{Color, Position};

/// Whether a verdict about `color` in `position` is proved by what it carries. [`Verdict::Undecided`] claims
/// nothing, and is accepted.
pub fn verify(position: &Position, color: Color, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Undecided => true,
        Verdict::Winnable(line) => {
            let mut position = *position;
            for mv in line {
                let Some(legal) = position.legal(*mv) else { return false };
                position = legal.play();
            }
            position.is_checkmate() && position.turn() != color
        }
        Verdict::Unwinnable(Proof::Over) => {
            position.legal_moves().is_empty() && !(position.in_check() && position.turn() != color)
        }
        Verdict::Unwinnable(Proof::Material) => {
            cannot_mate(position.board(), color) && !(position.is_checkmate() && position.turn() != color)
        }
        Verdict::Unwinnable(Proof::Closed { positions }) => closure_has_no_mate(position, color, *positions),
    }
}

/// Enumerates what can be reached, up to the number that was claimed.
fn closure_has_no_mate(root: &Position, color: Color, most: usize) -> bool {
    // A FEN without its counters is the position under law E11, and no hash.
    let name = |position: &Position| {
        let fen = position.fen();
        fen.rsplitn(3, ' ').last().unwrap_or_default().as_bytes().to_vec()
    };
    let mut seen = BTreeSet::from([name(root)]);
    let mut open = vec![*root];
    while let Some(position) = open.pop() {
        if position.is_checkmate() && position.turn() != color {
            return false;
        }
        for legal in &position.legal_moves() {
            let child = legal.play();
            if cannot_mate(child.board(), color) {
                continue;
            }
            if seen.insert(name(&child)) {
                if seen.len() > most {
                    return false;
                }
                open.push(child);
            }
        }
    }
    true
}
