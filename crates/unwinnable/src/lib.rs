//! Can this side still checkmate, by **any** series of legal moves, both sides helping?
//!
//! This is what the laws ask when a flag falls or a player resigns, and of both sides when a position may be
//! dead. It is no count of pieces: a wall of pawns nobody can break is dead with twenty men on the board, and
//! a lone knight can mate a king that its own men shut in.
//!
//! ```
//! use rules::{Color, Position};
//! use tabiya_unwinnable::{Limits, Verdict, can_win};
//!
//! let wall: Position = "8/8/2k4p/p1p2p1P/P1P2P2/6K1/8/8 b - - 0 61".parse()?;
//! for color in Color::ALL {
//!     assert!(matches!(can_win(&wall, color, Limits::default()), Verdict::Unwinnable(_)));
//! }
//! # Ok::<(), rules::FenError>(())
//! ```
//!
//! The crate's invariant: an answer is never a guess. [`Verdict::Winnable`] carries the moves that mate,
//! [`Verdict::Unwinnable`] its [`Proof`], and [`verify`] accepts both without trusting the search.
#![no_std]

extern crate alloc;

mod glance;
mod guide;
mod hunt;
mod invariant;
mod material;
mod plan;
mod queue;
mod search;
mod smother;
mod sweep;
mod verdict;
mod verify;
mod visited;

pub use invariant::{Invariant, Man};
pub use plan::quick_mate;
pub use verdict::{Limits, NoSuchWhy, Proof, Verdict, Wall, Why};
pub use verify::verify;

use rules::{Color, Position};

/// Whether `color` can still checkmate. The fifty-move rule and repetition do not end a series of legal moves,
/// and are not asked.
pub fn can_win(position: &Position, color: Color, limits: Limits) -> Verdict {
    match quick_mate(position, color) {
        Some(line) => Verdict::Winnable(line),
        None => decide(position, color, limits),
    }
}

/// [`can_win`] for those who have asked [`quick_mate`] already: it is not asked again.
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
