//! `tabiya serve`: the web page, the API and live games.

use serde::de::DeserializeOwned;
use server::Config;
use server::config::{ClusterConfig, LimitMode, TlsFiles};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use wire::club::{ChatMode, Registration, SettingsChange};

/// Serve the web page, the API and live games
///
/// All data is kept in one folder, which is created if needed. Stop the server with Ctrl-C; whatever it has
/// acknowledged is already on disk.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Address and port to listen on [default: 127.0.0.1:8080]
    #[arg(long, value_name = "ADDR:PORT")]
    listen: Option<SocketAddr>,
    /// Serve everybody on the local network, and print the addresses and a QR code to open. Listens on 0.0.0.0:8080
    /// unless --listen says otherwise, and answers to tabiya.local
    #[arg(long)]
    lan: bool,
    /// Data folder
    #[arg(long, value_name = "DIR", default_value = "tabiya-data")]
    data: PathBuf,
    /// Host name by which the server is reached, such as chess.example; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Address of a trusted reverse proxy, whose X-Forwarded-For header is trusted; may be repeated
    #[arg(long = "proxy", value_name = "IP")]
    proxies: Vec<IpAddr>,
    /// Serve over TLS with this certificate (PEM, followed by its intermediate certificates). It is read again when the
    /// file changes
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of --tls-cert (PEM)
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// The server is reached over TLS through a proxy: cookies are marked Secure
    #[arg(long)]
    secure: bool,
    /// How much the rate limits allow: standard, relaxed (twenty times as much, for a school or a club) or off.
    #[arg(long, value_name = "MODE", default_value = "standard")]
    limits: LimitMode,
    /// Who can create an account: open, invite (whoever has a link from an admin) or closed. Kept for later starts, as
    /// are the two settings below; an admin can change all of them on the page
    #[arg(long, value_name = "MODE", value_parser = setting::<Registration>)]
    registration: Option<Registration>,
    /// Whether people without an account can play: on or off
    #[arg(long, value_name = "ON|OFF", value_parser = switch)]
    guests: Option<bool>,
    /// Whether players can write to each other: on, presets (a few preset messages) or off
    #[arg(long, value_name = "MODE", value_parser = setting::<ChatMode>)]
    chat: Option<ChatMode>,
    /// Number of engine threads
    #[arg(long, value_name = "N")]
    computer_threads: Option<usize>,
    /// Trust the machine's clock even if it is more than a year after, or a day before, the last time the server ran.
    #[arg(long)]
    trust_clock: bool,
    /// A PostgreSQL database that several nodes share, such as postgres://tabiya@db/tabiya; replaces --data
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// A NATS server between the nodes of one --database, such as nats://bus:4222; without it nodes poll
    #[arg(long, value_name = "URL", requires = "database")]
    nats: Option<String>,
    /// The name of this node of --database; no two running nodes may have the same
    #[arg(long, value_name = "NAME", requires = "database")]
    node: Option<String>,
    /// Acknowledges a move before it is on disk, for the test that must notice.
    #[cfg(feature = "crash-test-control")]
    #[arg(long)]
    unsafe_ack_before_commit: bool,
    /// Appends without checking the end of the log, for the test that must notice.
    #[cfg(feature = "crash-test-control")]
    #[arg(long)]
    unsafe_skip_sequence_check: bool,
    /// Trusts the bus instead of the log, for the test that must notice.
    #[cfg(feature = "crash-test-control")]
    #[arg(long)]
    unsafe_trust_bus: bool,
}

impl Default for Args {
    /// The defaults: `tabiya` alone is `tabiya serve`.
    fn default() -> Args {
        #[derive(clap::Parser)]
        struct DefaultArgs {
            #[command(flatten)]
            args: Args,
        }
        <DefaultArgs as clap::Parser>::parse_from(["serve"]).args
    }
}

/// A setting by its name.
fn setting<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_value(text.into()).map_err(|error| error.to_string())
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(format!("expected on or off, found {other:?}")),
    }
}

/// Serves until the process is asked to stop.
pub(crate) fn run(args: Args) -> io::Result<ExitCode> {
    let ip = if args.lan { IpAddr::from([0, 0, 0, 0]) } else { IpAddr::from([127, 0, 0, 1]) };
    let listen = args.listen.unwrap_or_else(|| SocketAddr::new(ip, 8080));
    if args.lan && listen.ip().is_loopback() {
        eprintln!("--lan needs an address that others can reach, not {listen}");
        return Ok(ExitCode::from(2));
    }
    let mut config = Config::new(listen, args.data);
    config.lan = args.lan;
    config.cluster = args.database.map(|database| {
        let mut cluster = ClusterConfig::new(database);
        cluster.nats = args.nats;
        if let Some(node) = args.node {
            cluster.node = node;
        }
        cluster
    });
    config.hosts = args.hosts;
    config.proxies = args.proxies;
    config.tls = args.tls_cert.zip(args.tls_key).map(|(certificate, key)| TlsFiles { certificate, key });
    config.secure = args.secure;
    config.limits = args.limits;
    config.trust_clock = args.trust_clock;
    config.settings = SettingsChange {
        registration: args.registration,
        guests: args.guests,
        chat: args.chat,
        ..SettingsChange::default()
    };
    if let Some(threads) = args.computer_threads {
        config.computer_threads = threads;
    }
    #[cfg(feature = "crash-test-control")]
    {
        config.faults = server::control::InjectedFaults {
            ack_before_commit: args.unsafe_ack_before_commit,
            skip_sequence_check: args.unsafe_skip_sequence_check,
            trust_bus: args.unsafe_trust_bus,
        };
    }
    server::run(config).map_err(io::Error::other)?;
    Ok(ExitCode::SUCCESS)
}
