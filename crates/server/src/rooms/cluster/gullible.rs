//! A deliberately faulty node that trusts the bus instead of the log: it announces a row before it is on disk, and
//! applies announced rows without reading the log. The fault test and the simulation must detect it. It is not part of
//! any release build.

use super::{NodeMessage, Rooms};
use crate::ids::GameId;
use crate::store::{Append, LogRow, Row};
use std::sync::atomic::Ordering;

impl Rooms {
    /// Makes this node trust the bus from now on.
    pub(crate) fn trust_bus(&self) {
        if let Some(cluster) = &self.0.cluster {
            cluster.trusts_bus.store(true, Ordering::Relaxed);
        }
    }

    /// Announces a row to other nodes before it is written.
    pub(in crate::rooms) fn announce_unwritten(&self, row: &Append) {
        if let Some(cluster) = &self.0.cluster
            && cluster.trusts_bus.load(Ordering::Relaxed)
        {
            let row = NodeMessage::Row(row.game, row.seq, row.token, row.payload.clone());
            // The receiver is gone only while the node is shutting down.
            let _ = cluster.to_nodes.send(row);
        }
    }

    /// Applies a row from the bus without reading the log.
    pub(super) async fn apply_unverified(&self, game: GameId, seq: u64, token: i64, payload: String) {
        let Some(room) = self.get(game) else { return };
        let row = Row { command: None, payload };
        let _turn = room.turn.lock().await;
        // A row that cannot be applied is ignored.
        let _ = self.apply_rows(&room, &[LogRow { seq, token, row }]);
    }
}
