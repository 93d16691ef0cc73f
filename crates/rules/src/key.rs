//! The Zobrist keys: pseudo-random numbers from which the 64-bit key of a position is composed.

use crate::{Color, File, Role, Square};

pub(crate) const BLACK_TO_MOVE: u64 = random(1);

static PIECES: [[[u64; 64]; 6]; 2] = pieces();
static CASTLING: [u64; 64] = table(1_000);
static EN_PASSANT: [u64; 8] = table(2_000);

#[inline(always)]
pub(crate) fn piece(color: Color, role: Role, square: Square) -> u64 {
    PIECES[color.index()][role.index()][square.index()]
}

#[inline(always)]
pub(crate) fn castling(rook: Square) -> u64 {
    CASTLING[rook.index()]
}

#[inline(always)]
pub(crate) fn en_passant(file: File) -> u64 {
    EN_PASSANT[file.index()]
}

/// The `n`-th number of the SplitMix64 sequence that starts at zero.
const fn random(n: u64) -> u64 {
    let z = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

const fn table<const N: usize>(start: u64) -> [u64; N] {
    let mut table = [0; N];
    let mut index = 0;
    while index < N {
        table[index] = random(start + index as u64);
        index += 1;
    }
    table
}

const fn pieces() -> [[[u64; 64]; 6]; 2] {
    let mut tables = [[[0; 64]; 6]; 2];
    let mut index = 0;
    while index < 12 {
        tables[index / 6][index % 6] = table(10_000 + 64 * index as u64);
        index += 1;
    }
    tables
}
