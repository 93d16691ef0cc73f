//! Size limits, so that no file can exhaust the memory.

/// How long the parts of a game may be. A longer part is reported as a fault and skipped in constant memory.
///
/// ```
/// use tabiya_pgn::{Limits, Reader};
/// let limits = Limits { comment: 5, ..Limits::default() };
/// let text = b"1. e4 {too long to be kept} e5 *";
/// let game = Reader::from_slice(text).with_limits(limits).read_tree()?.expect("a game");
/// assert_eq!(game.main_line().count(), 2);
/// assert_eq!(game.faults.len(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How deep variations may be nested.
    pub nesting: usize,
    /// Bytes of one comment.
    pub comment: usize,
    /// Bytes of one tag pair.
    pub tag: usize,
    /// Tag pairs of one game.
    pub tags: usize,
    /// Bytes of one move or other word among the moves.
    pub word: usize,
    /// Bytes of one game with everything in it.
    pub game: usize,
    /// Faults reported for one game; after these the rest of the game is skipped.
    pub faults: usize,
}

impl Default for Limits {
    /// Far more than any real game needs.
    fn default() -> Limits {
        Limits {
            nesting: 1000,
            comment: 1 << 20,
            tag: 1 << 16,
            tags: 1000,
            word: 255,
            game: 16 << 20,
            faults: 20,
        }
    }
}
