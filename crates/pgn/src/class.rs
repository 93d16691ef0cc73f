//! What a byte can be the beginning of, between the tags and the end of a game.

/// What a byte can be the beginning of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Class {
    Space,
    /// A move, or a word that is none.
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

/// Where the word ends whose first byte is before `at`: moves contain digits and, as in `e.p.`, dots.
#[inline(always)]
pub(crate) fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at)
        && matches!(CLASS[usize::from(*byte)], Class::Word | Class::Digit | Class::Dot)
    {
        at += 1;
    }
    at
}

/// 1 for what ends a word.
static ENDS_WORD: [u8; 256] = {
    let mut ends = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        ends[byte] = !matches!(CLASS_OF[byte], Class::Word | Class::Digit | Class::Dot) as u8;
        byte += 1;
    }
    ends
};

/// How many of these bytes are of one word. All are looked up, without a branch: where words end is nothing
/// that a CPU can foretell.
#[inline(always)]
pub(crate) fn word_length(bytes: &[u8; 8]) -> usize {
    let mut ends = 1 << 8;
    for (index, byte) in bytes.iter().enumerate() {
        ends |= u32::from(ENDS_WORD[usize::from(*byte)]) << index;
    }
    ends.trailing_zeros() as usize
}

/// How many of these bytes are a move number with its dots and the space behind it, `12. ` or `3... `; also
/// without a branch.
#[inline(always)]
pub(crate) fn number_length(bytes: &[u8; 8]) -> usize {
    const HIGH: u64 = 0x8080_8080_8080_8080;
    const LOW: u64 = !HIGH;
    let all = |byte: u8| u64::from_le_bytes([byte; 8]);
    let number = u64::from_le_bytes(*bytes);
    // In both sums a byte reaches its high bit if it is not what is looked for.
    let no_digit = (((number ^ all(b'0')) & LOW) + all(0x80 - 10)) | number;
    let dot = number ^ all(b'.');
    let no_dot = ((dot & LOW) + LOW) | dot;
    let length = (no_digit & no_dot & HIGH).trailing_zeros() / 8;
    let byte = |index: u32| (number >> ((8 * index) & 63)) as u8;
    let is_number = length > 0 && byte(length.wrapping_sub(1)) == b'.';
    let space = u32::from(length < 8 && byte(length) == b' ');
    if is_number { (length + space) as usize } else { 0 }
}
