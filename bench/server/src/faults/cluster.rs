//! PostgreSQL, NATS and nodes as processes of this program, each node in a network of its own where that is possible.

use super::log::Log;
use super::network::{Direction, Network, Peer, Ports};
use crate::crash::Verdict;
use crate::machine;
use anyhow::{Context, Result, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
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
    nodes: Vec<Node>,
    place: Place,
}

/// Where everything listens. The network is dropped after all that uses it.
struct Place {
    database_port: u16,
    bus_port: u16,
    /// A library that shows a node another time than this program's, if there is one.
    faketime: Option<PathBuf>,
    network: Option<Network>,
}

struct Node {
    address: SocketAddr,
    name: String,
    process: Process,
}

/// What is started.
pub(super) struct Plan<'o> {
    pub(super) program: &'o Path,
    pub(super) nodes: usize,
    pub(super) arguments: &'o [String],
    /// Whether nodes get networks of their own.
    pub(super) network: bool,
    /// Whether the clocks of nodes can be set.
    pub(super) clocks: bool,
    /// Whether the folder stays when all has ended.
    pub(super) keep: bool,
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

    /// Tells the process and its children, as the backends of PostgreSQL are.
    fn signal_family(&self, signal: Signal) -> Result<()> {
        self.signal(signal)?;
        let id = self.0.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        for child in children.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?)) {
            // It may have ended meanwhile.
            let _ = kill_process(child, signal);
        }
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

/// The library that shows a process another time, where the package `faketime` is installed.
fn faketime() -> Option<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib").ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    folders.map(|folder| folder.join("faketime/libfaketimeMT.so.1")).find(|library| library.is_file())
}

