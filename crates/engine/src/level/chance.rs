//! Hashes that serve as reproducible random numbers, from which the mistakes of the levels are drawn.

/// A hash of a number and a seed: the output function of SplitMix64.
#[inline]
pub(crate) fn seeded_hash(number: u64, seed: u64) -> u64 {
    let mixed = (number ^ seed.rotate_left(32)).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// The standard deviation of [`normal`].
pub(super) const STANDARD_DEVIATION: i64 = 37_837;

/// An approximately normally distributed number around zero, from a hash: the sum of four uniform numbers.
#[inline]
pub(super) fn normal(hash: u64) -> i64 {
    (0..4).map(|part| (hash >> (16 * part) & 0xffff) as i64 - 0x8000).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_their_standard_deviation_and_no_bias() {
        let numbers: Vec<f64> = (0..20_000).map(|number| normal(seeded_hash(number, 5)) as f64).collect();
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        let square = numbers.iter().map(|number| number * number).sum::<f64>() / numbers.len() as f64;
        assert!(mean.abs() < 0.03 * STANDARD_DEVIATION as f64, "{mean}");
        assert!((square.sqrt() / STANDARD_DEVIATION as f64 - 1.0).abs() < 0.02, "{square}");
    }
}
