//! Perft: counts the paths of legal moves, the standard test and benchmark of a move generator.

use crate::Position;

impl Position {
    /// The number of paths of `depth` legal moves from here. The last moves are counted without being played.
    ///
    /// ```
    /// use tabiya_rules::Position;
    /// assert_eq!(Position::start().perft(3), 8_902);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        let mut paths = 0;
        match depth {
            0 => paths = 1,
            1 => paths = self.count_legal_moves() as u64,
            2 => self.for_each_child(|_, child| paths += child.count_legal_moves() as u64),
            _ => self.for_each_child(|_, child| paths += child.perft(depth - 1)),
        }
        paths
    }
}
