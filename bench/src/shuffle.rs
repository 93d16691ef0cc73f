//! An order that nobody can learn.

use crate::random::Random;

/// Questions in an order that no generator has, so that no CPU learns to foretell the answers: the moves of
/// a real game do not come sorted by piece. The order is the same for everybody.
pub(crate) fn shuffle<T>(questions: &mut [T]) {
    let mut random = Random::new(1);
    for end in (1..questions.len()).rev() {
        questions.swap(end, random.below(end + 1));
    }
}
