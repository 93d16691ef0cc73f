//! Bishop and rook attacks, three ways with the same answers.
//!
//! [`Pext`] and [`Magic`] look the answer up in tables made at compile time; [`Difference`] computes it from
//! a few kilobytes. The generator is compiled once for each way that the target may use, see `cpu`.

use super::lines::{LINES, TABLE};
use super::magic_numbers;
use crate::{Square, SquareSet};

/// A way to find the attacks of bishops and rooks.
pub(crate) trait Sliders: Copy {
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet;
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet;

    #[inline(always)]
    fn queen(self, square: Square, occupied: SquareSet) -> SquareSet {
        self.bishop(square, occupied) | self.rook(square, occupied)
    }
}

/// What needs no special instruction. A megabyte of tables would weigh on a page, so WebAssembly computes.
#[cfg(not(target_family = "wasm"))]
pub(crate) type Portable = Magic;
#[cfg(target_family = "wasm")]
pub(crate) type Portable = Difference;

#[cfg(not(target_family = "wasm"))]
#[expect(non_upper_case_globals, reason = "the only value of the type of that name")]
pub(crate) const Portable: Portable = Magic;
#[cfg(target_family = "wasm")]
#[expect(non_upper_case_globals, reason = "the only value of the type of that name")]
pub(crate) const Portable: Portable = Difference;

/// By arithmetic on the lines through the square; no tables worth naming.
#[derive(Clone, Copy)]
#[cfg_attr(not(any(test, target_family = "wasm")), expect(dead_code, reason = "the way of WebAssembly"))]
pub(crate) struct Difference;

impl Sliders for Difference {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        let lines = &LINES[square.index()];
        SquareSet(lines.diagonal.attacks(occupied.0) | lines.antidiagonal.attacks(occupied.0))
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        let lines = &LINES[square.index()];
        SquareSet(lines.rank.attacks(occupied.0) | lines.file.attacks(occupied.0))
    }
}

/// By multiplication: the product's top bits number the arrangement of blockers.
#[derive(Clone, Copy)]
pub(crate) struct Magic;

/// Where a square's answers are: `table[offset + number(occupied & blockers)]`.
#[derive(Clone, Copy)]
struct Entry {
    blockers: u64,
    multiplier: u64,
    offset: u32,
    shift: u32,
}

impl Entry {
    #[inline(always)]
    const fn index(&self, occupied: u64) -> usize {
        let product = (occupied & self.blockers).wrapping_mul(self.multiplier);
        self.offset as usize + (product >> self.shift) as usize
    }
}

impl Sliders for Magic {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(BISHOP_MAGIC[BISHOP_ENTRIES[square.index()].index(occupied.0)])
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(ROOK_MAGIC[ROOK_ENTRIES[square.index()].index(occupied.0)])
    }
}

/// By the `pext` instruction, which gathers the blockers' bits into a number.
///
/// A value of this type is the proof that the CPU has BMI2: only `cpu` makes one, after asking.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Pext(());

#[cfg(target_arch = "x86_64")]
impl Pext {
    /// # Safety
    /// The CPU has BMI2.
    #[expect(unsafe_code, reason = "the caller promises the CPU's features")]
    #[inline(always)]
    pub(crate) const unsafe fn new() -> Pext {
        Pext(())
    }

    #[expect(unsafe_code, reason = "measured: perft is a third faster than without BMI2, see bench/")]
    #[inline(always)]
    fn index(self, entry: &Entry, occupied: SquareSet) -> usize {
        // SAFETY: a value of `Pext` exists only where the CPU has BMI2.
        let number = unsafe { core::arch::x86_64::_pext_u64(occupied.0, entry.blockers) };
        entry.offset as usize + number as usize
    }
}

#[cfg(target_arch = "x86_64")]
impl Sliders for Pext {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(BISHOP_PEXT[self.index(&BISHOP_ENTRIES[square.index()], occupied)])
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(ROOK_PEXT[self.index(&ROOK_ENTRIES[square.index()], occupied)])
    }
}

const BISHOP_ANSWERS: usize = 5_248;
const ROOK_ANSWERS: usize = 102_400;

static BISHOP_ENTRIES: [Entry; 64] = entries(false);
static ROOK_ENTRIES: [Entry; 64] = entries(true);
static BISHOP_MAGIC: [u64; BISHOP_ANSWERS] = answers(false, true);
static ROOK_MAGIC: [u64; ROOK_ANSWERS] = answers(true, true);
#[cfg(target_arch = "x86_64")]
static BISHOP_PEXT: [u64; BISHOP_ANSWERS] = answers(false, false);
#[cfg(target_arch = "x86_64")]
static ROOK_PEXT: [u64; ROOK_ANSWERS] = answers(true, false);

const fn attacks(square: usize, straight: bool, occupied: u64) -> u64 {
    let lines = &TABLE[square];
    if straight {
        lines.rank.attacks(occupied) | lines.file.attacks(occupied)
    } else {
        lines.diagonal.attacks(occupied) | lines.antidiagonal.attacks(occupied)
    }
}

/// A piece on the last square of a line hides nothing: such squares are no blockers.
const fn blockers(square: usize, straight: bool) -> u64 {
    const EDGE_FILES: u64 = 0x8181_8181_8181_8181;
    const EDGE_RANKS: u64 = 0xff00_0000_0000_00ff;
    let lines = &TABLE[square];
    if straight {
        lines.rank.all() & !EDGE_FILES | lines.file.all() & !EDGE_RANKS
    } else {
        (lines.diagonal.all() | lines.antidiagonal.all()) & !EDGE_FILES & !EDGE_RANKS
    }
}

const fn entries(straight: bool) -> [Entry; 64] {
    let multipliers = if straight { magic_numbers::ROOK } else { magic_numbers::BISHOP };
    let mut entries = [Entry { blockers: 0, multiplier: 0, offset: 0, shift: 0 }; 64];
    let mut offset = 0;
    let mut square = 0;
    while square < 64 {
        let blockers = blockers(square, straight);
        let bits = blockers.count_ones();
        entries[square] = Entry { blockers, multiplier: multipliers[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    entries
}

const fn answers<const N: usize>(straight: bool, magic: bool) -> [u64; N] {
    let entries = entries(straight);
    let mut table = [0; N];
    let mut square = 0;
    while square < 64 {
        let entry = entries[square];
        let mut occupied = 0;
        let mut number = 0;
        // All subsets of the blockers, in the order in which `pext` numbers them.
        loop {
            let answer = attacks(square, straight, occupied);
            let index = if magic { entry.index(occupied) } else { entry.offset as usize + number };
            assert!(table[index] == 0 || table[index] == answer, "two arrangements share a number");
            table[index] = answer;
            number += 1;
            occupied = occupied.wrapping_sub(entry.blockers) & entry.blockers;
            if occupied == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}
