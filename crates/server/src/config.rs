//! How a server is started.

use crate::ids::random_text;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;
use wire::club::SettingsChange;

/// How much the rate limits allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LimitMode {
    /// For a server that anybody can reach.
    #[default]
    Standard,
    /// Twenty times as much, for a network of people who know each other.
    Relaxed,
    /// No rate limits, but for the one on wrong passwords.
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

/// How a node of several is started.
#[derive(Clone)]
pub struct ClusterConfig {
    /// The address of the database, which may hold a password.
    pub database: String,
    /// The address of the bus. Without one, nodes find out by polling.
    pub nats: Option<String>,
    /// The name of this node, which no other may have.
    pub node: String,
}

impl ClusterConfig {
    /// A node on this database, with a name of its own and without a bus.
    pub fn new(database: String) -> ClusterConfig {
        ClusterConfig { database, nats: None, node: random_text(8) }
    }
}

impl std::fmt::Debug for ClusterConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClusterConfig").field("node", &self.node).finish_non_exhaustive()
    }
}

/// The files of a server that speaks TLS itself, both in PEM.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate, followed by its intermediate certificates.
    pub certificate: PathBuf,
    pub key: PathBuf,
}

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// Where it keeps everything. Made when it is not there.
    pub data: PathBuf,
    /// A database that several nodes share, instead of the folder.
    pub cluster: Option<ClusterConfig>,
    /// Its own certificate; none where it is reached without TLS or through a proxy.
    pub tls: Option<TlsFiles>,
    /// Whether a proxy before it is reached over TLS.
    pub secure: bool,
    /// The names by which it may be addressed. None: any name, but only this machine's own names where nobody else
    /// can reach it.
    pub hosts: Vec<String>,
    /// Proxies before it, which are believed when they say whose request they pass on.
    pub proxies: Vec<IpAddr>,
    /// How much the rate limits allow.
    pub limits: LimitMode,
    /// Whether this machine itself may hold any number of connections, which programs on it sometimes do.
    pub unlimited_loopback: bool,
    /// How long the other end of a connection may take nothing of what is written to it.
    pub write_timeout: Duration,
    /// How many threads the computer thinks with.
    pub computer_threads: usize,
    /// Whether the machine's clock is believed though it is years away from the last time the server ran.
    pub trust_clock: bool,
    /// Whether it is for everybody on the local network, who are told where it is.
    pub lan: bool,
    /// Where others on the local network reach it, such as `192.168.1.20:8080`. Known once it listens.
    pub lan_host: Option<String>,
    /// What the command line says about the settings of the server.
    pub settings: SettingsChange,
    /// Which lies it tells, so that the crash and fault tests can show that they notice.
    #[cfg(feature = "crash-test-control")]
    pub lies: crate::control::Lies,
}

impl Config {
    /// A server on this address with this folder, and everything else as usual.
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
            lies: crate::control::Lies::default(),
        }
    }

    /// Whether clients reach it over TLS, its own or that of a proxy: cookies are then for TLS only.
    pub fn is_secure(&self) -> bool {
        self.secure || self.tls.is_some()
    }

    /// Whether nobody but this machine can reach it.
    pub fn only_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.proxies.is_empty()
    }
}
