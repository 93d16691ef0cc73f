//! Byte classes: what a byte in the movetext can begin.

/// What a byte in the movetext can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Space,
    /// A move, or any other word.
    Word,
    /// A move number, a result, or castling with zeros.
    Digit,
    /// Of a move number.
    Dot,
    OpenComment,
    OpenVariation,
    CloseVariation,
    /// `$`
    Dollar,
    /// `!` or `?`
    Mark,
    /// `*`
    Star,
    Semicolon,
    Percent,
    OpenTag,
    /// `}` or `]`, which close nothing here.
    Stray,
}

pub(crate) static CLASS: [Class; 256] = CLASS_OF;

const CLASS_OF: [Class; 256] = {
    let mut classes = [Class::Word; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Space,
            b'0'..=b'9' => Class::Digit,
            b'.' => Class::Dot,
            b'{' => Class::OpenComment,
            b'(' => Class::OpenVariation,
            b')' => Class::CloseVariation,
            b'$' => Class::Dollar,
            b'!' | b'?' => Class::Mark,
            b'*' => Class::Star,
            b';' => Class::Semicolon,
            b'%' => Class::Percent,
            b'[' => Class::OpenTag,
            b'}' | b']' => Class::Stray,
            _ => Class::Word,
        };
        byte += 1;
    }
    classes
};

/// The end of the word that contains the byte before `at`. Moves contain digits and, as in `e.p.`, dots.
#[inline(always)]
pub(crate) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at)
        && matches!(CLASS[usize::from(*byte)], Class::Word | Class::Digit | Class::Dot)
    {
        at += 1;
    }
    at
}

/// 1 for each byte that ends a word.
static ENDS_WORD: [u8; 256] = {
    let mut ends = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = !matches!(CLASS_OF[byte], Class::Word | Class::Digit | Class::Dot) as u8;
        byte += 1;
    }
    ends
};

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// How many of these bytes belong to the first word; 8 if all do. Computed on all bytes at once and without
/// branches, because the CPU cannot predict where words end.
#[inline(always)]
pub(crate) fn word_length(bytes: &[u8; 8]) -> usize {
    let word = u64::from_le_bytes(*bytes);
    // In each of these masks, the high bit of a byte says whether the byte is in that range. A carry may corrupt the
    // bits of later bytes, but the first bit that is set is correct.
    let below_plus = word.wrapping_sub(LOW * 0x2b) & !word;
    let from_semicolon = word ^ (LOW * 0x3f);
    let semicolon_to_question = from_semicolon.wrapping_sub(LOW * 5) & !from_semicolon;
    let brackets = (word | (LOW * 0x20)).wrapping_add(LOW * 5) | word;
    let ends = (below_plus | semicolon_to_question | brackets) & HIGH;
    let length = ends.trailing_zeros() as usize / 8;
    // Some characters in these ranges, such as # and =, do not end a word.
    if bytes.get(length).is_none_or(|end| ENDS_WORD[usize::from(*end)] == 1) {
        length
    } else {
        word_length_by_table(bytes)
    }
}

#[cold]
fn word_length_by_table(bytes: &[u8; 8]) -> usize {
    bytes.iter().take_while(|byte| ENDS_WORD[usize::from(**byte)] == 0).count()
}

/// The length of a move number with its dots and the space after it, `12. ` or `3... `; 0 if there is none. It
/// does not branch on the length either.
#[inline(always)]
pub(crate) fn number_length(bytes: &[u8; 8]) -> usize {
    let number = u64::from_le_bytes(*bytes);
    // The range from '.' to '9' contains only dots, digits and the slash, and no move number ends with a slash.
    let from_dot = number.wrapping_sub(LOW * 0x2e);
    let others = (from_dot.wrapping_add(LOW * 0x74) | from_dot) & HIGH;
    let length = others.trailing_zeros() as usize / 8;
    // Fast path for the common ending; anything else is examined byte by byte.
    if length > 0 && (number >> (8 * length as u32 - 8)) as u16 == u16::from_le_bytes(*b". ") {
        return length + 1;
    }
    unusual_number_length(bytes, length)
}

#[cold]
fn unusual_number_length(bytes: &[u8; 8], length: usize) -> usize {
    let last = bytes.get(length.wrapping_sub(1));
    let space = usize::from(bytes.get(length) == Some(&b' '));
    if last == Some(&b'.') { length + space } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pairs of bytes, after digits and dots, after letters, and at the start.
    #[test]
    fn arithmetic_agrees_with_the_tables() {
        for before in ["", "1", "12.", "3...", "Nf", "e8=", "Qh4"] {
            for pair in 0..=u16::MAX {
                let mut bytes = *b"z. +4)8.";
                bytes[..before.len()].copy_from_slice(before.as_bytes());
                bytes[before.len()..before.len() + 2].copy_from_slice(&pair.to_le_bytes());
                assert_eq!(word_length(&bytes), word_length_by_table(&bytes), "{bytes:?}");

                let is_number = |byte: &u8| matches!(byte, b'.' | b'/' | b'0'..=b'9');
                let digits = bytes.iter().take_while(|byte| is_number(byte)).count();
                let expected = match bytes[..digits].last() {
                    Some(b'.') => digits + usize::from(bytes.get(digits) == Some(&b' ')),
                    _ => 0,
                };
                assert_eq!(number_length(&bytes), expected, "{bytes:?}");
            }
        }
    }
}
