//! Accepts an answer, or does not, without trusting how it was found: it shares nothing with the search but
//! the legal moves. It is meant to be read and believed, not to be fast.

mod material;
mod wall;

use crate::verdict::{Proof, Verdict, Wall};
use alloc::collections::BTreeSet;
use alloc::vec;
use alloc::vec::Vec;
use material::never_mates;
use rules::{Color, Position};
use wall::holds;

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

/// Plays so many moves, of which each must be the only one, up to where nothing is left to hope for.
fn is_forced(root: &Position, color: Color, moves: usize) -> bool {
    let mut position = *root;
    let mut seen = BTreeSet::new();
    for _ in 0..moves {
        seen.insert(name(&position));
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
        || seen.contains(&name(&position))
}

/// Enumerates what can be reached, up to the number that was claimed; what is behind walls is left out if the
/// walls hold.
fn is_closed(root: &Position, color: Color, most: usize, walls: &[Wall]) -> bool {
    if !walls.iter().all(|wall| holds(&wall.invariant, &wall.position, color)) {
        return false;
    }
    let behind: BTreeSet<Name> = walls.iter().map(|wall| name(&wall.position)).collect();
    let mut seen = BTreeSet::from([name(root)]);
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
            let name = name(&child);
            if behind.contains(&name) || !seen.insert(name) {
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

/// A position under law E11, and no hash of it: what stands where, who is to move, who may castle, and where
/// a pawn can be taken en passant.
type Name = Vec<u64>;

fn name(position: &Position) -> Name {
    let board = position.board();
    let mut name: Name = rules::Role::ALL.iter().map(|role| board.by_role(*role).bits()).collect();
    name.push(board.by_color(Color::White).bits());
    name.push(position.castling().bits());
    let en_passant = position.en_passant().map_or(64, |square| square.index() as u64);
    name.push(en_passant << 1 | u64::from(position.turn() == Color::White));
    name
}
