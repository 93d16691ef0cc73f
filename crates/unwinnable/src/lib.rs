#![doc = include_str!("../README.md")]
#![no_std]
#![warn(missing_docs)]

extern crate alloc;

mod best_first;
mod exhaustive;
mod heuristic;
mod invariant;
mod major_pieces;
mod material;
mod minor_pieces;
mod plan;
mod queue;
mod search;
mod verdict;
mod verify;
mod visited;

pub use rules;

pub use invariant::{Invariant, PieceRange};
pub use plan::quick_mate;
pub use verdict::{Limits, Proof, ProofKind, Verdict, Wall};
pub use verify::verify;

use rules::{Color, Position};

/// Whether `color` can still checkmate. The fifty-move rule and repetition do not end a series of legal
/// moves, so they are ignored.
///
/// ```
/// use tabiya_unwinnable::rules::{Color, Position};
/// use tabiya_unwinnable::{Limits, Verdict, can_win};
///
/// let knight: Position = "7k/7p/8/8/8/8/8/KN6 b - - 0 1".parse()?;
/// let Verdict::Winnable(line) = can_win(&knight, Color::White, Limits::default()) else {
///     panic!("the pawn can shut its own king in");
/// };
/// assert!(!line.is_empty());
/// # Ok::<(), tabiya_unwinnable::rules::FenError>(())
/// ```
#[must_use]
pub fn can_win(position: &Position, color: Color, limits: Limits) -> Verdict {
    match quick_mate(position, color) {
        Some(line) => Verdict::Winnable(line),
        None => decide(position, color, limits),
    }
}

/// [`can_win`] for callers who have already tried [`quick_mate`]: it is not tried again.
#[must_use]
pub fn decide(position: &Position, color: Color, limits: Limits) -> Verdict {
    if position.count_legal_moves() == 0 {
        return if position.in_check() && position.turn() != color {
            Verdict::Winnable(alloc::vec::Vec::new())
        } else {
            Verdict::Unwinnable(Proof::Over)
        };
    }
    if material::cannot_mate(position.board(), color) {
        return Verdict::Unwinnable(Proof::Material);
    }
    if invariant::is_worth_trying(position)
        && let Some(invariant) = invariant::prove(position, color)
    {
        return Verdict::Unwinnable(Proof::Invariant(invariant));
    }
    search::search(position, color, limits)
}
