//! A priority queue of pending work, the most promising first.

use alloc::vec::Vec;
use core::mem;

/// Items by distance; among equals the newest comes first, so that a line is searched to its end. Each
/// distance has a linked list, and freed links are reused.
pub(crate) struct Queue<T> {
    chains: [u32; MAX_DISTANCE],
    links: Vec<Link<T>>,
    free: u32,
    nearest: usize,
}

struct Link<T> {
    item: T,
    next: u32,
}

/// Distances are below this; larger ones are clamped.
const MAX_DISTANCE: usize = 256;

const END: u32 = u32::MAX;

impl<T: Copy> Queue<T> {
    pub(crate) fn new() -> Queue<T> {
        Queue {
            chains: [END; MAX_DISTANCE],
            links: Vec::with_capacity(256),
            free: END,
            nearest: MAX_DISTANCE,
        }
    }

    /// The bytes that the queue has in use.
    pub(crate) fn memory(&self) -> usize {
        self.links.capacity() * size_of::<Link<T>>()
    }

    #[inline]
    pub(crate) fn push(&mut self, distance: usize, item: T) {
        let distance = distance.min(MAX_DISTANCE - 1);
        self.nearest = self.nearest.min(distance);
        let link = Link { item, next: self.chains[distance] };
        if let Some(place) = self.links.get_mut(self.free as usize) {
            self.chains[distance] = self.free;
            self.free = mem::replace(place, link).next;
        } else {
            self.chains[distance] = self.links.len() as u32;
            self.links.push(link);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        while let Some(chain) = self.chains.get_mut(self.nearest) {
            if let Some(link) = self.links.get_mut(*chain as usize) {
                let taken = mem::replace(chain, link.next);
                link.next = mem::replace(&mut self.free, taken);
                return Some(link.item);
            }
            self.nearest += 1;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Queue;
    use alloc::vec::Vec;

    #[test]
    fn the_nearest_comes_first_and_the_newest_among_equals() {
        let mut queue = Queue::new();
        for (distance, item) in [(5, 'a'), (9, 'b'), (5, 'c'), (100_000, 'd')] {
            queue.push(distance, item);
        }
        assert_eq!(queue.pop(), Some('c'));
        queue.push(0, 'e');
        let rest: Vec<char> = core::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(rest, ['e', 'a', 'b', 'd']);
        queue.push(255, 'f');
        assert_eq!((queue.pop(), queue.pop()), (Some('f'), None));
    }
}
