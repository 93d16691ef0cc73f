//! The function with which JavaScript measures the move generator.

use tabiya_rules::Position;

/// Perft of the standard starting position.
#[expect(unsafe_code, reason = "JavaScript finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn perft_start(depth: u32) -> u64 {
    Position::start().perft(depth)
}
