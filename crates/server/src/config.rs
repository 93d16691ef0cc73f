//! How a server is started.

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

/// How a server is started.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where it listens; port 0 lets the system choose.
    pub listen: SocketAddr,
    /// Where it keeps everything. Made when it is not there.
    pub data: PathBuf,
    /// Whether it is reached over TLS, by a proxy before it: cookies are then for TLS only.
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
    /// What the command line says about the settings of the server.
    pub settings: SettingsChange,
    /// Tells of a move before it is on disk, so that the crash test can show that it notices.
    #[cfg(feature = "crash-test-control")]
    pub unsafe_ack_before_commit: bool,
}

impl Config {
    /// A server on this address with this folder, and everything else as usual.
    pub fn new(listen: SocketAddr, data: PathBuf) -> Config {
        Config {
            listen,
            data,
            secure: false,
            hosts: Vec::new(),
            proxies: Vec::new(),
            limits: LimitMode::Standard,
            unlimited_loopback: true,
            write_timeout: Duration::from_secs(30),
            computer_threads: std::thread::available_parallelism().map_or(1, usize::from),
            trust_clock: false,
            lan: false,
            settings: SettingsChange::default(),
            #[cfg(feature = "crash-test-control")]
            unsafe_ack_before_commit: false,
        }
    }

    /// Whether nobody but this machine can reach it.
    pub fn only_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.proxies.is_empty()
    }
}
