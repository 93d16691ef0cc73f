//! A NATS server for one run.

use super::process::{Process, free_address};
use anyhow::{Context, Result};
use std::fs::File;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

pub(super) struct Nats {
    /// The folder of its log.
    folder: PathBuf,
    host: Ipv4Addr,
    port: u16,
    process: Process,
}

impl Nats {
    pub(super) fn start(folder: &Path, host: Ipv4Addr) -> Result<Nats> {
        let port = free_address()?.port();
        Ok(Nats { folder: folder.to_owned(), host, port, process: spawn(folder, host, port)? })
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    pub(super) fn url(&self) -> String {
        format!("nats://{}:{}", self.host, self.port)
    }

    /// Kills it and starts it again later: what was sent meanwhile is lost.
    pub(super) async fn restart(&mut self, away: Duration) -> Result<()> {
        self.process.kill()?;
        tokio::time::sleep(away).await;
        self.process = spawn(&self.folder, self.host, self.port)?;
        Ok(())
    }

    /// Pauses it for a while: what was sent meanwhile arrives late.
    pub(super) async fn pause(&self, pause: Duration) -> Result<()> {
        self.process.pause(pause).await
    }
}

fn spawn(folder: &Path, host: Ipv4Addr, port: u16) -> Result<Process> {
    let log = File::options().create(true).append(true).open(folder.join("nats.log"))?;
    let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"]
        .into_iter()
        .find(|path| Path::new(path).is_file())
        .context("NATS is missing. To install it: apt-get install nats-server")?;
    Process::spawn(Command::new(program).args(["-a", &host.to_string(), "-p", &port.to_string()]).stderr(log))
}
