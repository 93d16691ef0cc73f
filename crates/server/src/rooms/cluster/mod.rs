//! Rooms on a database that several nodes share.
//!
//! The log is authoritative. A room in memory is a copy that may be behind: a command that was decided on an old copy
//! conflicts, and is decided again on the new one (`catch_up`). Everything outside the log (chat, presence,
//! notifications, challenges) is in tables; nodes inform each other of changes by `notices`. Every node polls both; the
//! bus only tells it to look at once.

mod catch_up;
#[cfg(any(test, feature = "crash-test-control"))]
mod gullible;
mod load;
mod notices;
mod presence;
#[cfg(test)]
mod simulation;
mod time;

pub(super) use catch_up::CatchUpError;
pub(crate) use notices::Notice;
pub(super) use time::check_at;

use super::{Room, Rooms};
use crate::bus::{Bus, Hint, Hints};
use crate::ids::GameId;
use crate::store::SharedStore;
use rules::Color;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

/// How often a node checks for changes by other nodes of which no message arrived.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// How many hints or notices are sent in one batch.
const MAX_BATCH: usize = 512;

/// A message from a node to the others.
pub(crate) enum NodeMessage {
    /// A game has a new row.
    Head(GameId, u64),
    /// A row that is not on disk yet, from a deliberately faulty server.
    #[cfg(any(test, feature = "crash-test-control"))]
    Row(GameId, u64, i64, String),
    /// A change outside the log.
    Notice(Notice),
}

/// State of the rooms that is needed only in a cluster.
pub(super) struct Cluster {
    pub(super) to_nodes: mpsc::UnboundedSender<NodeMessage>,
    /// Games that have new rows according to other nodes.
    hinted: parking_lot::Mutex<HashMap<GameId, u64>>,
    heads_changed: Notify,
    notices_changed: Notify,
    /// Times in which no node was running, the newest last.
    outages: parking_lot::Mutex<time::Outages>,
    /// When this node last sent a heartbeat and then knew of all outages.
    last_beat: parking_lot::Mutex<tokio::time::Instant>,
    /// Held during a heartbeat out of turn.
    beating: tokio::sync::Mutex<()>,
    /// Players whose presence could not be written to the database.
    unwritten: parking_lot::Mutex<BTreeMap<(GameId, Color), Arc<Room>>>,
    /// Whether this node is shutting down.
    is_leaving: AtomicBool,
    #[cfg(any(test, feature = "crash-test-control"))]
    trusts_bus: AtomicBool,
}

impl Cluster {
    pub(super) fn new(to_nodes: mpsc::UnboundedSender<NodeMessage>) -> Cluster {
        Cluster {
            to_nodes,
            hinted: parking_lot::Mutex::default(),
            heads_changed: Notify::new(),
            notices_changed: Notify::new(),
            outages: parking_lot::Mutex::default(),
            last_beat: parking_lot::Mutex::new(tokio::time::Instant::now()),
            beating: tokio::sync::Mutex::default(),
            unwritten: parking_lot::Mutex::default(),
            is_leaving: AtomicBool::new(false),
            #[cfg(any(test, feature = "crash-test-control"))]
            trusts_bus: AtomicBool::new(false),
        }
    }
}

impl Rooms {
    /// Announces a new row of a game to other nodes.
    pub(super) fn tell_nodes(&self, game: GameId, v: u64) {
        if let Some(cluster) = &self.0.cluster {
            // The receiver is gone only while the node is shutting down.
            let _ = cluster.to_nodes.send(NodeMessage::Head(game, v));
        }
    }

    /// Sends a notice to other nodes.
    pub(crate) fn send_notice(&self, notice: Notice) {
        if let Some(cluster) = &self.0.cluster {
            let _ = cluster.to_nodes.send(NodeMessage::Notice(notice));
        }
    }

    /// Marks this node as shutting down: its players' presence is then written once for all of them when the store is
    /// closed.
    pub(crate) fn leave_nodes(&self) {
        if let Some(cluster) = &self.0.cluster {
            cluster.is_leaving.store(true, Ordering::Release);
        }
    }