impl Cluster {
    pub(super) async fn start(plan: Plan<'_>) -> Result<Cluster> {
        let mut folder = tempfile::Builder::new().prefix("tabiya-").tempdir_in("/tmp")?;
        if plan.keep {
            folder.disable_cleanup(true);
            eprintln!("logs in {}", folder.path().display());
        }
        std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o711))?;
        if rustix::process::getuid().is_root() {
            ensure!(
                Command::new("chown").arg("nobody").arg(folder.path()).status()?.success(),
                "chown failed"
            );
        }
        let network = plan.network.then(|| Network::new(plan.nodes)).transpose()?;
        let faketime = plan.clocks.then(faketime).flatten();
        let (database_port, bus_port) = (free_address()?.port(), free_address()?.port());
        let place = Place { database_port, bus_port, faketime, network };
        let bin = postgres_programs()?;
        let made = as_nobody(&bin.join("initdb"))
            .args(["-A", "trust", "-U", "tabiya", "-E", "UTF8", "--locale=C", "-D"])
            .arg(folder.path().join("data"))
            .stdout(Stdio::null())
            .status()?;
        ensure!(made.success(), "initdb failed");
        if let Some(network) = &place.network {
            let mut access = OpenOptions::new().append(true).open(folder.path().join("data/pg_hba.conf"))?;
            writeln!(access, "host all all {} trust", network.range())?;
        }
        let postgres = start_postgres(folder.path(), &bin, &place)?;
        wait_for_postgres(folder.path(), &bin, place.database_port).await?;
        let created = Command::new(bin.join("createdb"))
            .arg("-h")
            .arg(folder.path())
            .args(["-p", &place.database_port.to_string(), "-U", "tabiya", "tabiya"])
            .status()?;
        ensure!(created.success(), "createdb failed");
        let nats = start_nats(folder.path(), &place)?;
        let mut cluster = Cluster {
            folder,
            program: plan.program.to_owned(),
            arguments: plan.arguments.to_vec(),
            postgres,
            nats,
            nodes: Vec::new(),
            place,
        };
        for number in 0..plan.nodes {
            let mut address = free_address()?;
            if let Some(network) = &cluster.place.network {
                address.set_ip(network.node(number).into());
            }
            cluster.set_clock(number, 0)?;
            let process = cluster.start_node(number, address)?;
            wait_until_ready(address).await?;
            cluster.nodes.push(Node { address, name: node_name(number), process });
        }
        Ok(cluster)
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(|node| node.address).collect()
    }

    pub(super) fn has_network(&self) -> bool {
        self.place.network.is_some()
    }

    pub(super) fn has_clocks(&self) -> bool {
        self.place.faketime.is_some()
    }

    /// The program that nodes are from now on.
    pub(super) fn set_program(&mut self, program: &Path) {
        program.clone_into(&mut self.program);
    }

    /// Kilobytes of all nodes together.
    pub(super) fn memory(&self) -> u64 {
        let each = self.nodes.iter().map(|node| machine::memory(node.process.0.id()));
        each.map(|memory| memory.map_or(0, |(now, _)| now)).sum()
    }

    /// How many bytes PostgreSQL has written to its log.
    pub(super) fn wal_bytes(&self) -> Result<u64> {
        let asked = Command::new(postgres_programs()?.join("psql"))
            .arg("-h")
            .arg(self.folder.path())
            .args(["-p", &self.place.database_port.to_string(), "-U", "tabiya", "-At", "-c"])
            .arg("SELECT pg_current_wal_lsn() - '0/0'")
            .arg("tabiya")
            .output()?;
        ensure!(asked.status.success(), "psql: {}", String::from_utf8_lossy(&asked.stderr));
        Ok(String::from_utf8_lossy(&asked.stdout).trim().parse()?)
    }

    /// The process ids of the nodes and of PostgreSQL.
    pub(super) fn processes(&self) -> (Vec<u32>, u32) {
        (self.nodes.iter().map(|node| node.process.0.id()).collect(), self.postgres.0.id())
    }

    /// As nodes reach it: over their network, or by its socket.
    fn database(&self) -> String {
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        let host = self.place.network.as_ref().map_or(folder, |network| network.host().to_string());
        format!("postgres://tabiya@{host}:{}/tabiya", self.place.database_port)
    }

    fn bus(&self) -> String {
        let host = self.place.network.as_ref().map_or(Ipv4Addr::LOCALHOST, Network::host);
        format!("nats://{host}:{}", self.place.bus_port)
    }

    fn clock_file(&self, number: usize) -> PathBuf {
        self.folder.path().join(format!("clock-{number}"))
    }

    /// Shows a node a time that differs by so many seconds.
    pub(super) fn set_clock(&self, number: usize, seconds: i64) -> Result<()> {
        Ok(std::fs::write(self.clock_file(number), format!("{seconds:+}\n"))?)
    }

    fn start_node(&self, number: usize, address: SocketAddr) -> Result<Process> {
        let name = node_name(number);
        let log = OpenOptions::new()
            .create(true)
            .append(true)
            .open(self.folder.path().join(format!("{name}.log")))?;
        let mut command = match &self.place.network {
            Some(network) => network.command(number),
            None => Command::new("env"),
        };
        if let Some(library) = &self.place.faketime {
            // After `ip`, which must know the real time no less than the node must not.
            command.args(["env", "FAKETIME_CACHE_DURATION=1", "FAKETIME_DONT_FAKE_MONOTONIC=1"]);
            command.arg(format!("LD_PRELOAD={}", library.display()));
            command.arg(format!("FAKETIME_TIMESTAMP_FILE={}", self.clock_file(number).display()));
        }
        let clients = self.place.network.as_ref().map_or(Ipv4Addr::LOCALHOST, Network::host);
        let child = command
            .arg(std::path::absolute(&self.program)?)
            .args(["serve", "--listen", &address.to_string(), "--database", &self.database()])
            .args(["--nats", &self.bus(), "--node", &name])
            .args(["--proxy", &clients.to_string(), "--computer-threads", "1"])
            .args(&self.arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn();
        Ok(Process(child.with_context(|| format!("{} does not start", self.program.display()))?))
    }

    /// Kills a node.
    pub(super) fn kill_node(&mut self, number: usize) -> Result<()> {
        self.nodes[number].process.kill()
    }

    /// Asks a node to end in order, and waits.
    pub(super) async fn stop_node(&mut self, number: usize) -> Result<()> {
        let process = &mut self.nodes[number].process;
        process.signal(Signal::TERM)?;
        while process.0.try_wait()?.is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        Ok(())
    }

    /// Starts a node again, and waits until it is ready.
    pub(super) async fn restart_node(&mut self, number: usize) -> Result<()> {
        let address = self.nodes[number].address;
        self.nodes[number].process = self.start_node(number, address)?;
        wait_until_ready(address).await.with_context(|| self.tail(&self.nodes[number].name))
    }

    /// The last lines of a node's log.
    fn tail(&self, name: &str) -> String {
        let log = std::fs::read_to_string(self.folder.path().join(format!("{name}.log"))).unwrap_or_default();
        let lines: Vec<_> = log.lines().collect();
        lines[lines.len().saturating_sub(5)..].join("\n")
    }

    /// A node does nothing for a while, and then goes on as if nothing had been.
    pub(super) async fn pause_node(&mut self, number: usize, pause: Duration) -> Result<()> {
        self.nodes[number].process.signal(Signal::STOP)?;
        tokio::time::sleep(pause).await;
        self.nodes[number].process.signal(Signal::CONT)
    }

    /// Ends PostgreSQL as a crash does.
    pub(super) fn stop_database(&mut self) -> Result<()> {
        self.postgres.signal(Signal::QUIT)?;
        self.postgres.0.wait()?;
        Ok(())
    }

    pub(super) async fn start_database(&mut self) -> Result<()> {
        let bin = postgres_programs()?;
        self.postgres = start_postgres(self.folder.path(), &bin, &self.place)?;
        wait_for_postgres(self.folder.path(), &bin, self.place.database_port).await
    }

    /// PostgreSQL does nothing for a while.
    pub(super) async fn pause_database(&mut self, pause: Duration) -> Result<()> {
        self.postgres.signal_family(Signal::STOP)?;
        tokio::time::sleep(pause).await;
        self.postgres.signal_family(Signal::CONT)
    }

    pub(super) async fn restart_bus(&mut self, away: Duration) -> Result<()> {
        self.nats.kill()?;
        tokio::time::sleep(away).await;
        self.nats = start_nats(self.folder.path(), &self.place)?;
        Ok(())
    }

    /// NATS does nothing for a while: what was sent meanwhile arrives late.
    pub(super) async fn pause_bus(&mut self, pause: Duration) -> Result<()> {
        self.nats.signal(Signal::STOP)?;
        tokio::time::sleep(pause).await;
        self.nats.signal(Signal::CONT)
    }

    /// Cuts a node off from a peer for a while.
    pub(super) async fn cut(
        &self,
        number: usize,
        peer: Peer,
        direction: Direction,
        pause: Duration,
    ) -> Result<()> {
        let Some(network) = &self.place.network else { return Ok(()) };
        let (database, bus) = (self.place.database_port, self.place.bus_port);
        let ports = Ports { database, bus, node: self.nodes[number].address.port() };
        network.cut(number, peer, direction, ports)?;
        tokio::time::sleep(pause).await;
        network.heal(number)
    }

    /// Loses packets of a node for a while.
    pub(super) async fn lose(&self, number: usize, percent: u32, pause: Duration) -> Result<()> {
        let Some(network) = &self.place.network else { return Ok(()) };
        network.lose(number, percent)?;
        tokio::time::sleep(pause).await;
        network.heal(number)
    }

    /// Ends the nodes in order. Says what the program finds in the database, and what the log is.
    pub(super) fn stop_and_check(mut self, verdict: &Verdict) -> Result<(String, Log)> {
        for node in &mut self.nodes {
            node.process.signal(Signal::TERM)?;
        }
        for node in &mut self.nodes {
            node.process.0.wait()?;
        }
        let folder = self.folder.path().display().to_string().replace('/', "%2F");
        let socket = format!("postgres://tabiya@{folder}:{}/tabiya", self.place.database_port);
        let checked = Command::new(&self.program).args(["fsck", "--database", &socket]).output()?;
        let psql = postgres_programs()?.join("psql");
        let log = Log::read(&psql, self.folder.path(), self.place.database_port, verdict)?;
        self.postgres.signal(Signal::INT)?;
        self.postgres.0.wait()?;
        let said = if checked.status.success() { checked.stdout } else { checked.stderr };
        Ok((String::from_utf8_lossy(&said).trim().to_owned(), log))
    }
}

