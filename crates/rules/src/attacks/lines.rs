//! Ranks, files and diagonals through squares.

use crate::{Square, SquareSet};

/// The four lines through a square, without the square itself.
pub(crate) struct Lines {
    pub(crate) rank: Halves,
    pub(crate) file: Halves,
    pub(crate) diagonal: Halves,
    pub(crate) antidiagonal: Halves,
}

/// A line through a square, without that square: the part before it (toward a1) and the part after it.
#[derive(Clone, Copy)]
pub(crate) struct Halves {
    pub(crate) before: u64,
    pub(crate) after: u64,
}

impl Halves {
    pub(crate) const fn all(self) -> u64 {
        self.before | self.after
    }

    /// The squares of this line that a slider attacks, by the subtraction that carries from the nearest
    /// piece before the slider to the nearest after it ("obstruction difference").
    #[inline(always)]
    pub(crate) const fn attacks(self, occupied: u64) -> u64 {
        let before = self.before & occupied;
        let after = self.after & occupied;
        let from_nearest_before = !0 << (63 - (before | 1).leading_zeros());
        let nearest_after = after & after.wrapping_neg();
        self.all() & nearest_after.wrapping_mul(2).wrapping_add(from_nearest_before)
    }
}

pub(crate) static LINES: [Lines; 64] = TABLE;
pub(crate) static ROOK_RAYS: [SquareSet; 64] = rays(true);
pub(crate) static BISHOP_RAYS: [SquareSet; 64] = rays(false);
pub(crate) static BETWEEN: [[SquareSet; 64]; 64] = between();

/// The same table for use in other constants; runtime code uses [`LINES`].
pub(crate) const TABLE: [Lines; 64] = {
    let mut table = [const { lines(Square::A1) }; 64];
    let mut index = 0;
    while index < 64 {
        table[index as usize] = lines(Square::wrapping(index));
        index += 1;
    }
    table
};

const fn lines(square: Square) -> Lines {
    Lines {
        rank: Halves { before: ray(square, -1, 0), after: ray(square, 1, 0) },
        file: Halves { before: ray(square, 0, -1), after: ray(square, 0, 1) },
        diagonal: Halves { before: ray(square, -1, -1), after: ray(square, 1, 1) },
        antidiagonal: Halves { before: ray(square, 1, -1), after: ray(square, -1, 1) },
    }
}

const fn ray(from: Square, files: i32, ranks: i32) -> u64 {
    let mut set = SquareSet::EMPTY;
    let mut square = from;
    while let Some(next) = square.offset(files, ranks) {
        set.insert(next);
        square = next;
    }
    set.bits()
}

pub(super) const fn rays(straight: bool) -> [SquareSet; 64] {
    let mut table = [SquareSet::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        let lines = &TABLE[index];
        table[index] = SquareSet(if straight {
            lines.rank.all() | lines.file.all()
        } else {
            lines.diagonal.all() | lines.antidiagonal.all()
        });
        index += 1;
    }
    table
}

const fn between() -> [[SquareSet; 64]; 64] {
    let mut table = [[SquareSet::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let lines = &TABLE[a];
        let directions = [lines.rank, lines.file, lines.diagonal, lines.antidiagonal];
        let mut b = 0;
        while b < 64 {
            let mut direction = 0;
            while direction < 4 {
                let line = directions[direction];
                if line.all() >> b & 1 == 1 {
                    let half = if line.after >> b & 1 == 1 { line.after } else { line.before };
                    // What a slider on `a` attacks toward a blocker on `b`, without `b`, lies between them.
                    table[a][b] = SquareSet(half & line.attacks(1 << b) & !(1 << b));
                }
                direction += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The whole line through two squares, both included; empty if they share none.
pub(crate) fn line(a: Square, b: Square) -> SquareSet {
    let lines = &LINES[a.index()];
    [lines.rank, lines.file, lines.diagonal, lines.antidiagonal]
        .into_iter()
        .map(|line| SquareSet(line.all()))
        .find(|line| line.contains(b))
        .map_or(SquareSet::EMPTY, |line| line | SquareSet::of(a))
}
