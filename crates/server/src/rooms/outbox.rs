//! The queue of messages to one reader. It is bounded: a reader that does not keep up is dropped, and nobody waits for
//! it.

use super::update::{SideEvent, Update};
use crate::rooms::inbox::Notification;
use parking_lot::Mutex;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::sync::Notify;

/// How many messages may wait before the reader is dropped.
const MAX_WAITING: usize = 64;

/// A message to a reader.
#[derive(Clone, Debug)]
pub enum Outgoing {
    /// A new row of a game's log.
    Update(Arc<Update>),
    /// A change outside the log, such as presence or chat.
    SideEvent(Arc<SideEvent>),
    /// A notification for this player only.
    Notification(Notification),
}

/// The reader has not kept up with its messages.
#[derive(Debug, PartialEq, Eq)]
pub struct TooSlow;

/// The queue of one reader: cheap to create and to share.
#[derive(Debug, Default)]
pub struct Outbox {
    queue: Mutex<Queue>,
    added: Notify,
}

#[derive(Debug, Default)]
struct Queue {
    messages: VecDeque<Outgoing>,
    overflowed: bool,
}

impl Outbox {
    pub fn new() -> Arc<Outbox> {
        Arc::default()
    }

    /// Adds a message. Returns whether the reader keeps up.
    pub fn put(&self, outgoing: Outgoing) -> bool {
        let mut waiting = self.queue.lock();
        if waiting.overflowed {
            return false;
        }
        if waiting.messages.len() >= MAX_WAITING {
            *waiting = Queue { messages: VecDeque::new(), overflowed: true };
        } else {
            waiting.messages.push_back(outgoing);
        }
        let keeps_up = !waiting.overflowed;
        drop(waiting);
        self.added.notify_one();
        keeps_up
    }

    /// Waits for the next message. Only one task may read an outbox.
    pub async fn next(&self) -> Result<Outgoing, TooSlow> {
        loop {
            {
                let mut waiting = self.queue.lock();
                if waiting.overflowed {
                    return Err(TooSlow);
                }
                if let Some(outgoing) = waiting.messages.pop_front() {
                    if waiting.messages.is_empty() {
                        // An idle outbox should hold no memory.
                        waiting.messages = VecDeque::new();
                    }
                    return Ok(outgoing);
                }
            }
            self.added.notified().await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::GameId;

    #[tokio::test]
    async fn a_slow_reader_is_dropped_and_told() {
        let outbox = Outbox::new();
        let outgoing = || Outgoing::Notification(Notification::Started(GameId::random()));
        assert!(outbox.put(outgoing()));
        assert!(outbox.next().await.is_ok());
        assert!((0..MAX_WAITING).all(|_| outbox.put(outgoing())));
        assert!(!outbox.put(outgoing()));
        assert!(matches!(outbox.next().await, Err(TooSlow)));
    }
}
