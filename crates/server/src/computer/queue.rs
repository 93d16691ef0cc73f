//! A queue in which everybody has a turn, however much one of them wants.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// First come, first served among the first wishes of all; then the second ones.
pub(super) struct FairQueue<T> {
    /// Whose turn it is next. Exactly those who want something.
    turns: VecDeque<Arc<str>>,
    wishes: HashMap<Arc<str>, VecDeque<T>>,
    length: usize,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { turns: VecDeque::new(), wishes: HashMap::new(), length: 0 }
    }
}

impl<T> FairQueue<T> {
    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn push(&mut self, who: Arc<str>, wish: T) {
        self.length += 1;
        let own = self.wishes.entry(who.clone()).or_default();
        if own.is_empty() {
            self.turns.push_back(who);
        }
        own.push_back(wish);
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let who = self.turns.pop_front()?;
        let own = self.wishes.get_mut(&who)?;
        let wish = own.pop_front()?;
        self.length -= 1;
        if own.is_empty() {
            self.wishes.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        Some(wish)
    }

    /// Forgets the others.
    pub(super) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.wishes.retain(|_, own| {
            own.retain(&keep);
            !own.is_empty()
        });
        self.turns.retain(|who| self.wishes.contains_key(who));
        self.length = self.wishes.values().map(VecDeque::len).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wants_much_does_not_hold_up_the_others() {
        let mut queue = FairQueue::default();
        for wish in 0..5 {
            queue.push("greedy".into(), ("greedy", wish));
        }
        queue.push("one".into(), ("one", 0));
        queue.push("other".into(), ("other", 0));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(who, _)| who).collect();
        assert_eq!(order, ["greedy", "one", "other", "greedy", "greedy", "greedy", "greedy"]);
        assert_eq!((queue.len(), queue.turns.len(), queue.wishes.len()), (0, 0, 0));
    }

    #[test]
    fn what_is_taken_back_takes_no_turn() {
        let mut queue = FairQueue::default();
        for (who, wish) in [("a", 1), ("b", 2), ("a", 3), ("c", 4)] {
            queue.push(who.into(), wish);
        }
        queue.retain(|wish| wish % 2 == 1);
        assert_eq!(queue.len(), 2);
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(1), Some(3), None));
    }
}
