//! The numbers of the search, each beside the idea it belongs to. Depths are in moves of one side.

use crate::score::Value;

/// Reductions are computed in this fraction of a move.
pub(super) const FRACTION: i32 = 1024;

/// `ln(n) * 1024` for n below 64, in whole numbers, so that every machine searches alike.
const LOGARITHMS: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 1;
    while n < 64 {
        table[n] = logarithm(n as u64);
        n += 1;
    }
    table
};

/// By squaring: each square that reaches 2 is one more bit of the logarithm to base two.
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

/// Late moves are searched less deep at first, in fractions of a move.
pub(super) fn late_move_reduction(depth: i32, number: usize, is_quiet: bool) -> i32 {
    let product = LOGARITHMS[depth.clamp(0, 63) as usize] * LOGARITHMS[number.min(63)] / FRACTION;
    if is_quiet { 820 + product * 100 / 225 } else { 200 + product * 100 / 335 }
}

/// So far above the bound, the opponent will hardly come back at this depth ("reverse futility").
pub(super) fn far_above(depth: i32, improving: bool) -> Value {
    75 * (depth - i32::from(improving)).max(0)
}
pub(super) const FAR_ABOVE_DEPTH: i32 = 8;

/// So far below the bound, only captures can help.
pub(super) fn far_below(depth: i32) -> Value {
    240 + 180 * depth * depth
}
pub(super) const FAR_BELOW_DEPTH: i32 = 3;

/// How much less deep the search goes after a pass.
pub(super) fn null_move_reduction(depth: i32, above: Value) -> i32 {
    4 + depth / 4 + (above / 200).clamp(0, 3)
}
pub(super) const NULL_MOVE_DEPTH: i32 = 3;

/// After so many quiet moves the rest is left out.
pub(super) fn quiet_moves_to_try(depth: i32, improving: bool) -> usize {
    let count = 3 + depth * depth;
    (if improving { count } else { count / 2 }) as usize
}
pub(super) const FEW_QUIETS_DEPTH: i32 = 8;

/// A quiet move is not worth trying when even this much does not reach the bound.
pub(super) fn futility(depth: i32) -> Value {
    90 + 90 * depth
}
pub(super) const FUTILITY_DEPTH: i32 = 8;

/// A quiet move that failed so often is not tried again.
pub(super) fn hopeless_history(depth: i32) -> i32 {
    -4000 * depth
}
pub(super) const HOPELESS_DEPTH: i32 = 4;

/// Moves that lose more than this by exchange are left out.
pub(super) fn exchange_quiet(depth: i32) -> Value {
    -55 * depth
}
pub(super) fn exchange_capture(depth: i32) -> Value {
    -22 * depth * depth
}
pub(super) const EXCHANGE_DEPTH: i32 = 9;

/// A move is singular when all others fail below the table's value less this.
pub(super) fn singular(depth: i32) -> Value {
    2 * depth
}
pub(super) const SINGULAR_DEPTH: i32 = 8;
/// So much below, it is extended twice.
pub(super) const TWICE_SINGULAR: Value = 18;
pub(super) const MOST_TWICE_SINGULAR: u8 = 8;

/// A capture that refutes so clearly is believed after a shallow look ("probcut").
pub(super) const SURE_CAPTURE: Value = 180;
pub(super) const SURE_CAPTURE_DEPTH: i32 = 5;

/// In quiescence, a capture must bring the evaluation this near to the bound.
pub(super) const QUIESCENCE_MARGIN: Value = 180;

/// The first window around the last result.
pub(super) const WINDOW: Value = 12;
pub(super) const WINDOW_DEPTH: i32 = 4;
