//! PostgreSQL, NATS and the nodes, each node in a network of its own if possible, and the faults that can be caused.

use super::log::Log;
use super::nats::Nats;
use super::network::{Direction, Network, Peer, Ports};
use super::node::{Node, NodeSettings, faketime};
use super::postgres::Postgres;
use super::process::free_address;
use crate::crash::Verdict;
use crate::machine;
use anyhow::Result;
use rustix::process::Signal;
use std::net::{Ipv4Addr, SocketAddr};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The order of the fields matters: the network and the folder are dropped after everything that uses them.
pub(super) struct Cluster {
    nodes: Vec<Node>,
    settings: NodeSettings,
    nats: Nats,
    postgres: Postgres,
    network: Option<Network>,
    folder: Folder,
}

/// The folder of the logs and the database. It is kept when the run ends with an error, or on request.
pub(super) struct Folder(TempDir);

impl Folder {
    fn create() -> Result<Folder> {
        let mut folder = tempfile::Builder::new().prefix("tabiya-").tempdir_in("/tmp")?;
        folder.disable_cleanup(true);
        // PostgreSQL runs as another user, who must be able to enter the folder.
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o711))?;
        Ok(Folder(folder))
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    /// Keeps the folder and prints its path, or deletes it.
    pub(super) fn end(mut self, keep: bool) {
        if keep {
            println!("the logs and the database are in {}", self.path().display());
        } else {
            self.0.disable_cleanup(false);
        }
    }
}

/// How to start a cluster.
pub(super) struct Plan<'o> {
    pub(super) program: &'o Path,
    pub(super) nodes: usize,
    pub(super) arguments: &'o [String],
    /// Whether nodes get networks of their own.
    pub(super) network: bool,
    /// Whether the clocks of nodes can be set.
    pub(super) clocks: bool,
}

impl Cluster {
    pub(super) async fn start(plan: Plan<'_>) -> Result<Cluster> {
        let folder = Folder::create()?;
        eprintln!("logs in {}", folder.path().display());
        let network = plan.network.then(|| Network::new(plan.nodes)).transpose()?;
        let postgres = Postgres::create(folder.path(), network.as_ref()).await?;
        let host = network.as_ref().map_or(Ipv4Addr::LOCALHOST, Network::host);
        let nats = Nats::start(folder.path(), host)?;
        let settings = NodeSettings {
            program: plan.program.to_owned(),
            arguments: plan.arguments.to_vec(),
            folder: folder.path().to_owned(),
            database: postgres.url(),
            bus: nats.url(),
            clients: host,
            faketime: plan.clocks.then(faketime).flatten(),
        };
        let mut nodes = Vec::new();
        for number in 0..plan.nodes {
            let mut address = free_address()?;
            if let Some(network) = &network {
                address.set_ip(network.node(number).into());
            }
            settings.set_clock(number, 0)?;
            nodes.push(settings.start(number, address, network.as_ref()).await?);
        }
        Ok(Cluster { nodes, settings, nats, postgres, network, folder })
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    /// Sets the program for nodes that start from now on.
    pub(super) fn set_program(&mut self, program: &Path) {
        program.clone_into(&mut self.settings.program);
    }

    /// The memory of all nodes together, in kilobytes.
    pub(super) fn memory(&self) -> u64 {
        let each = self.nodes.iter().map(|node| machine::memory(node.process.id()));
        each.map(|memory| memory.map_or(0, |(now, _)| now)).sum()
    }

    /// How many bytes PostgreSQL has written to its write-ahead log.
    pub(super) fn wal_bytes(&self) -> Result<u64> {
        self.postgres.wal_bytes()
    }

    /// The process ids of the nodes and of PostgreSQL.
    pub(super) fn processes(&self) -> (Vec<u32>, u32) {
        (self.nodes.iter().map(|node| node.process.id()).collect(), self.postgres.id())
    }

    pub(super) fn kill_node(&mut self, number: usize) -> Result<()> {
        self.nodes[number].process.kill()
    }

    /// Shuts a node down cleanly.
    pub(super) async fn stop_node(&mut self, number: usize) -> Result<()> {
        let process = &mut self.nodes[number].process;
        process.signal(Signal::TERM)?;
        while !process.has_ended()? {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Starts a node again, and waits until it is ready.
    pub(super) async fn restart_node(&mut self, number: usize) -> Result<()> {
        let address = self.nodes[number].address;
        self.nodes[number] = self.settings.start(number, address, self.network.as_ref()).await?;
        Ok(())
    }

    /// Pauses a node for a while.
    pub(super) async fn pause_node(&self, number: usize, pause: Duration) -> Result<()> {
        self.nodes[number].process.pause(pause).await
    }

    /// Sets the clock of a node to differ by this many seconds.
    pub(super) fn set_clock(&self, number: usize, seconds: i64) -> Result<()> {
        self.settings.set_clock(number, seconds)
    }

    pub(super) fn stop_database(&mut self) -> Result<()> {
        self.postgres.crash()
    }

    pub(super) async fn start_database(&mut self) -> Result<()> {
        self.postgres.restart().await
    }

    pub(super) async fn pause_database(&self, pause: Duration) -> Result<()> {
        self.postgres.pause(pause).await
    }

    pub(super) async fn restart_bus(&mut self, away: Duration) -> Result<()> {
        self.nats.restart(away).await
    }

    pub(super) async fn pause_bus(&self, pause: Duration) -> Result<()> {
        self.nats.pause(pause).await
    }

    /// Cuts a node off from a peer for a while.
    pub(super) async fn cut(
        &self,
        number: usize,
        peer: Peer,
        direction: Direction,
        pause: Duration,
    ) -> Result<()> {
        let Some(network) = &self.network else { return Ok(()) };
        let (database, bus) = (self.postgres.port(), self.nats.port());
        let ports = Ports { database, bus, node: self.nodes[number].address.port() };
        network.cut(number, peer, direction, ports)?;
        tokio::time::sleep(pause).await;
        network.heal(number)
    }

    /// Loses packets of a node for a while.
    pub(super) async fn lose(&self, number: usize, percent: u32, pause: Duration) -> Result<()> {
        let Some(network) = &self.network else { return Ok(()) };
        network.lose(number, percent)?;
        tokio::time::sleep(pause).await;
        network.heal(number)
    }

    pub(super) fn end(self) -> Folder {
        self.folder
    }

    /// Shuts the nodes down cleanly. Returns the output of `tabiya fsck`, the log of all games, and the folder.
    pub(super) fn stop_and_check(mut self, verdict: &Verdict) -> Result<(String, Log, Folder)> {
        for node in &self.nodes {
            node.process.signal(Signal::TERM)?;
        }
        for node in &mut self.nodes {
            node.process.wait()?;
        }
        let database = self.postgres.socket_url();
        let checked =
            Command::new(&self.settings.program).args(["fsck", "--database", &database]).output()?;
        let log = Log::read(&self.postgres, verdict)?;
        self.postgres.stop()?;
        let output = if checked.status.success() { checked.stdout } else { checked.stderr };
        Ok((String::from_utf8_lossy(&output).trim().to_owned(), log, self.folder))
    }
}
