//! Attacks by tables, made at compile time.

use super::{Sliders, magic_numbers};
use crate::attacks::lines::{Halves, TABLE};
use crate::{Square, SquareSet};

/// Magic bitboards: the top bits of a product number the arrangement of blockers.
#[derive(Clone, Copy)]
pub(crate) struct Magic;

/// Where a square's attacks are stored: `table[offset + number(occupied & blockers)]`.
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
        SquareSet(BISHOP_MAGIC[BISHOP_ENTRIES[square.index()].index(occupied.0) % BISHOP_ANSWERS])
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(ROOK_MAGIC[ROOK_ENTRIES[square.index()].index(occupied.0) % ROOK_ANSWERS])
    }
}

/// By the `pext` instruction, which gathers the blockers' bits into a number.
///
/// A value of this type is the proof that the CPU has BMI2: only `cpu` makes one, after detecting the CPU.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[derive(Clone, Copy)]
pub(crate) struct Pext(());

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Pext {
    /// # Safety
    /// The CPU has BMI2.
    #[expect(unsafe_code, reason = "the caller promises the CPU's features")]
    #[inline(always)]
    pub(crate) const unsafe fn new() -> Pext {
        Pext(())
    }

    #[expect(unsafe_code, reason = "dispatched by `cpu`: 7 of the 46 % that the dispatch gains")]
    #[inline(always)]
    fn index(self, entry: &Entry, occupied: SquareSet) -> usize {
        // SAFETY: a value of `Pext` exists only if the CPU has BMI2.
        let number = unsafe { core::arch::x86_64::_pext_u64(occupied.0, entry.blockers) };
        entry.offset as usize + number as usize
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
impl Sliders for Pext {
    #[inline(always)]
    fn bishop(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(BISHOP_PEXT[self.index(&BISHOP_ENTRIES[square.index()], occupied) % BISHOP_ANSWERS])
    }

    #[inline(always)]
    fn rook(self, square: Square, occupied: SquareSet) -> SquareSet {
        SquareSet(ROOK_PEXT[self.index(&ROOK_ENTRIES[square.index()], occupied) % ROOK_ANSWERS])
    }
}

/// Rounded up to powers of two, so that an index is masked instead of checked.
const BISHOP_ANSWERS: usize = 5_248usize.next_power_of_two();
const ROOK_ANSWERS: usize = 102_400usize.next_power_of_two();

static BISHOP_ENTRIES: [Entry; 64] = entries(false);
static ROOK_ENTRIES: [Entry; 64] = entries(true);
static BISHOP_MAGIC: [u64; BISHOP_ANSWERS] = answers(false, true);
static ROOK_MAGIC: [u64; ROOK_ANSWERS] = answers(true, true);
#[cfg(all(target_arch = "x86_64", not(miri)))]
static BISHOP_PEXT: [u64; BISHOP_ANSWERS] = answers(false, false);
#[cfg(all(target_arch = "x86_64", not(miri)))]
static ROOK_PEXT: [u64; ROOK_ANSWERS] = answers(true, false);

/// The squares whose occupation matters. A piece on the last square of a line hides nothing, so edges are left out.
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

/// All arrangements of blockers on one line: the number of each, and the squares then attacked.
struct Arrangements {
    count: usize,
    numbers: [u64; 64],
    attacks: [u64; 64],
}

/// Both ways of numbering are sums over the blockers, so each line can be numbered separately.
const fn arrangements(line: Halves, entry: &Entry, magic: bool) -> Arrangements {
    let mut all = Arrangements { count: 1, numbers: [0; 64], attacks: [0; 64] };
    let mut occupied = [0; 64];
    all.attacks[0] = line.all();
    let mut bits = line.all() & entry.blockers;
    while bits != 0 {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        let number = if magic {
            bit.wrapping_mul(entry.multiplier)
        } else {
            1 << (entry.blockers & (bit - 1)).count_ones()
        };
        let mut index = 0;
        while index < all.count {
            let with_bit = occupied[index] | bit;
            occupied[all.count + index] = with_bit;
            all.numbers[all.count + index] = all.numbers[index].wrapping_add(number);
            all.attacks[all.count + index] = line.attacks(with_bit);
            index += 1;
        }
        all.count *= 2;
    }
    all
}

/// The table of attacks. The innermost loop runs a hundred thousand times in the compiler's slow interpreter, which is
/// why it does so little.
const fn answers<const N: usize>(straight: bool, magic: bool) -> [u64; N] {
    let entries = entries(straight);
    let mut table = [0; N];
    let mut square = 0;
    while square < 64 {
        let entry = &entries[square];
        let lines = &TABLE[square];
        let (one, other) =
            if straight { (lines.rank, lines.file) } else { (lines.diagonal, lines.antidiagonal) };
        let one = arrangements(one, entry, magic);
        let other = arrangements(other, entry, magic);
        let (offset, shift) = (entry.offset as usize, if magic { entry.shift } else { 0 });
        let mut a = 0;
        while a < one.count {
            let (number, attacks) = (one.numbers[a], one.attacks[a]);
            let mut b = 0;
            while b < other.count {
                let sum = (number as u128 + other.numbers[b] as u128) as u64;
                let index = offset + (sum >> shift) as usize;
                let answer = attacks | other.attacks[b];
                assert!(table[index] == 0 || table[index] == answer, "two arrangements share a number");
                table[index] = answer;
                b += 1;
            }
            a += 1;
        }
        square += 1;
    }
    table
}
