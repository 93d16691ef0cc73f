//! A PostgreSQL server for one run, which can crash and start again on the same data.

use super::network::Network;
use super::process::{Process, free_address};
use anyhow::{Context, Result, bail, ensure};
use rustix::process::Signal;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

pub(super) struct Postgres {
    /// The folder of its data, its log and its socket.
    folder: PathBuf,
    programs: PathBuf,
    port: u16,
    /// The address for nodes in networks of their own; other nodes use the socket.
    host: Option<Ipv4Addr>,
    process: Process,
}

impl Postgres {
    /// Creates an empty database in a folder and starts the server.
    pub(super) async fn create(folder: &Path, network: Option<&Network>) -> Result<Postgres> {
        let programs = programs()?;
        if rustix::process::getuid().is_root() {
            ensure!(Command::new("chown").arg("nobody").arg(folder).status()?.success(), "chown failed");
        }
        let made = as_nobody(&programs.join("initdb"))
            .args(["-A", "trust", "-U", "tabiya", "-E", "UTF8", "--locale=C", "-D"])
            .arg(folder.join("data"))
            .stdout(Stdio::null())
            .status()?;
        ensure!(made.success(), "initdb failed");
        if let Some(network) = network {
            let mut access = OpenOptions::new().append(true).open(folder.join("data/pg_hba.conf"))?;
            writeln!(access, "host all all {} trust", network.range())?;
        }
        let (port, host) = (free_address()?.port(), network.map(Network::host));
        let process = start(folder, &programs, port, host)?;
        let postgres = Postgres { folder: folder.to_owned(), programs, port, host, process };
        postgres.wait_until_ready().await?;
        let created = postgres.client("createdb").arg("tabiya").status()?;
        ensure!(created.success(), "createdb failed");
        Ok(postgres)
    }

    pub(super) fn id(&self) -> u32 {
        self.process.id()
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The URL for the nodes.
    pub(super) fn url(&self) -> String {
        self.host.map_or_else(|| self.socket_url(), |host| self.url_at(&host.to_string()))
    }

    /// The URL for this program, which works whatever is cut off.
    pub(super) fn socket_url(&self) -> String {
        self.url_at(&self.folder.display().to_string().replace('/', "%2F"))
    }

    fn url_at(&self, host: &str) -> String {
        format!("postgres://tabiya@{host}:{}/tabiya", self.port)
    }

    /// Ends without a clean shutdown, as in a crash.
    pub(super) fn crash(&mut self) -> Result<()> {
        self.process.signal(Signal::QUIT)?;
        self.process.wait()
    }

    /// Starts again on the same data.
    pub(super) async fn restart(&mut self) -> Result<()> {
        self.process = start(&self.folder, &self.programs, self.port, self.host)?;
        self.wait_until_ready().await
    }

    /// Pauses it for a while.
    pub(super) async fn pause(&self, pause: Duration) -> Result<()> {
        self.process.pause(pause).await
    }

    /// Shuts it down cleanly.
    pub(super) fn stop(&mut self) -> Result<()> {
        self.process.signal(Signal::INT)?;
        self.process.wait()
    }

    /// The result of a query: a line for each row, a tab between columns.
    pub(super) fn query(&self, sql: &str) -> Result<String> {
        let answer = self
            .client("psql")
            .args(["-d", "tabiya", "-At", "-F", "\t", "-c", sql])
            .output()
            .context("psql does not start")?;
        ensure!(answer.status.success(), "psql: {}", String::from_utf8_lossy(&answer.stderr));
        Ok(String::from_utf8(answer.stdout)?)
    }

    /// How many bytes it has written to its write-ahead log.
    pub(super) fn wal_bytes(&self) -> Result<u64> {
        Ok(self.query("SELECT pg_current_wal_lsn() - '0/0'")?.trim().parse()?)
    }

    /// One of the client programs, connected through the socket.
    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.arg("-h").arg(&self.folder).args(["-p", &self.port.to_string(), "-U", "tabiya"]);
        command
    }

    async fn wait_until_ready(&self) -> Result<()> {
        let begun = Instant::now();
        while !self.client("pg_isready").arg("-q").status()?.success() {
            if begun.elapsed() > Duration::from_secs(60) {
                bail!("PostgreSQL does not start; see {}", self.folder.join("postgres.log").display());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(())
    }
}

/// The folder of the PostgreSQL programs.
fn programs() -> Result<PathBuf> {
    let mut found: Vec<_> = std::fs::read_dir("/usr/lib/postgresql")
        .context("PostgreSQL is missing. To install it: apt-get install postgresql")?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").is_file())
        .collect();
    found.sort();
    found.pop().context("PostgreSQL is missing. To install it: apt-get install postgresql")
}

/// PostgreSQL refuses to run as root.
fn as_nobody(program: &Path) -> Command {
    if !rustix::process::getuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
    command
}

fn start(folder: &Path, programs: &Path, port: u16, host: Option<Ipv4Addr>) -> Result<Process> {
    let listen = host.map_or(String::new(), |host| host.to_string());
    let log = File::options().create(true).append(true).open(folder.join("postgres.log"))?;
    Process::spawn(
        as_nobody(&programs.join("postgres"))
            .arg("-D")
            .arg(folder.join("data"))
            .args(["-p", &port.to_string(), "-c", &format!("listen_addresses={listen}"), "-c"])
            .arg(format!("unix_socket_directories={}", folder.display()))
            // As docs/scale.md advises: fewer checkpoints, because the first change after each writes the full page.
            .args(["-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB", "-c", "wal_compression=on"])
            .args(["-c", "log_min_duration_statement=500", "-c", "log_lock_waits=on"])
            .stderr(log),
    )
}
