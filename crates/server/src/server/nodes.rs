//! The connection of a node to the others: the bus, and the tasks that follow other nodes.

use crate::bus::{Bus, BusError, Hints};
use crate::config::ClusterConfig;
use crate::lobby::Lobby;
use crate::rooms::Rooms;
use crate::rooms::cluster::NodeMessage;
use crate::server::StartError;
use crate::store::SharedStore;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};

/// The connection of a node to the others.
pub(super) struct Link {
    pub(super) to_nodes: mpsc::UnboundedSender<NodeMessage>,
    waiting: mpsc::UnboundedReceiver<NodeMessage>,
    bus: Bus,
    hints: Hints,
}

impl Link {
    /// Connects to the bus, if there is one.
    pub(super) async fn new(config: &ClusterConfig, shared: &SharedStore) -> Result<Link, StartError> {
        let bus = match &config.nats {
            Some(url) => Bus::connect(url, &shared.cluster_name().await?).await?,
            None => {
                tracing::warn!(
                    "no --nats: this node polls for the changes of others, up to two seconds late"
                );
                Bus::none()
            }
        };
        let hints = bus.listen().await.map_err(|error: BusError| StartError::Bus(error))?;
        let (to_nodes, waiting) = mpsc::unbounded_channel();
        Ok(Link { to_nodes, waiting, bus, hints })
    }

    pub(super) fn start(self, rooms: &Rooms, lobby: &Lobby) -> Vec<AbortHandle> {
        let (others, notices) = mpsc::unbounded_channel();
        let mut tasks = rooms.join_nodes(Arc::new(self.bus), self.hints, self.waiting, others);
        tasks.push(tokio::spawn(lobby.clone().follow_nodes(notices)));
        tasks.iter().map(JoinHandle::abort_handle).collect()
    }
}
