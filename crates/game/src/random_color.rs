//! Who plays White?

use rules::Color;

/// B06: the colour of the first of two players, drawn fairly from a number that the caller took from a good
/// source. Neighbouring numbers do not give neighbouring answers.
pub const fn draw_lots(seed: u64) -> Color {
    // The finaliser of SplitMix64: every bit of the seed reaches the top one.
    let mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    if (mixed ^ (mixed >> 31)) >> 63 == 0 { Color::White } else { Color::Black }
}
