//! The weights of edges.

use core::cmp::Ordering;

/// An ordered group, which is all that the matching requires of a weight.
///
/// Criteria are compared one after the other, so a weight is a vector that is compared lexicographically. It is packed
/// into one wide integer whose fields are wide enough that the sum over any matching never carries into the next field.
pub trait Weight: Copy + Ord + Default {
    /// How many bits a value may have, sign included.
    const BITS: u32;
    /// The sum of two weights.
    #[must_use]
    fn plus(self, other: Self) -> Self;
    /// The difference of two weights.
    #[must_use]
    fn minus(self, other: Self) -> Self;
    /// Half of an even value.
    #[must_use]
    fn half(self) -> Self;
    /// `self * 2^bits + value`: appends a less significant field.
    #[must_use]
    fn append(self, bits: u32, value: i64) -> Self;
}

/// No weight at all: the matching is one of maximum cardinality.
impl Weight for () {
    const BITS: u32 = 0;
    fn plus(self, (): ()) {}
    fn minus(self, (): ()) {}
    fn half(self) {}
    fn append(self, _: u32, _: i64) {}
}

macro_rules! primitive {
    ($type:ty) => {
        impl Weight for $type {
            const BITS: u32 = <$type>::BITS;
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
            fn half(self) -> Self {
                self >> 1
            }
            fn append(self, bits: u32, value: i64) -> Self {
                (self << bits).wrapping_add(<$type>::from(value))
            }
        }
    };
}

primitive!(i64);
primitive!(i128);

/// An integer of `N` words in two's complement, the least significant first.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Default for Wide<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        let (top, rest) = (N - 1, (0..N - 1).rev());
        self.0[top].cast_signed().cmp(&other.0[top].cast_signed()).then_with(|| {
            rest.map(|index| self.0[index].cmp(&other.0[index]))
                .find(|order| order.is_ne())
                .unwrap_or(Ordering::Equal)
        })
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Weight for Wide<N> {
    const BITS: u32 = 64 * N as u32;

    fn plus(self, other: Self) -> Self {
        let (mut sum, mut carry) = ([0; N], false);
        for (index, word) in sum.iter_mut().enumerate() {
            let (partial, first) = self.0[index].overflowing_add(other.0[index]);
            let (total, second) = partial.overflowing_add(u64::from(carry));
            (*word, carry) = (total, first | second);
        }
        Self(sum)
    }

    fn minus(self, other: Self) -> Self {
        let (mut difference, mut borrow) = ([0; N], false);
        for (index, word) in difference.iter_mut().enumerate() {
            let (partial, first) = self.0[index].overflowing_sub(other.0[index]);
            let (total, second) = partial.overflowing_sub(u64::from(borrow));
            (*word, borrow) = (total, first | second);
        }
        Self(difference)
    }

    fn half(self) -> Self {
        Self(core::array::from_fn(|index| {
            let above = if index + 1 < N { self.0[index + 1] << 63 } else { self.0[index] & (1 << 63) };
            self.0[index] >> 1 | above
        }))
    }

    fn append(self, bits: u32, value: i64) -> Self {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let mut shifted = [0; N];
        for index in (words..N).rev() {
            let low = self.0[index - words] << bits;
            let carried =
                if bits > 0 && index > words { self.0[index - words - 1] >> (64 - bits) } else { 0 };
            shifted[index] = low | carried;
        }
        let mut extended = [if value < 0 { u64::MAX } else { 0 }; N];
        extended[0] = value.cast_unsigned();
        Self(shifted).plus(Self(extended))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_integers_agree_with_i128() {
        let values = [0i128, 1, -1, 5, -7, 1 << 62, -(1 << 63), 1 << 90, -(1 << 100) + 12345, (1 << 64) - 1];
        let wide =
            |value: i128| Wide::<4>::default().append(64, (value >> 64) as i64).append_unsigned(value as u64);
        for a in values {
            for b in values {
                assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b), "{a} {b}");
                assert!(wide(a).plus(wide(b)) == wide(a + b), "{a} + {b}");
                assert!(wide(a).minus(wide(b)) == wide(a - b), "{a} - {b}");
                assert!(wide(2 * a).half() == wide(a), "{a}");
            }
            for (bits, low) in [(0, 3), (7, -100), (20, 1 << 18), (64, -1)] {
                if bits < 20 || a.abs() < 1 << 60 {
                    let expected = wide(a);
                    let expected = (0..bits).fold(expected, |sum, _| sum.plus(sum)).plus(wide(low.into()));
                    assert!(wide(a).append(bits, low) == expected, "{a} {bits} {low}");
                }
            }
        }
    }

    impl Wide<4> {
        fn append_unsigned(self, low: u64) -> Self {
            let mut words = self.append(64, 0).0;
            words[0] = low;
            Self(words)
        }
    }
}
