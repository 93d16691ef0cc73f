//! The parameters of the search, grouped by technique. Depths are in plies.

use crate::score::Value;

/// Reductions are computed in this fraction of a ply.
pub(super) const FRACTION: i32 = 1024;

/// `ln(n) * 1024` for n below 64, computed in integers so that every machine searches alike.
const LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// Computes the base-two logarithm bit by bit: the next bit is set if the square of the mantissa reaches 2.
const fn logarithm(n: u64) -> i32 {
    let whole = n.ilog2();
    let mut mantissa = (n << 32) >> whole;
    let mut bits = whole as u64;
    let mut step = 0;
    while step < 16 {
        let square = (mantissa as u128 * mantissa as u128) >> 32;
        let carry = (square >> 33) as u64;
        mantissa = (square >> carry) as u64;
        bits = bits << 1 | carry;
        step += 1;
    }
    // bits is log2 with 16 binary places; ln 2 = 45426 / 65536
    ((bits * 45_426) >> (16 + 16 - 10)) as i32
}

const _: () = assert!(LOGARITHMS[1] == 0 && LOGARITHMS[10] == 2357 && LOGARITHMS[2] == 709);

/// Late move reduction, in fractions of a ply.
pub(super) fn late_move_reduction(depth: i32, number: usize, is_quiet: bool) -> i32 {
    let product = LOGARITHMS[depth.clamp(0, 63) as usize] * LOGARITHMS[number.min(63)] / FRACTION;
    if is_quiet { 820 + product * 100 / 225 } else { 200 + product * 100 / 335 }
}

/// Reverse futility pruning: the margin above beta.
pub(super) fn reverse_futility(depth: i32, improving: bool) -> Value {
    75 * (depth - i32::from(improving)).max(0)
}
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;

/// Razoring: the margin below alpha.
pub(super) fn razoring(depth: i32) -> Value {
    240 + 180 * depth * depth
}
pub(super) const RAZORING_DEPTH: i32 = 3;

/// Null-move pruning: the depth reduction after the pass.
pub(super) fn null_move_reduction(depth: i32, above: Value) -> i32 {
    4 + depth / 4 + (above / 200).clamp(0, 3)
}
pub(super) const NULL_MOVE_DEPTH: i32 = 3;
/// From this depth on a cut-off by a null move is verified.
pub(super) const NULL_MOVE_VERIFICATION_DEPTH: i32 = 14;

/// Late move pruning: the number of moves after which quiet moves are skipped.
pub(super) fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = 3 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}
pub(super) const LATE_MOVE_PRUNING_DEPTH: i32 = 8;

/// Futility pruning: the margin below alpha for quiet moves.
pub(super) fn futility(depth: i32) -> Value {
    90 + 90 * depth
}
pub(super) const FUTILITY_DEPTH: i32 = 8;

/// History pruning: quiet moves with less history than this are skipped.
pub(super) fn history_pruning(depth: i32) -> i32 {
    -4000 * depth
}
pub(super) const HISTORY_PRUNING_DEPTH: i32 = 4;

/// SEE pruning: moves that lose more than this by exchanges are skipped.
pub(super) fn see_quiet(depth: i32) -> Value {
    -55 * depth
}
pub(super) fn see_capture(depth: i32) -> Value {
    -22 * depth * depth
}
pub(super) const SEE_PRUNING_DEPTH: i32 = 9;

/// Singular extension: a move is singular if all others fail below its stored value minus this margin.
pub(super) fn singular(depth: i32) -> Value {
    2 * depth
}
pub(super) const SINGULAR_DEPTH: i32 = 8;
/// A move that is singular by this much more is extended twice.
pub(super) const DOUBLE_EXTENSION_MARGIN: Value = 18;
pub(super) const MAX_DOUBLE_EXTENSIONS: u8 = 8;

/// ProbCut: how far a shallow search of a capture must exceed beta.
pub(super) const PROBCUT_MARGIN: Value = 180;
pub(super) const PROBCUT_DEPTH: i32 = 5;

/// Delta pruning in the quiescence search: the margin below alpha after a capture.
pub(super) const QUIESCENCE_MARGIN: Value = 180;

/// The first aspiration window, on either side of the last value.
pub(super) const ASPIRATION_WINDOW: Value = 12;
pub(super) const ASPIRATION_DEPTH: i32 = 4;

/// A search for a mate in n moves ends this many plies beyond 2n.
pub(super) const MATE_SEARCH_PLIES: u32 = 4;
