//! A bounded queue that is fair to the sources of its jobs: a flood from some sources cannot starve the others.

use std::collections::{HashMap, VecDeque};
use std::time::Instant;

/// The most waiting jobs. At about 25 ms each, the last one is done before its request times out.
const MAX_WAITING: usize = 400;
/// The most waiting jobs of one source: enough for a school whose pupils all log in at once.
const MAX_WAITING_PER_SOURCE: usize = 100;

/// The number of seconds until one served job no longer counts: long enough that a flood from many addresses does not
/// pass for many newcomers.
const FORGET_INTERVAL: f64 = 5.0;
/// The most served jobs that count: a school that was busy is not held back for long.
const MAX_REMEMBERED: f64 = 20.0;

/// How much less a correct password counts than another job: somebody who logs in again and again is not guessing.
const HONEST_DISCOUNT: f64 = 0.8;

/// Waiting jobs by source. The next job comes from the source that has been served least lately; when the queue is
/// full, the source with the most waiting jobs loses its newest one to a source that has fewer.
pub(super) struct FairQueue<T> {
    sources: HashMap<Box<str>, Source<T>>,
    waiting: usize,
    arrivals: u64,
}

struct Source<T> {
    /// With their arrival numbers.
    jobs: VecDeque<(u64, T)>,
    /// Jobs served lately.
    served: f64,
    updated: Instant,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueueFull {
    /// This source has too many waiting jobs.
    Source,
    /// The queue is full, and no source has clearly more jobs than this one.
    Queue,
}

impl<T> Default for FairQueue<T> {
    fn default() -> FairQueue<T> {
        FairQueue { sources: HashMap::new(), waiting: 0, arrivals: 0 }
    }
}

impl<T> Source<T> {
    fn served_lately(&self, now: Instant) -> f64 {
        let forgotten = now.saturating_duration_since(self.updated).as_secs_f64() / FORGET_INTERVAL;
        (self.served - forgotten).max(0.0)
    }
}

impl<T> FairQueue<T> {
    /// Queues a job. Returns the job of another source that had to make room for it, if any.
    pub(super) fn push(&mut self, source: &str, job: T, now: Instant) -> Result<Option<T>, QueueFull> {
        let own = self.sources.get(source).map_or(0, |source| source.jobs.len());
        if own >= MAX_WAITING_PER_SOURCE {
            return Err(QueueFull::Source);
        }
        let evicted =
            if self.waiting < MAX_WAITING { None } else { Some(self.evict(own).ok_or(QueueFull::Queue)?) };
        let entry = self.sources.entry(source.into()).or_insert_with(|| Source {
            jobs: VecDeque::new(),
            served: 0.0,
            updated: now,
        });
        entry.jobs.push_back((self.arrivals, job));
        self.arrivals += 1;
        self.waiting += 1;
        Ok(evicted)
    }

    /// Removes the newest job of the source with the most jobs, if it has at least two more than `own`.
    fn evict(&mut self, own: usize) -> Option<T> {
        let longest = self.sources.values_mut().max_by_key(|source| source.jobs.len())?;
        if longest.jobs.len() <= own + 1 {
            return None;
        }
        self.waiting -= 1;
        longest.jobs.pop_back().map(|(_, job)| job)
    }

    /// The next job: from the source served least lately, and among equals the one that arrived first.
    pub(super) fn pop(&mut self, now: Instant) -> Option<(Box<str>, T)> {
        let rank = |source: &Source<T>| {
            let (arrival, _) = source.jobs.front()?;
            Some((source.served_lately(now), *arrival))
        };
        let least = |a: &(f64, u64), b: &(f64, u64)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let ranked = self.sources.iter_mut().filter_map(|(key, source)| Some((rank(source)?, key, source)));
        let (_, key, source) = ranked.min_by(|(a, ..), (b, ..)| least(a, b))?;
        source.served = (source.served_lately(now) + 1.0).min(MAX_REMEMBERED);
        source.updated = now;
        self.waiting -= 1;
        let job = source.jobs.pop_front().map(|(_, job)| (key.clone(), job));
        self.sources.retain(|_, source| !source.jobs.is_empty() || source.served_lately(now) > 0.0);
        job
    }
}

impl<T> FairQueue<T> {
    /// Reports that a job was legitimate (a correct password), so that it counts less.
    pub(super) fn mark_honest(&mut self, source: &str) {
        if let Some(source) = self.sources.get_mut(source) {
            source.served = (source.served - HONEST_DISCOUNT).max(0.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn the_least_served_source_is_next() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        for number in 0..20 {
            for flooder in ["a", "b", "c"] {
                queue.push(flooder, format!("{flooder}{number}"), now).expect("there is room");
            }
        }
        let first: Vec<_> = (0..6).filter_map(|_| queue.pop(now)).map(|(_, job)| job).collect();
        assert_eq!(first, ["a0", "b0", "c0", "a1", "b1", "c1"]);
        queue.push("honest", "honest".to_owned(), now).expect("there is room");
        let (source, job) = queue.pop(now).expect("many wait");
        assert_eq!((&*source, job.as_str()), ("honest", "honest"), "not behind the 54 that came before");
        // A source that sends correct passwords again and again.
        for _ in 0..4 {
            queue.mark_honest("honest");
            queue.push("honest", "again".to_owned(), now).expect("there is room");
            assert_eq!(queue.pop(now).map(|(_, job)| job).as_deref(), Some("again"));
        }
        // Served jobs stop counting after a while.
        let later = now + Duration::from_secs(30);
        queue.push("new", "new".to_owned(), later).expect("there is room");
        assert_eq!(queue.pop(later).map(|(_, job)| job).as_deref(), Some("a2"));
    }

    #[test]
    fn a_full_queue_makes_room_for_sources_with_few_jobs() {
        let (mut queue, now) = (FairQueue::default(), Instant::now());
        for number in 0..MAX_WAITING_PER_SOURCE {
            assert_eq!(queue.push("a", number, now), Ok(None));
        }
        assert_eq!(queue.push("a", 0, now), Err(QueueFull::Source));
        for number in MAX_WAITING_PER_SOURCE..MAX_WAITING {
            assert_eq!(queue.push(&format!("{}", number % 10), number, now), Ok(None));
        }
        assert_eq!(queue.push("honest", 1000, now), Ok(Some(MAX_WAITING_PER_SOURCE - 1)), "of the longest");
        assert_eq!(queue.push("a", 0, now), Err(QueueFull::Queue));
        assert_eq!(queue.waiting, MAX_WAITING);
        let served: Vec<_> = std::iter::from_fn(|| queue.pop(now)).map(|(_, job)| job).collect();
        assert_eq!((served.len(), queue.waiting), (MAX_WAITING, 0));
        assert!(served[..20].contains(&1000));
        queue.push("a", 1, now + Duration::from_secs(600)).expect("there is room");
        queue.pop(now + Duration::from_secs(600));
        assert_eq!(queue.sources.len(), 1, "sources that have had nothing lately are forgotten");
    }
}