fn node_name(number: usize) -> String {
    format!("node-{number}")
}

fn start_postgres(folder: &Path, bin: &Path, place: &Place) -> Result<Process> {
    let listen = place.network.as_ref().map_or(String::new(), |network| network.host().to_string());
    let log = File::options().create(true).append(true).open(folder.join("postgres.log"))?;
    let child = as_nobody(&bin.join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .args(["-p", &place.database_port.to_string(), "-c", &format!("listen_addresses={listen}"), "-c"])
        .arg(format!("unix_socket_directories={}", folder.display()))
        // As docs/scale.md advises: fewer checkpoints, after each of which the next change of a page writes all of it.
        .args(["-c", "shared_buffers=256MB", "-c", "max_wal_size=4GB", "-c", "wal_compression=on"])
        .args(["-c", "log_min_duration_statement=500", "-c", "log_lock_waits=on"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log)
        .spawn()?;
    Ok(Process(child))
}

async fn wait_for_postgres(folder: &Path, bin: &Path, port: u16) -> Result<()> {
    let (begun, port) = (Instant::now(), port.to_string());
    while !Command::new(bin.join("pg_isready"))
        .args(["-q", "-p", &port, "-h"])
        .arg(folder)
        .status()?
        .success()
    {
        if begun.elapsed() > Duration::from_secs(60) {
            bail!("PostgreSQL does not start; see {}", folder.join("postgres.log").display());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    Ok(())
}

fn start_nats(folder: &Path, place: &Place) -> Result<Process> {
    let host = place.network.as_ref().map_or(Ipv4Addr::LOCALHOST, Network::host).to_string();
    let log = File::options().create(true).append(true).open(folder.join("nats.log"))?;
    let program = ["/usr/sbin/nats-server", "/usr/local/bin/nats-server", "/usr/bin/nats-server"]
        .into_iter()
        .find(|path| Path::new(path).is_file())
        .context("NATS is missing. To install it: apt-get install nats-server")?;
    let child = Command::new(program)
        .args(["-a", &host, "-p", &place.bus_port.to_string()])
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
