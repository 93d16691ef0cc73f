//! Finding bytes nearby, eight at a time: most comments and tags are so short that a call would cost more.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// How many bytes are looked at before a library that is made for long distances takes over.
const NEAR: usize = 32;

/// The first of two bytes from `at` on.
#[inline(always)]
pub(crate) fn find_either(bytes: &[u8], at: usize, one: u8, other: u8) -> Option<usize> {
    let mut seen = 0;
    while seen < NEAR
        && let Some(chunk) = bytes.get(at + seen..).and_then(<[u8]>::first_chunk)
    {
        let word = u64::from_le_bytes(*chunk);
        let found = zero_bytes(word ^ all(one)) | zero_bytes(word ^ all(other));
        if found != 0 {
            return Some(at + seen + found.trailing_zeros() as usize / 8);
        }
        seen += 8;
    }
    memchr::memchr2(one, other, bytes.get(at + seen..)?).map(|found| at + seen + found)
}

/// Eight times the same byte.
#[inline(always)]
const fn all(byte: u8) -> u64 {
    LOW * byte as u64
}

/// The high bit of every byte that is zero; the lowest of these is certain, others may be wrong.
#[inline(always)]
const fn zero_bytes(word: u64) -> u64 {
    word.wrapping_sub(LOW) & !word & HIGH
}

#[cfg(test)]
mod tests {
    use super::*;

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
