//! The configuration of a server.

use crate::ids::random_text;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use wire::club::SettingsChange;

/// How strict the rate limits are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LimitMode {
    /// For a server on the public internet.
    #[default]
    Standard,
    /// Twenty times the standard limits, for a trusted network.
    Relaxed,
    /// No rate limits except the one on wrong passwords.
    Off,
}

impl std::str::FromStr for LimitMode {
    type Err = String;

    fn from_str(text: &str) -> Result<LimitMode, String> {
        match text {
            "standard" => Ok(LimitMode::Standard),
            "relaxed" => Ok(LimitMode::Relaxed),
            "off" => Ok(LimitMode::Off),
            other => Err(format!("expected standard, relaxed or off, found {other:?}")),
        }
    }
}

/// The configuration of one node of a cluster.
#[derive(Clone)]
pub struct ClusterConfig {
    /// The address of the database; may contain a password.
    pub database: String,
    /// The address of the NATS server. Without one, nodes poll the database.
    pub nats: Option<String>,
    /// The name of this node, unique in the cluster.
    pub node: String,
}

impl ClusterConfig {
    /// A node on this database, with a random name and without a bus.
    pub fn new(database: String) -> ClusterConfig {
        ClusterConfig { database, nats: None, node: random_text(8) }
    }
}

impl std::fmt::Debug for ClusterConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClusterConfig").field("node", &self.node).finish_non_exhaustive()
    }
}

/// Certificate and key of a server that terminates TLS itself, both in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, followed by its intermediate certificates.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// The data folder. Created if it does not exist.
    pub data: PathBuf,
    /// Set for a node that shares a database with others instead of using the folder.
    pub cluster: Option<ClusterConfig>,
    /// The server's own certificate; `None` without TLS or behind a proxy that terminates it.
    pub tls: Option<TlsFiles>,
    /// Whether clients reach the proxy in front of this server over TLS.
    pub secure: bool,
    /// The accepted `Host` names. Empty: any name, or, if only this machine can reach the server, only its local
    /// names.
    pub hosts: Vec<String>,
    /// Proxies in front of this server, trusted to report the client's address.
    pub proxies: Vec<IpAddr>,
    /// How much the rate limits allow.
    pub limits: LimitMode,
    /// Whether connections from this machine are exempt from connection limits, as local programs sometimes need many.
    pub unlimited_loopback: bool,
    /// How long a client may go without accepting data before its connection is closed.
    pub write_timeout: Duration,
    /// How many threads the computer opponent uses.
    pub computer_threads: usize,
    /// Whether the machine's clock is believed even if it is far from the last time the server ran.
    pub trust_clock: bool,
    /// Whether the server is announced on the local network.
    pub lan: bool,
    /// The address on the local network, such as `192.168.1.20:8080`. Known once the server listens.
    pub lan_host: Option<String>,
    /// Settings given on the command line.
    pub settings: SettingsChange,
    /// Deliberate faults, so that the crash and fault tests can show that they detect them.
    #[cfg(feature = "crash-test-control")]
    pub faults: crate::control::InjectedFaults,
}

impl Config {
    /// A server on this address with this folder, and defaults for everything else.
    pub fn new(listen: SocketAddr, data: PathBuf) -> Config {
        Config {
            listen,
            data,
            cluster: None,
            tls: None,
            secure: false,
            hosts: Vec::new(),
            proxies: Vec::new(),
            limits: LimitMode::Standard,
            unlimited_loopback: true,
            write_timeout: Duration::from_secs(30),
            computer_threads: std::thread::available_parallelism().map_or(1, usize::from),
            trust_clock: false,
            lan: false,
            lan_host: None,
            settings: SettingsChange::default(),
            #[cfg(feature = "crash-test-control")]
            faults: crate::control::InjectedFaults::default(),
        }
    }

    /// Whether clients connect over TLS, the server's own or a proxy's. Cookies are then `Secure`.
    pub fn is_secure(&self) -> bool {
        self.secure || self.tls.is_some()
    }

    /// Whether only this machine can reach the server.
    pub fn only_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.proxies.is_empty()
    }
}
