//! A random order, which branch predictors cannot learn.

use fastrand::Rng;

/// Shuffles the questions in the same way for every contestant. In the order of a move generator a CPU learns to
/// predict the answers; the moves of a real game do not come sorted by piece.
pub(crate) fn shuffle<T>(questions: &mut [T]) {
    Rng::with_seed(1).shuffle(questions);
}
