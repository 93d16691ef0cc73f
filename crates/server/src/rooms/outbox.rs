//! What waits to be sent to one reader. It is bounded: a reader that does not keep up is dropped, and nobody waits for it.

use super::update::{SideEvent, Update};
use crate::rooms::inbox::Notification;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::Notify;

/// How many messages wait before the reader is dropped.
const WAITING: usize = 64;

/// Something to be told.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// Something happened in a game.
    Update(Arc<Update>),
    /// Something beside the moves: who is there, who talks.
    SideEvent(Arc<SideEvent>),
    /// Something for this player alone.
    Notification(Notification),
}

/// The reader has not kept up.
#[derive(Debug, PartialEq, Eq)]
pub struct TooSlow;

/// What waits for one reader: cheap to make and to share.
#[derive(Debug, Default)]
pub struct Outbox {
    waiting: Mutex<Waiting>,
    bell: Notify,
}

#[derive(Debug, Default)]
struct Waiting {
    posts: VecDeque<Outgoing>,
    overflown: bool,
}

impl Outbox {
    pub fn new() -> Arc<Outbox> {
        Arc::default()
    }

    /// Puts something in. Returns whether the reader is still one.
    pub fn put(&self, outgoing: Outgoing) -> bool {
        let mut waiting = self.waiting.lock();
        if waiting.overflown {
            return false;
        }
        if waiting.posts.len() >= WAITING {
            *waiting = Waiting { posts: VecDeque::new(), overflown: true };
        } else {
            waiting.posts.push_back(outgoing);
        }
        let keeps_up = !waiting.overflown;
        drop(waiting);
        self.bell.notify_one();
        keeps_up
    }

    /// The next message, when there is one. Only one task reads an outbox.
    pub async fn next(&self) -> Result<Outgoing, TooSlow> {
        loop {
            {
                let mut waiting = self.waiting.lock();
                if waiting.overflown {
                    return Err(TooSlow);
                }
                if let Some(outgoing) = waiting.posts.pop_front() {
                    if waiting.posts.is_empty() {
                        // An idle reader holds no memory.
                        waiting.posts = VecDeque::new();
                    }
                    return Ok(outgoing);
                }
            }
            self.bell.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GameId;

    #[tokio::test]
    async fn who_does_not_read_is_dropped_and_told() {
        let outbox = Outbox::new();
        let outgoing = || Outgoing::Notification(Notification::Started(GameId::random()));
        assert!(outbox.put(outgoing()));
        assert!(outbox.next().await.is_ok());
        assert!((0..WAITING).all(|_| outbox.put(outgoing())));
        assert!(!outbox.put(outgoing()));
        assert!(matches!(outbox.next().await, Err(TooSlow)));
    }
}
