//! Knight, king and pawn: attacks that nothing can block.

use crate::{Square, SquareSet};

const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const WHITE_PAWN_STEPS: [(i32, i32); 2] = [(-1, 1), (1, 1)];
const BLACK_PAWN_STEPS: [(i32, i32); 2] = [(-1, -1), (1, -1)];

pub(crate) static KNIGHT: [SquareSet; 64] = steps(&KNIGHT_STEPS);
pub(crate) static KING: [SquareSet; 64] = steps(&KING_STEPS);
pub(crate) static PAWN: [[SquareSet; 64]; 2] = [steps(&WHITE_PAWN_STEPS), steps(&BLACK_PAWN_STEPS)];

const _: () = assert!(steps(&KNIGHT_STEPS)[Square::A1.index()].len() == 2);
const _: () = assert!(steps(&KING_STEPS)[Square::E1.index()].len() == 5);
const _: () = assert!(steps(&WHITE_PAWN_STEPS)[Square::A8.index()].is_empty());

const fn steps(steps: &[(i32, i32)]) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let mut step = 0;
        while step < steps.len() {
            let (files, ranks) = steps[step];
            if let Some(target) = Square::wrapping(index).offset(files, ranks) {
                table[index as usize].insert(target);
            }
            step += 1;
        }
        index += 1;
    }
    table
}
