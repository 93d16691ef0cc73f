//! A queue that serves its users in turn, however many jobs one of them has.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

/// Serves the first job of every user in order of arrival, then the second jobs.
pub(super) struct RoundRobinQueue<T> {
    /// The users in order of their turns; exactly those with a waiting job.
    turns: VecDeque<Arc<str>>,
    jobs: HashMap<Arc<str>, VecDeque<T>>,
    length: usize,
}

impl<T> Default for RoundRobinQueue<T> {
    fn default() -> RoundRobinQueue<T> {
        RoundRobinQueue { turns: VecDeque::new(), jobs: HashMap::new(), length: 0 }
    }
}

impl<T> RoundRobinQueue<T> {
    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn push(&mut self, who: Arc<str>, job: T) {
        self.length += 1;
        let own = self.jobs.entry(who.clone()).or_default();
        if own.is_empty() {
            self.turns.push_back(who);
        }
        own.push_back(job);
    }

    pub(super) fn pop(&mut self) -> Option<T> {
        let who = self.turns.pop_front()?;
        let own = self.jobs.get_mut(&who)?;
        let job = own.pop_front()?;
        self.length -= 1;
        if own.is_empty() {
            self.jobs.remove(&who);
        } else {
            self.turns.push_back(who);
        }
        Some(job)
    }

    /// Drops all other jobs.
    pub(super) fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.jobs.retain(|_, own| {
            own.retain(&keep);
            !own.is_empty()
        });
        self.turns.retain(|who| self.jobs.contains_key(who));
        self.length = self.jobs.values().map(VecDeque::len).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_user_with_many_jobs_does_not_hold_up_the_others() {
        let mut queue = RoundRobinQueue::default();
        for job in 0..5 {
            queue.push("greedy".into(), ("greedy", job));
        }
        queue.push("one".into(), ("one", 0));
        queue.push("other".into(), ("other", 0));
        let order: Vec<_> = std::iter::from_fn(|| queue.pop()).map(|(who, _)| who).collect();
        assert_eq!(order, ["greedy", "one", "other", "greedy", "greedy", "greedy", "greedy"]);
        assert_eq!((queue.len(), queue.turns.len(), queue.jobs.len()), (0, 0, 0));
    }

    #[test]
    fn a_dropped_job_takes_no_turn() {
        let mut queue = RoundRobinQueue::default();
        for (who, job) in [("a", 1), ("b", 2), ("a", 3), ("c", 4)] {
            queue.push(who.into(), job);
        }
        queue.retain(|job| job % 2 == 1);
        assert_eq!(queue.len(), 2);
        assert_eq!((queue.pop(), queue.pop(), queue.pop()), (Some(1), Some(3), None));
    }
}
