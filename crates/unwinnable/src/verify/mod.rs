//! Checks a verdict without trusting how it was found: it shares only the legal moves with the search. It is
//! written to be read and believed, not to be fast.

mod material;
mod wall;

use crate::verdict::{Proof, Verdict, Wall};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use material::never_mates;
use rules::{Color, Position};
use wall::holds;

/// Whether a verdict about `color` in `position` is proved by the line or the proof that it carries.
/// [`Verdict::Undecided`] claims nothing and is accepted.
///
/// ```
/// use tabiya_unwinnable::rules::{Color, Position};
/// use tabiya_unwinnable::{Limits, Proof, Verdict, can_win, verify};
///
/// let bare_kings: Position = "8/8/4k3/8/3K4/8/8/8 w - - 0 1".parse()?;
/// let verdict = can_win(&bare_kings, Color::White, Limits::default());
/// assert!(verify(&bare_kings, Color::White, &verdict));
/// // The same proof does not hold for other positions.
/// assert!(!verify(&Position::start(), Color::White, &Verdict::Unwinnable(Proof::Material)));
/// # Ok::<(), tabiya_unwinnable::rules::FenError>(())
/// ```
#[must_use]
pub fn verify(position: &Position, color: Color, verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Undecided => true,
        Verdict::Winnable(line) => {
            let mut position = *position;
            for mv in line {
                let Some(legal) = position.legal(*mv) else { return false };
                position = legal.play();
            }
            is_mate_by(&position, color)
        }
        Verdict::Unwinnable(proof) => !is_mate_by(position, color) && proves(position, color, proof),
    }
}

fn is_mate_by(position: &Position, color: Color) -> bool {
    position.turn() != color && position.is_checkmate()
}

fn proves(position: &Position, color: Color, proof: &Proof) -> bool {
    match proof {
        Proof::Over => position.legal_moves().is_empty(),
        Proof::Material => never_mates(position.board(), color),
        Proof::Forced { moves } => is_forced(position, color, *moves),
        Proof::Invariant(invariant) => holds(invariant, position, color),
        Proof::Closed { positions, walls } => is_closed(position, color, *positions, walls),
    }
}

/// Plays the given number of moves, each of which must be the only legal one, until no mate is possible.
fn is_forced(root: &Position, color: Color, moves: usize) -> bool {
    let mut position = *root;
    let mut seen = BTreeSet::new();
    for _ in 0..moves {
        seen.insert(exact_key(&position));
        let legal = position.legal_moves();
        let mut only = legal.iter();
        let (Some(mv), None) = (only.next(), only.next()) else { return legal.is_empty() };
        position = mv.play();
        if is_mate_by(&position, color) {
            return false;
        }
    }
    never_mates(position.board(), color)
        || position.legal_moves().is_empty()
        || seen.contains(&exact_key(&position))
}

/// Enumerates the reachable positions, up to the number that was claimed. Positions behind a wall are left
/// out if the wall holds.
fn is_closed(root: &Position, color: Color, most: usize, walls: &[Wall]) -> bool {
    if !walls.iter().all(|wall| holds(&wall.invariant, &wall.position, color)) {
        return false;
    }
    let behind: BTreeSet<ExactKey> = walls.iter().map(|wall| exact_key(&wall.position)).collect();
    let mut seen = BTreeSet::from([exact_key(root)]);
    let mut open = vec![*root];
    while let Some(position) = open.pop() {
        if is_mate_by(&position, color) {
            return false;
        }
        for legal in &position.legal_moves() {
            let child = legal.play();
            if never_mates(child.board(), color) {
                continue;
            }
            let key = exact_key(&child);
            if behind.contains(&key) || !seen.insert(key) {
                continue;
            }
            if seen.len() > most {
                return false;
            }
            open.push(child);
        }
    }
    true
}

/// A position under law E11, stored in full rather than hashed: the pieces, the side to move, castling rights
/// and the en-passant square.
type ExactKey = Vec<u64>;

fn exact_key(position: &Position) -> ExactKey {
    let board = position.board();
    let mut key: ExactKey = rules::Role::ALL.iter().map(|role| board.by_role(*role).bits()).collect();
    key.push(board.by_color(Color::White).bits());
    key.push(position.castling().bits());
    let en_passant = position.en_passant().map_or(64, |square| square.index() as u64);
    key.push(en_passant << 1 | u64::from(position.turn() == Color::White));
    key
}
