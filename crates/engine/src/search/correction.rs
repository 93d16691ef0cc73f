//! How far the evaluation was off in positions like this one, by what the search found later.

use crate::evaluate::pawns::hash;
use crate::score::{Value, clamp_static};
use rules::{Color, Position, Role};

const SIZE: usize = 1 << 14;
/// Kept in fractions of a hundredth of a pawn.
const GRAIN: i32 = 256;
/// The most a kind of position is corrected by.
const MOST: i32 = 96 * GRAIN;

type Table = Vec<[i32; 2]>;

pub(super) struct Corrections {
    pawns: Table,
    /// By the pieces of each side.
    pieces: [Table; 2],
}

/// Where a position is kept in each table.
#[derive(Clone, Copy)]
pub(super) struct Places {
    pawns: usize,
    pieces: [usize; 2],
    turn: usize,
}

impl Places {
    #[inline]
    pub(super) fn of(position: &Position) -> Places {
        let board = position.board();
        let place = |sets| hash(sets) as usize % SIZE;
        let pieces = |color: Color| {
            let own = board.by_color(color);
            let (straight, leaping) = (
                board.by_role(Role::Rook) ^ board.by_role(Role::Queen) ^ board.by_role(Role::King),
                board.by_role(Role::Knight) ^ board.by_role(Role::King),
            );
            // Bishops are what is left; a queen counts in both, so that no two pieces look alike.
            let diagonal = board.by_role(Role::Bishop) ^ board.by_role(Role::Queen);
            let mixed = hash([leaping & own, diagonal & own]);
            (mixed ^ hash([straight & own, diagonal & own]).rotate_left(17)) as usize % SIZE
        };
        Places {
            pawns: place(Color::ALL.map(|color| board.pieces(color, Role::Pawn))),
            pieces: Color::ALL.map(pieces),
            turn: position.turn().index(),
        }
    }
}

impl Corrections {
    pub(super) fn new() -> Corrections {
        let table = || vec![[0; 2]; SIZE];
        Corrections { pawns: table(), pieces: [table(), table()] }
    }

    #[inline]
    pub(super) fn apply(&self, places: Places, evaluation: Value) -> Value {
        let turn = places.turn;
        let pawns = self.pawns[places.pawns][turn];
        let pieces: i32 =
            self.pieces.iter().zip(places.pieces).map(|(table, place)| table[place][turn]).sum();
        clamp_static(evaluation + (6 * pawns + 4 * pieces) / (16 * GRAIN))
    }

    /// The search found `error` more than the evaluation had said.
    pub(super) fn learn(&mut self, places: Places, error: Value, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = error.clamp(-256, 256) * GRAIN;
        let update = |place: &mut i32| {
            *place = (*place * (256 - weight) + target * weight) / 256;
            *place = (*place).clamp(-MOST, MOST);
        };
        update(&mut self.pawns[places.pawns][places.turn]);
        for (table, place) in self.pieces.iter_mut().zip(places.pieces) {
            update(&mut table[place][places.turn]);
        }
    }
}
