//! A server as a program: logs, signals, and a line that says where it is.

use super::lan;
use crate::clock::TimeSource;
use crate::computer::leave_idle_class;
use crate::{CannotStart, Config, Server};
use std::io::{self, IsTerminal, Write};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Why the program ends.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// It did not even start.
    #[error(transparent)]
    Start(#[from] CannotStart),
    /// The system refuses threads or signals.
    #[error("{0}")]
    System(#[from] io::Error),
}

/// Serves until the process is told to end (SIGINT, SIGTERM), and then ends in order.
pub fn run(config: Config) -> Result<(), RunError> {
    log();
    super::files::raise_limit();
    if config.cluster.is_none() {
        super::disk::settle(&config.data);
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let end = end_signal()?;
        let lan = config.lan;
        let place = match &config.cluster {
            Some(cluster) => format!("node {}", cluster.node),
            None => format!("data in {}", config.data.display()),
        };
        let server = Server::start(config, TimeSource::default()).await?;
        // A proxy's address is not known here: only the server's own is printed.
        let scheme = if server.app.config.tls.is_some() { "https" } else { "http" };
        // Whoever started it may not be reading.
        let _ = writeln!(io::stdout(), "tabiya: {scheme}://{} ({place})", server.address);
        if lan {
            welcome(&server);
        }
        end.await;
        server.stop().await;
        leave_idle_class();
        Ok(())
    });
    // All that matters is written: whoever still thinks about a hard position is not waited for.
    runtime.shutdown_background();
    served
}

/// Tells people on the network where the server is.
fn welcome(server: &Server) {
    let has_name = match lan::mdns::start() {
        Ok(_) => true,
        Err(error) => {
            tracing::info!(%error, "no name on the local network");
            false
        }
    };
    let scheme = if server.app.config.is_secure() { "https" } else { "http" };
    let text = lan::greeting(scheme, server.address, &lan::addresses(), has_name);
    // Whoever started it may not be reading.
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Returns when the process is told to end.
#[cfg(unix)]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut interrupt, mut terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Returns when the process is told to end.
#[cfg(not(unix))]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Nobody can tell it to end but by ending it.
            std::future::pending::<()>().await;
        }
    })
}

/// Lines for people at a terminal, JSON for programs elsewhere. `RUST_LOG` says how much.
fn log() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,refinery_core=warn"));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = if io::stderr().is_terminal() { lines.boxed() } else { lines.json().boxed() };
    let private = filter_fn(|metadata| !logs_messages(metadata.target()));
    let subscriber = tracing_subscriber::registry().with(lines.with_filter(filter).with_filter(private));
    // A second server in one process logs as the first one does.
    let _ = subscriber.try_init();
}

/// Whether a library writes what people say into its log, which `RUST_LOG=trace` would show: no level does.
fn logs_messages(target: &str) -> bool {
    ["tungstenite", "tokio_tungstenite"].iter().any(|library| {
        target.strip_prefix(library).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

#[cfg(test)]
mod tests {
    use super::logs_messages;

    #[test]
    fn libraries_that_log_messages_are_not_heard() {
        assert!(logs_messages("tungstenite::protocol") && logs_messages("tokio_tungstenite"));
        assert!(!logs_messages("tabiya_server::live") && !logs_messages("tungstenite_like"));
    }
}
