//! Rooms on a database that several nodes share.
//!
//! The log decides. A room in memory is a copy of it that may be behind: a command that was decided upon an old copy
//! conflicts, and is decided again upon the new one (`catch_up`). What is beside the log (chat, presence, notifications,
//! challenges) is in tables; nodes tell each other by `notices` that something has changed. Every node polls both, and the
//! bus only says when to look at once.

mod catch_up;
#[cfg(any(test, feature = "crash-test-control"))]
mod gullible;
mod load;
mod notices;
mod presence;
#[cfg(test)]
mod simulation;
mod time;

pub(super) use catch_up::CannotCatchUp;
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

/// How often a node looks whether other nodes have written something of which no message came.
const POLL: Duration = Duration::from_secs(2);
/// How many hints and notices are sent together.
const MAX_TOGETHER: usize = 512;

/// What a node tells the others.
pub(crate) enum ToNodes {
    /// A game has a new row.
    Head(GameId, u64),
    /// A row that is not on disk yet, from the server of a control.
    #[cfg(any(test, feature = "crash-test-control"))]
    Row(GameId, u64, i64, String),
    /// Something beside the log.
    Notice(Notice),
}

/// What rooms need where several nodes share a database.
pub(super) struct Cluster {
    pub(super) to_nodes: mpsc::UnboundedSender<ToNodes>,
    /// Games of which another node has said that they have new rows.
    hinted: parking_lot::Mutex<HashMap<GameId, u64>>,
    heads_bell: Notify,
    notices_bell: Notify,
    /// Times in which no node served, the newest last, and how many there were ever.
    outages: parking_lot::Mutex<time::Outages>,
    /// When this node last said that it serves, and knew of all outages.
    last_beat: parking_lot::Mutex<tokio::time::Instant>,
    /// Held while that is done out of turn.
    beating: tokio::sync::Mutex<()>,
    /// Players of whom the database could not be told that they have come or gone.
    unwritten: parking_lot::Mutex<BTreeMap<(GameId, Color), Arc<Room>>>,
    /// Whether this node is being stopped.
    is_leaving: AtomicBool,
    #[cfg(any(test, feature = "crash-test-control"))]
    trusts_bus: AtomicBool,
}

impl Cluster {
    pub(super) fn new(to_nodes: mpsc::UnboundedSender<ToNodes>) -> Cluster {
        Cluster {
            to_nodes,
            hinted: parking_lot::Mutex::default(),
            heads_bell: Notify::new(),
            notices_bell: Notify::new(),
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
    /// Tells other nodes that a game has a new row.
    pub(super) fn tell_nodes(&self, game: GameId, v: u64) {
        if let Some(cluster) = &self.0.cluster {
            // Nobody listens only when the node is being stopped.
            let _ = cluster.to_nodes.send(ToNodes::Head(game, v));
        }
    }

    /// Tells other nodes something beside the log.
    pub(crate) fn send_notice(&self, notice: Notice) {
        if let Some(cluster) = &self.0.cluster {
            let _ = cluster.to_nodes.send(ToNodes::Notice(notice));
        }
    }

    /// This node is being stopped: that its players are gone is written down for all of them at once when it has ended.
    pub(crate) fn leave_nodes(&self) {
        if let Some(cluster) = &self.0.cluster {
            cluster.is_leaving.store(true, Ordering::Release);
        }
    }

    /// The database, where several nodes share it.
    pub(crate) fn shared(&self) -> Option<&SharedStore> {
        self.store().shared()
    }

    /// Starts what a node does for as long as it runs.
    pub(crate) fn join_nodes(
        &self,
        bus: Arc<Bus>,
        hints: Hints,
        to_nodes: mpsc::UnboundedReceiver<ToNodes>,
        others: mpsc::UnboundedSender<Notice>,
    ) -> Vec<JoinHandle<()>> {
        let (notices, written) = mpsc::unbounded_channel();
        vec![
            tokio::spawn(send_to_nodes(Arc::clone(&bus), to_nodes, notices)),
            tokio::spawn(self.clone().write_notices(bus, written)),
            tokio::spawn(self.clone().hear_nodes(hints)),
            tokio::spawn(self.clone().follow_heads()),
            tokio::spawn(self.clone().follow_notices(others)),
            tokio::spawn(self.clone().beat()),
            tokio::spawn(self.clone().sweep_due_games()),
        ]
    }

    /// Writes notices down, and then says that there are some.
    async fn write_notices(self, bus: Arc<Bus>, mut waiting: mpsc::UnboundedReceiver<Notice>) {
        let mut together = Vec::new();
        while waiting.recv_many(&mut together, MAX_TOGETHER).await > 0 {
            let notices = together.drain(..).filter_map(|notice| serde_json::to_string(&notice).ok());
            if let Some(shared) = self.shared()
                && let Err(error) = shared.add_notices(notices.collect()).await
            {
                tracing::warn!(%error, "other nodes were not told");
            }
            bus.send(&[Hint::Notices]).await;
        }
    }

    /// Notes what other nodes say, and looks soon.
    async fn hear_nodes(self, mut hints: Hints) {
        loop {
            for hint in hints.next().await {
                #[cfg(any(test, feature = "crash-test-control"))]
                if let Hint::Row(game, seq, token, payload) = &hint {
                    self.believe(*game, *seq, *token, payload.clone()).await;
                }
                self.follow_hint(&hint);
            }
        }
    }

    /// Another node says where to look.
    fn follow_hint(&self, hint: &Hint) {
        let Some(cluster) = &self.0.cluster else { return };
        match hint {
            Hint::Game(game, seq) => {
                if self.get(*game).is_some_and(|room| room.state().v < *seq) {
                    cluster.hinted.lock().insert(*game, *seq);
                    cluster.heads_bell.notify_one();
                }
            }
            Hint::Notices => cluster.notices_bell.notify_one(),
            #[cfg(any(test, feature = "crash-test-control"))]
            Hint::Row(..) => {}
        }
    }

    /// Rooms that are to be compared with the log: not those that are over and archived.
    fn followed(&self) -> Vec<Arc<Room>> {
        let mut rooms = self.all();
        rooms.retain(|room| !room.state().archived);
        rooms
    }
}

/// Sends hints. Notices go elsewhere, because writing them down takes a while, and moves do not wait for it.
async fn send_to_nodes(
    bus: Arc<Bus>,
    mut to_nodes: mpsc::UnboundedReceiver<ToNodes>,
    notices: mpsc::UnboundedSender<Notice>,
) {
    let mut together = Vec::new();
    while to_nodes.recv_many(&mut together, MAX_TOGETHER).await > 0 {
        let mut hints = Vec::new();
        for one in together.drain(..) {
            match one {
                ToNodes::Head(game, v) => hints.push(Hint::Game(game, v)),
                #[cfg(any(test, feature = "crash-test-control"))]
                ToNodes::Row(game, v, token, payload) => hints.push(Hint::Row(game, v, token, payload)),
                // Nobody writes only when the node is being stopped.
                ToNodes::Notice(notice) => drop(notices.send(notice)),
            }
        }
        if !hints.is_empty() {
            bus.send(&hints).await;
        }
    }
}
