//! A node that believes the bus instead of the log: it tells of a row before it is on disk, and applies what it is told
//! without looking. The fault test and the simulation must find it out; no build that is used has it.

use super::{Rooms, ToNodes};
use crate::ids::GameId;
use crate::store::{Append, LogRow, Row};
use std::sync::atomic::Ordering;

impl Rooms {
    /// From now on this node trusts the bus.
    pub(crate) fn trust_bus(&self) {
        if let Some(cluster) = &self.0.cluster {
            cluster.trusts_bus.store(true, Ordering::Relaxed);
        }
    }

    /// Tells other nodes what is about to be written.
    pub(in crate::rooms) fn tell_before_it_is_written(&self, row: &Append) {
        if let Some(cluster) = &self.0.cluster
            && cluster.trusts_bus.load(Ordering::Relaxed)
        {
            let row = ToNodes::Row(row.game, row.seq, row.token, row.payload.clone());
            // Nobody listens only when the node is being stopped.
            let _ = cluster.to_nodes.send(row);
        }
    }

    /// Applies what the bus says without looking at the log.
    pub(super) async fn believe(&self, game: GameId, seq: u64, token: i64, payload: String) {
        let Some(room) = self.get(game) else { return };
        let row = Row { command: None, payload };
        let _turn = room.turn.lock().await;
        // What cannot be applied is not, as with a row of the log.
        let _ = self.apply_rows(&room, &[LogRow { seq, token, row }]);
    }
}