    /// The shared database; none on a single server.
    pub(crate) fn shared(&self) -> Option<&SharedStore> {
        self.store().shared()
    }

    /// Starts the background tasks of a node.
    pub(crate) fn join_nodes(
        &self,
        bus: Arc<Bus>,
        hints: Hints,
        to_nodes: mpsc::UnboundedReceiver<NodeMessage>,
        others: mpsc::UnboundedSender<Notice>,
    ) -> Vec<JoinHandle<()>> {
        let (notices, queue) = mpsc::unbounded_channel();
        vec![
            tokio::spawn(send_to_nodes(Arc::clone(&bus), to_nodes, notices)),
            tokio::spawn(self.clone().write_notices(bus, queue)),
            tokio::spawn(self.clone().receive_hints(hints)),
            tokio::spawn(self.clone().follow_heads()),
            tokio::spawn(self.clone().follow_notices(others)),
            tokio::spawn(self.clone().beat()),
            tokio::spawn(self.clone().sweep_due_games(time::random_jitter)),
        ]
    }

    /// Stores notices in the database, and then sends a hint that there are some.
    async fn write_notices(self, bus: Arc<Bus>, mut queue: mpsc::UnboundedReceiver<Notice>) {
        let mut batch = Vec::new();
        while queue.recv_many(&mut batch, MAX_BATCH).await > 0 {
            let notices = batch.drain(..).filter_map(|notice| serde_json::to_string(&notice).ok());
            if let Some(shared) = self.shared()
                && let Err(error) = shared.add_notices(notices.collect()).await
            {
                tracing::warn!(%error, "notices to other nodes could not be stored");
            }
            bus.send(&[Hint::Notices]).await;
        }
    }

    /// Receives hints from the bus.
    async fn receive_hints(self, mut hints: Hints) {
        loop {
            for hint in hints.next().await {
                #[cfg(any(test, feature = "crash-test-control"))]
                if let Hint::Row(game, seq, token, payload) = &hint {
                    self.apply_unverified(*game, *seq, *token, payload.clone()).await;
                }
                self.follow_hint(&hint);
            }
        }
    }

    /// Schedules a look at what a hint is about.
    fn follow_hint(&self, hint: &Hint) {
        let Some(cluster) = &self.0.cluster else { return };
        match hint {
            Hint::Game(game, seq) => {
                if self.get(*game).is_some_and(|room| room.state().v < *seq) {
                    cluster.hinted.lock().insert(*game, *seq);
                    cluster.heads_changed.notify_one();
                }
            }
            Hint::Notices => cluster.notices_changed.notify_one(),
            #[cfg(any(test, feature = "crash-test-control"))]
            Hint::Row(..) => {}
        }
    }

    /// Rooms to be compared with the log: all but archived ones.
    fn followed(&self) -> Vec<Arc<Room>> {
        let mut rooms = self.all();
        rooms.retain(|room| !room.state().archived);
        rooms
    }
}

/// Sends hints. Notices go to another task, because storing them takes a while, and hints about moves must not wait for
/// that.
async fn send_to_nodes(
    bus: Arc<Bus>,
    mut to_nodes: mpsc::UnboundedReceiver<NodeMessage>,
    notices: mpsc::UnboundedSender<Notice>,
) {
    let mut batch = Vec::new();
    while to_nodes.recv_many(&mut batch, MAX_BATCH).await > 0 {
        let mut hints = Vec::new();
        for message in batch.drain(..) {
            match message {
                NodeMessage::Head(game, v) => hints.push(Hint::Game(game, v)),
                #[cfg(any(test, feature = "crash-test-control"))]
                NodeMessage::Row(game, v, token, payload) => hints.push(Hint::Row(game, v, token, payload)),
                // The receiver is gone only while the node is shutting down.
                NodeMessage::Notice(notice) => drop(notices.send(notice)),
            }
        }
        if !hints.is_empty() {
            bus.send(&hints).await;
        }
    }
}
