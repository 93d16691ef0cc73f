//! The door through which JavaScript measures the generator.

use tabiya_rules::Position;

/// The number of paths of `depth` legal moves from the start.
#[expect(unsafe_code, reason = "JavaScript finds a function by its plain name")]
#[unsafe(no_mangle)]
pub extern "C" fn perft_start(depth: u32) -> u64 {
    Position::start().perft(depth)
}
