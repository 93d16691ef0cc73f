//! Correction history: how far the evaluation was off in similar positions, compared with what the search found.

use crate::evaluate::pawns::hash;
use crate::score::{Value, clamp_static};
use rules::{Color, Position, Role};

const SIZE: usize = 1 << 14;
/// Corrections are kept in this fraction of a centipawn.
const GRAIN: i32 = 256;
/// The greatest correction.
const MAX_CORRECTION: i32 = 96 * GRAIN;

/// Entries are small, so that more of them stay in the cache.
type Table = Vec<[i16; 2]>;

const _: () = assert!(MAX_CORRECTION <= i16::MAX as i32);

pub(super) struct Corrections {
    pawns: Table,
    /// Indexed by the pieces of each side.
    pieces: [Table; 2],
}

/// The index of a position in each table.
#[derive(Clone, Copy)]
pub(super) struct CorrectionKeys {
    pawns: usize,
    pieces: [usize; 2],
    turn: usize,
}

impl CorrectionKeys {
    #[inline]
    pub(super) fn of(position: &Position) -> CorrectionKeys {
        let board = position.board();
        let place = |sets| hash(sets) as usize % SIZE;
        let pieces = |color: Color| {
            let own = board.by_color(color);
            let (straight, leaping) = (
                board.by_role(Role::Rook) ^ board.by_role(Role::Queen) ^ board.by_role(Role::King),
                board.by_role(Role::Knight) ^ board.by_role(Role::King),
            );
            // A queen counts as straight and as diagonal, so that no two roles look alike.
            let diagonal = board.by_role(Role::Bishop) ^ board.by_role(Role::Queen);
            let mixed = hash([leaping & own, diagonal & own]);
            (mixed ^ hash([straight & own, diagonal & own]).rotate_left(17)) as usize % SIZE
        };
        CorrectionKeys {
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
    pub(super) fn apply(&self, keys: CorrectionKeys, evaluation: Value) -> Value {
        let turn = keys.turn;
        let pawns = i32::from(self.pawns[keys.pawns][turn]);
        let pieces: i32 =
            self.pieces.iter().zip(keys.pieces).map(|(table, place)| i32::from(table[place][turn])).sum();
        clamp_static(evaluation + (6 * pawns + 4 * pieces) / (16 * GRAIN))
    }

    /// Learns that the value of the search exceeded the evaluation by `error`.
    pub(super) fn learn(&mut self, keys: CorrectionKeys, error: Value, depth: i32) {
        let weight = (depth + 1).min(16);
        let target = error.clamp(-256, 256) * GRAIN;
        let update = |place: &mut i16| {
            let mixed = (i32::from(*place) * (256 - weight) + target * weight) / 256;
            *place = mixed.clamp(-MAX_CORRECTION, MAX_CORRECTION) as i16;
        };
        update(&mut self.pawns[keys.pawns][keys.turn]);
        for (table, place) in self.pieces.iter_mut().zip(keys.pieces) {
            update(&mut table[place][keys.turn]);
        }
    }
}
