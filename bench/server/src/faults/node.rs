//! A node as a child process, whose clock can differ from the machine's.

use super::network::Network;
use super::process::Process;
use anyhow::{Context, Result, bail};
use std::fs::OpenOptions;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

pub(super) struct Node {
    pub(super) address: SocketAddr,
    pub(super) process: Process,
}

/// How nodes are started.
pub(super) struct NodeSettings {
    pub(super) program: PathBuf,
    /// More arguments for `tabiya serve`.
    pub(super) arguments: Vec<String>,
    /// The folder of the logs and of the clock settings.
    pub(super) folder: PathBuf,
    pub(super) database: String,
    pub(super) bus: String,
    /// The address of the clients, which is trusted as a proxy so that each client has an address of its own.
    pub(super) clients: Ipv4Addr,
    /// The library that fakes the time of a node, if it is installed.
    pub(super) faketime: Option<PathBuf>,
}

impl NodeSettings {
    /// Starts a node and waits until it serves.
    pub(super) async fn start(
        &self,
        number: usize,
        address: SocketAddr,
        network: Option<&Network>,
    ) -> Result<Node> {
        let process = self.spawn(number, address, network)?;
        wait_until_ready(address).await.with_context(|| self.end_of_log(number))?;
        Ok(Node { address, process })
    }

    fn spawn(&self, number: usize, address: SocketAddr, network: Option<&Network>) -> Result<Process> {
        let log = OpenOptions::new().create(true).append(true).open(self.log(number))?;
        let mut command = network.map_or_else(|| Command::new("env"), |network| network.command(number));
        if let Some(library) = &self.faketime {
            // After `ip`, which must see the real time.
            command.args(["env", "FAKETIME_CACHE_DURATION=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]);
            command.arg(format!("LD_PRELOAD={}", library.display()));
            command.arg(format!("FAKETIME_TIMESTAMP_FILE={}", self.clock(number).display()));
        }
        command
            .arg(std::path::absolute(&self.program)?)
            .args(["serve", "--listen", &address.to_string(), "--database", &self.database])
            .args(["--nats", &self.bus, "--node", &name(number)])
            .args(["--proxy", &self.clients.to_string(), "--computer-threads", "1"])
            .args(&self.arguments)
            .stderr(log);
        Process::spawn(&mut command).with_context(|| self.program.display().to_string())
    }

    /// Sets the clock of a node to differ by this many seconds.
    pub(super) fn set_clock(&self, number: usize, seconds: i64) -> Result<()> {
        Ok(std::fs::write(self.clock(number), format!("{seconds:+}\n"))?)
    }

    fn clock(&self, number: usize) -> PathBuf {
        self.folder.join(format!("clock-{number}"))
    }

    fn log(&self, number: usize) -> PathBuf {
        self.folder.join(format!("{}.log", name(number)))
    }

    /// The last lines of a node's log.
    fn end_of_log(&self, number: usize) -> String {
        let log = std::fs::read_to_string(self.log(number)).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(5)..].join("\n")
    }
}

fn name(number: usize) -> String {
    format!("node-{number}")
}

/// The library that fakes the time of a process, if the package `faketime` is installed.
pub(super) fn faketime() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    folders
        .map(|folder| folder.join(Path::new("faketime/libfaketimeMT.so.1")))
        .find(|library| library.is_file())
}

async fn wait_until_ready(address: SocketAddr) -> Result<()> {
    let client = reqwest::Client::builder().timeout(Duration::from_secs(1)).build()?;
    let (begun, url) = (Instant::now(), format!("http://{address}/readyz"));
    while begun.elapsed() < Duration::from_secs(60) {
        if client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    bail!("the node at {address} is not ready after a minute")
}
