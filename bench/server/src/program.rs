//! The server as a child process.

use crate::machine;
use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{File, OpenOptions};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Which server to start.
#[derive(clap::Args, Clone)]
pub(crate) struct ServerOptions {
    /// The program to start.
    #[arg(long, default_value = "target/release/tabiya")]
    server: PathBuf,
    /// The folder of its data and its log; a temporary folder if not given.
    #[arg(long)]
    data: Option<PathBuf>,
    /// More arguments for `tabiya serve`, one each.
    #[arg(long = "serve", allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// How to start the server, repeatedly on the same data and address.
pub(crate) struct Program {
    options: ServerOptions,
    pub(crate) address: SocketAddr,
    folder: PathBuf,
    _temporary: Option<TempDir>,
}

impl Program {
    pub(crate) fn new(options: ServerOptions) -> Result<Program> {
        // A port that was free a moment ago.
        let address = TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let temporary = if options.data.is_none() { Some(TempDir::new()?) } else { None };
        let folder = match (&options.data, &temporary) {
            (Some(data), _) => data.clone(),
            (None, Some(temporary)) => temporary.path().to_owned(),
            (None, None) => bail!("no place for the data"),
        };
        std::fs::create_dir_all(&folder)?;
        Ok(Program { options, address, folder, _temporary: temporary })
    }

    /// Starts the server and waits until it serves.
    pub(crate) async fn start(&self) -> Result<Running> {
        let log = OpenOptions::new().create(true).append(true).open(self.folder.join("log"))?;
        let started = Instant::now();
        let child = self.command(log).spawn();
        let child = child.with_context(|| format!("{} does not start", self.options.server.display()))?;
        let mut running = Running { child, ready_after: Duration::ZERO };
        let client = reqwest::Client::builder().timeout(Duration::from_secs(1)).build()?;
        let ready = format!("http://{}/readyz", self.address);
        while started.elapsed() < Duration::from_secs(60) {
            if let Some(status) = running.child.try_wait()? {
                bail!("the server ended: {status}; see {}", self.folder.join("log").display());
            }
            if client.get(&ready).send().await.is_ok_and(|answer| answer.status().is_success()) {
                running.ready_after = started.elapsed();
                return Ok(running);
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        bail!("the server is not ready after a minute; see {}", self.folder.join("log").display())
    }

    fn command(&self, log: File) -> Command {
        let mut command = Command::new(&self.options.server);
        command
            .args(["serve", "--listen", &self.address.to_string(), "--data"])
            .arg(self.folder.join("data"))
            // Every visitor has an address of its own, so that limits apply without being reached.
            .args(["--proxy", "127.0.0.1"])
            .args(&self.options.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log);
        command
    }
}

/// A running server, which is killed when this is dropped.
pub(crate) struct Running {
    child: Child,
    pub(crate) ready_after: Duration,
}

impl Running {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGKILL: the process can finish nothing.
    pub(crate) fn kill(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }

    /// Shuts it down cleanly.
    pub(crate) fn stop(mut self) -> Result<()> {
        let id = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw).context("no such process")?;
        kill_process(id, Signal::TERM)?;
        let status = self.child.wait()?;
        if !status.success() {
            bail!("the server ended badly: {status}");
        }
        Ok(())
    }

    /// The current and the peak memory, in kilobytes.
    pub(crate) fn memory(&self) -> (u64, u64) {
        machine::memory(self.id()).unwrap_or_default()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have been killed or stopped already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
