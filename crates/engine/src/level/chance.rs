//! Hashes that serve as random numbers: the mistakes of the levels are drawn from them, the same every time.

/// A hash of a number and a seed (SplitMix64).
#[inline]
pub(super) fn mixed(number: u64, seed: u64) -> u64 {
    let mixed = (number ^ seed.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The standard deviation of [`bell`].
pub(super) const SPREAD: i64 = 37_837;

/// A bell-shaped number around zero: the sum of four uniform ones.
#[inline]
pub(super) fn bell(mixed: u64) -> i64 {
    (0..4).map(|part| (mixed >> (16 * part) & 0xffff) as i64 - 0x8000).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bell_has_its_spread_and_no_side() {
        let numbers: Vec<f64> = (0..20_000).map(|number| bell(mixed(number, 5)) as f64).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let square = numbers.iter().map(|number| number * number).sum::<f64>() / numbers.len() as f64;
        assert!(mean.abs() < 0.03 * SPREAD as f64, "{mean}");
        assert!((square.sqrt() / SPREAD as f64 - 1.0).abs() < 0.02, "{square}");
    }
}
