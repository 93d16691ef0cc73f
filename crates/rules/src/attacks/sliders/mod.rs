//! Bishop and rook attacks, three ways with the same answers.
//!
//! `Pext` and `Magic` look the attacks up in tables made at compile time; `Difference` computes them from a few
//! kilobytes. The generator is compiled once for each way that the target may use, see `cpu`.

#[cfg(any(test, target_family = "wasm"))]
mod difference;
#[cfg(not(target_family = "wasm"))]
mod magic_numbers;
#[cfg(not(target_family = "wasm"))]
mod tables;

/// The way that needs no special instructions. WebAssembly computes, because a page should not download a megabyte of
/// tables.
#[cfg(target_family = "wasm")]
pub(crate) use difference::Difference as Portable;
#[cfg(not(target_family = "wasm"))]
pub(crate) use tables::Magic as Portable;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) use tables::Pext;

use crate::{Square, SquareSet};

/// A way to find the attacks of bishops, rooks and queens; all ways give the same result.
pub trait Sliders: Copy {
    /// The squares a bishop attacks on a board with these squares occupied.
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet;

    /// The squares a rook attacks.
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet;

    /// The squares a queen attacks.
    #[inline(always)]
    fn queen(self, square: Square, occupied: SquareSet) -> SquareSet {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }
}

#[cfg(test)]
mod tests {
    use super::Sliders;
    use super::difference::Difference;
    use super::tables::Magic;
    use crate::{Square, SquareSet};

    /// Step by step until something is in the way: slow, but obviously right.
    fn walk(from: Square, occupied: SquareSet, directions: [(i32, i32); 4]) -> SquareSet {
        let mut attacked = SquareSet::EMPTY;
        for (files, ranks) in directions {
            let mut square = from;
            while let Some(next) = square.offset(files, ranks) {
                attacked.insert(next);
                if occupied.contains(next) {
                    break;
                }
                square = next;
            }
        }
        attacked
    }

    #[track_caller]
    fn check(sliders: impl Sliders, square: Square, occupied: SquareSet) {
        let bishop = walk(square, occupied, [(1, 1), (1, -1), (-1, 1), (-1, -1)]);
        assert_eq!(sliders.bishop(square, occupied), bishop, "bishop on {square}, {occupied:?}");
        let rook = walk(square, occupied, [(1, 0), (-1, 0), (0, 1), (0, -1)]);
        assert_eq!(sliders.rook(square, occupied), rook, "rook on {square}, {occupied:?}");
    }

    #[test]
    fn every_implementation_agrees_with_a_walk() {
        let rounds = if cfg!(miri) { 2 } else { 500 };
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..rounds {
            for square in Square::all() {
                let random = rng.u64(..);
                // Sparse boards and full ones.
                for occupied in [random, random & random.rotate_left(21), random | random.rotate_left(21)] {
                    check(Difference, square, SquareSet(occupied));
                    check(Magic, square, SquareSet(occupied));
                    #[cfg(all(target_arch = "x86_64", not(miri)))]
                    if let Some(pext) = crate::cpu::pext() {
                        check(pext, square, SquareSet(occupied));
                    }
                }
            }
        }
    }
}
