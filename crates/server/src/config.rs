//! How a server is started.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

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
    /// How many threads the computer thinks with.
    pub computer_threads: usize,
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
            computer_threads: std::thread::available_parallelism().map_or(1, usize::from),
            #[cfg(feature = "crash-test-control")]
            unsafe_ack_before_commit: false,
        }
    }

    /// Whether nobody but this machine can reach it.
    pub fn only_local(&self) -> bool {
        self.listen.ip().is_loopback() && self.proxies.is_empty()
    }
}
