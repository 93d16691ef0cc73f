//! PostgreSQL, NATS and nodes as processes of this program.

use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{File, OpenOptions};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

pub(super) struct Cluster {
    folder: TempDir,
    program: PathBuf,
    arguments: Vec<String>,
    postgres: Process,
    nats: Process,
    nats_port: u16,
    nodes: Vec<Node>,
}

struct Node {
    address: SocketAddr,
    name: String,
    process: Process,
}

/// A child that does not outlive this program.
struct Process(Child);

impl Process {
    fn signal(&self, signal: Signal) -> Result<()> {
        let id = i32::try_from(self.0.id()).ok().and_then(Pid::from_raw).context("no such process")?;
        Ok(kill_process(id, signal)?)
    }

    fn kill(&mut self) -> Result<()> {
        self.0.kill()?;
        self.0.wait()?;
        Ok(())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn free_address() -> Result<SocketAddr> {
    // A port that was free a moment ago.
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?)
}

/// Where PostgreSQL's programs are.
fn postgres_programs() -> Result<PathBuf> {
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

impl Cluster {
    pub(super) async fn start(program: &Path, nodes: usize, arguments: &[String]) -> Result<Cluster> {
        let folder = tempfile::Builder::new().prefix("tabiya-").tempdir_in("/tmp")?;
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o711))?;
        if rustix::process::getuid().is_root() {
            ensure!(
                Command::new("chown").arg("nobody").arg(folder.path()).status()?.success(),
                "chown failed"
            );
        }
        let bin = postgres_programs()?;
        let made = as_nobody(&bin.join("initdb"))
            .args(["-A", "trust", "-U", "tabiya", "-E", "UTF8", "--locale=C", "-D"])
            .arg(folder.path().join("data"))
            .stdout(Stdio::null())
            .status()?;
        ensure!(made.success(), "initdb failed");
        let postgres = start_postgres(folder.path(), &bin)?;
        wait_for_postgres(folder.path(), &bin).await?;
        let created = Command::new(bin.join("createdb"))
            .arg("-h")
            .arg(folder.path())
            .args(["-U", "tabiya", "tabiya"])
            .status()?;
        ensure!(created.success(), "createdb failed");
        let nats_port = free_address()?.port();
        let nats = start_nats(folder.path(), nats_port)?;
        let mut cluster = Cluster {
            folder,
            program: program.to_owned(),
            arguments: arguments.to_vec(),
            postgres,
            nats,
            nats_port,
            nodes: Vec::new(),
        };
        for number in 0..nodes {
            let (address, name) = (free_address()?, format!("node-{number}"));
            let process = cluster.start_node(address, &name)?;
            wait_until_ready(address).await?;
            cluster.nodes.push(Node { address, name, process });
        }
        Ok(cluster)
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    fn database(&self) -> String {
        format!("postgres://tabiya@{}/tabiya", self.folder.path().display().to_string().replace('/', "%2F"))
    }

    fn start_node(&self, address: SocketAddr, name: &str) -> Result<Process> {
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.path().join(format!("{name}.log")))?;
        let child = Command::new(&self.program)
            .args(["serve", "--listen", &address.to_string(), "--database", &self.database()])
            .args(["--nats", &format!("nats://127.0.0.1:{}", self.nats_port), "--node", name])
            .args(["--proxy", "127.0.0.1", "--computer-threads", "1"])
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        Ok(Process(child.with_context(|| format!("{} does not start", self.program.display()))?))
    }

    /// Kills a node, and starts it again after a while.
    pub(super) async fn kill_node(&mut self, number: usize, away: Duration) -> Result<()> {
        self.nodes[number].process.kill()?;
        tokio::time::sleep(away).await;
        let (address, name) = (self.nodes[number].address, self.nodes[number].name.clone());
        self.nodes[number].process = self.start_node(address, &name)?;
        wait_until_ready(address).await
    }

    /// A node does nothing for a while, and then goes on as if nothing had been.
    pub(super) async fn pause_node(&mut self, number: usize, pause: Duration) -> Result<()> {
        self.nodes[number].process.signal(Signal::STOP)?;
        tokio::time::sleep(pause).await;
        self.nodes[number].process.signal(Signal::CONT)
    }

    /// Ends PostgreSQL as a crash does, and starts it again.
    pub(super) async fn restart_database(&mut self) -> Result<()> {
        self.postgres.signal(Signal::QUIT)?;
        self.postgres.0.wait()?;
        let bin = postgres_programs()?;
        self.postgres = start_postgres(self.folder.path(), &bin)?;
        wait_for_postgres(self.folder.path(), &bin).await
    }

    pub(super) async fn restart_bus(&mut self, away: Duration) -> Result<()> {
        self.nats.kill()?;
        tokio::time::sleep(away).await;
        self.nats = start_nats(self.folder.path(), self.nats_port)?;
        Ok(())
    }

    /// Ends the nodes in order, and says what the program finds in the database.
    pub(super) fn stop_and_check(mut self) -> Result<String> {
        for node in &mut self.nodes {
            node.process.signal(Signal::TERM)?;
        }
        for node in &mut self.nodes {
            node.process.0.wait()?;
        }
        let checked = Command::new(&self.program).args(["fsck", "--database", &self.database()]).output()?;
        self.postgres.signal(Signal::INT)?;
        self.postgres.0.wait()?;
        let said = if checked.status.success() { checked.stdout } else { checked.stderr };
        Ok(String::from_utf8_lossy(&said).trim().to_owned())
    }
}

fn start_postgres(folder: &Path, bin: &Path) -> Result<Process> {
    let log = File::options().create(true).append(true).open(folder.join("postgres.log"))?;
    let child = as_nobody(&bin.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-c", "listen_addresses=", "-c"])
        .arg(format!("unix_socket_directories={}", folder.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()?;
    Ok(Process(child))
}

async fn wait_for_postgres(folder: &Path, bin: &Path) -> Result<()> {
    let begun = Instant::now();
    while !Command::new(bin.join("pg_isready")).args(["-q", "-h"]).arg(folder).status()?.success() {
        if begun.elapsed() > Duration::from_secs(60) {
            bail!("PostgreSQL does not start; see {}", folder.join("postgres.log").display());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

fn start_nats(folder: &Path, port: u16) -> Result<Process> {
    let log = File::options().create(true).append(true).open(folder.join("nats.log"))?;
    let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"]
        .into_iter()
        .find(|path| Path::new(path).is_file())
        .context("NATS is missing. To install it: apt-get install nats-server")?;
    let child = Command::new(program)
        .args(["-a", "127.0.0.1", "-p", &port.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()?;
    Ok(Process(child))
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
