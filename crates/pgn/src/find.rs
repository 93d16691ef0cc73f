//! Finds bytes eight at a time. Most comments and tags are so short that calling `memchr` would cost more.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// How many bytes are searched before `memchr` takes over.
const NEAR: usize = 32;

/// The position of the first byte from `at` on that is `one` or `other`.
#[inline(always)]
pub(crate) fn find_either(bytes: &[u8], at: usize, one: u8, other: u8) -> Option<usize> {
    let rest = bytes.get(at..)?;
    let mut far = 0;
    if let Some(near) = rest.first_chunk::<NEAR>() {
        for (index, chunk) in near.as_chunks().0.iter().enumerate() {
            let word = u64::from_le_bytes(*chunk);
            let found = (zero_bytes(word ^ splat(one)) | zero_bytes(word ^ splat(other))) & HIGH;
            if found != 0 {
                return Some(at + 8 * index + found.trailing_zeros() as usize / 8);
            }
        }
        far = NEAR;
    }
    memchr::memchr2(one, other, &rest[far..]).map(|found| at + far + found)
}

/// The same byte in all eight places.
#[inline(always)]
const fn splat(byte: u8) -> u64 {
    LOW * byte as u64
}

/// Sets the high bit of every byte that is zero. Only the lowest high bit is reliable; the other bits may be wrong.
#[inline(always)]
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word
}

/// The position of the first byte from `at` on that is at most `max`; the length if there is none.
#[inline(always)]
pub(crate) fn find_at_most(bytes: &[u8], mut at: usize, max: u8) -> usize {
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let word = u64::from_le_bytes(*chunk);
        let found = word.wrapping_sub(splat(max + 1)) & !word & HIGH;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    while bytes.get(at).is_some_and(|byte| *byte > max) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn low_bytes() {
        for length in 0..30 {
            for place in 0..length {
                let mut text = vec![b'#'; length];
                assert_eq!(find_at_most(&text, 0, b'"'), length);
                for low in [0, b' ', b'"'] {
                    text[place] = low;
                    assert_eq!(find_at_most(&text, 0, b'"'), place);
                }
                text.fill(0xff);
                assert_eq!(find_at_most(&text, place, b'"'), length);
            }
        }
    }

    #[test]
    fn near_and_far() {
        for distance in 0..100 {
            for length in 0..12 {
                let mut text = vec![b'x'; distance + length];
                assert_eq!(find_either(&text, 0, b'}', b'\n'), None);
                for wanted in [b'}', b'\n'] {
                    text.resize(distance, b'x');
                    text.push(wanted);
                    text.resize(distance + 1 + length, 0xfd);
                    for start in 0..=distance {
                        assert_eq!(find_either(&text, start, b'}', b'\n'), Some(distance));
                    }
                }
            }
        }
        assert_eq!(find_either(b"", 0, b'a', b'b'), None);
        assert_eq!(find_either(b"a", 1, b'a', b'b'), None);
        assert_eq!(find_either(b"a", 2, b'a', b'b'), None);
    }
}
