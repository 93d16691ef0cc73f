//! Network namespaces, one for each node, on one bridge with this program, PostgreSQL and NATS. A node can be cut off
//! from any of them, and packets can be dropped, without rules in the machine's own tables.

use anyhow::{Context, Result, ensure};
use std::io::Write;
use std::net::Ipv4Addr;
use std::process::{Command, Stdio};

pub(super) struct Network {
    bridge: String,
    /// The second number of all addresses, which keeps simultaneous runs apart.
    block: u8,
    spaces: Vec<String>,
}

/// What a node can be cut off from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Peer {
    Database,
    Bus,
    Clients,
    Everybody,
}

/// The direction in which packets are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Both,
    In,
    Out,
}

/// The ports that identify the peers.
#[derive(Clone, Copy)]
pub(super) struct Ports {
    pub(super) database: u16,
    pub(super) bus: u16,
    pub(super) node: u16,
}

impl Network {
    /// Whether this process can create namespaces: even root cannot in some containers.
    pub(super) fn is_possible() -> bool {
        let probe = format!("tabiya-probe-{}", std::process::id());
        rustix::process::getuid().is_root()
            && has("ip")
            && has("nft")
            && ip(&["netns", "add", &probe]).is_ok()
            && ip(&["netns", "del", &probe]).is_ok()
    }

    pub(super) fn new(nodes: usize) -> Result<Network> {
        let id = std::process::id();
        let block = u8::try_from(20 + id % 200).context("a number below 220")?;
        let bridge = format!("tabiya{}", id % 1_000_000);
        let mut network = Network { bridge: bridge.clone(), block, spaces: Vec::new() };
        ip(&["link", "add", &bridge, "type", "bridge"])?;
        ip(&["addr", "add", &format!("{}/24", network.host()), "dev", &bridge])?;
        ip(&["link", "set", &bridge, "up"])?;
        for number in 0..nodes {
            let (space, link) = (format!("{bridge}-{number}"), format!("tb{}n{number}", id % 1_000_000));
            ip(&["netns", "add", &space])?;
            network.spaces.push(space.clone());
            ip(&["link", "add", &link, "type", "veth", "peer", "name", "eth0", "netns", &space])?;
            ip(&["link", "set", &link, "master", &bridge])?;
            ip(&["link", "set", &link, "up"])?;
            let address = format!("{}/24", network.node(number));
            ip(&["-n", &space, "addr", "add", &address, "dev", "eth0"])?;
            ip(&["-n", &space, "link", "set", "eth0", "up"])?;
            ip(&["-n", &space, "link", "set", "lo", "up"])?;
        }
        Ok(network)
    }

    /// The address of PostgreSQL, NATS and the clients.
    pub(super) fn host(&self) -> Ipv4Addr {
        Ipv4Addr::new(10, self.block, 0, 1)
    }

    pub(super) fn node(&self, number: usize) -> Ipv4Addr {
        Ipv4Addr::new(10, self.block, 0, u8::try_from(11 + number).unwrap_or(u8::MAX))
    }

    /// The range of all addresses, for `pg_hba.conf`.
    pub(super) fn range(&self) -> String {
        format!("10.{}.0.0/24", self.block)
    }

    /// A command that runs a program in the namespace of a node. `ip` is replaced by the program, so its process id is
    /// the program's.
    pub(super) fn command(&self, number: usize) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.spaces[number]]);
        command
    }

    /// Drops every packet between a node and a peer.
    pub(super) fn cut(&self, number: usize, peer: Peer, direction: Direction, ports: Ports) -> Result<()> {
        let (input, output) = match peer {
            Peer::Database => {
                (format!("tcp sport {}", ports.database), format!("tcp dport {}", ports.database))
            }
            Peer::Bus => (format!("tcp sport {}", ports.bus), format!("tcp dport {}", ports.bus)),
            Peer::Clients => (format!("tcp dport {}", ports.node), format!("tcp sport {}", ports.node)),
            Peer::Everybody => ("meta l4proto tcp".into(), "meta l4proto tcp".into()),
        };
        let input = if direction == Direction::Out { String::new() } else { format!("{input} drop;") };
        let output = if direction == Direction::In { String::new() } else { format!("{output} drop;") };
        self.rules(number, &input, &output)
    }

    /// Drops this percentage of packets in both directions.
    pub(super) fn lose(&self, number: usize, percent: u32) -> Result<()> {
        let rule = format!("meta l4proto tcp numgen random mod 100 < {percent} drop;");
        self.rules(number, &rule, &rule)
    }

    fn rules(&self, number: usize, input: &str, output: &str) -> Result<()> {
        // Each chain on its own line: nft 1.0.6 refuses two on one line.
        let text = format!(
            "table inet cut {{\nchain i {{\ntype filter hook input priority 0;\n{input}\n}}\n\
             chain o {{\ntype filter hook output priority 0;\n{output}\n}}\n}}\n"
        );
        let mut nft = self.command(number).args(["nft", "-f", "-"]).stdin(Stdio::piped()).spawn()?;
        nft.stdin.take().context("no input")?.write_all(text.as_bytes())?;
        ensure!(nft.wait()?.success(), "nft refuses {text}");
        Ok(())
    }

    pub(super) fn heal(&self, number: usize) -> Result<()> {
        let healed = self.command(number).args(["nft", "delete", "table", "inet", "cut"]).status()?;
        ensure!(healed.success(), "nft does not delete its table");
        Ok(())
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        for space in &self.spaces {
            let _ = ip(&["netns", "del", space]);
        }
        let _ = ip(&["link", "del", &self.bridge]);
    }
}

fn ip(arguments: &[&str]) -> Result<()> {
    let status = Command::new("ip").args(arguments).status().context("ip does not start")?;
    ensure!(status.success(), "ip {} failed", arguments.join(" "));
    Ok(())
}

fn has(program: &str) -> bool {
    ["/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        .iter()
        .any(|folder| std::path::Path::new(folder).join(program).is_file())
}
