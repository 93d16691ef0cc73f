//! The server as a program: logging, signals, and a line that says where it listens.

use super::lan;
use crate::clock::TimeSource;
use crate::computer::leave_idle_class;
use crate::{Config, Server, StartError};
use std::io::{self, IsTerminal, Write};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{EnvFilter, filter_fn};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Start(#[from] StartError),
    /// Threads or signal handlers could not be set up.
    #[error("{0}")]
    System(#[from] io::Error),
}

/// Serves until SIGINT or SIGTERM, then shuts down in order.
pub fn run(config: Config) -> Result<(), RunError> {
    log();
    super::files::raise_limit();
    if config.cluster.is_none() {
        super::disk::flush_file_system(&config.data);
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
        // Nobody may be reading standard output.
        let _ = writeln!(io::stdout(), "tabiya: {scheme}://{} ({place})", server.address);
        if lan {
            welcome(&server);
        }
        end.await;
        server.stop().await;
        leave_idle_class();
        Ok(())
    });
    // Everything is saved, so blocking tasks that still analyse a hard position are not waited for.
    runtime.shutdown_background();
    served
}

/// Announces the server on the local network and prints where it is.
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
    // Nobody may be reading standard output.
    let _ = io::stdout().write_all(text.as_bytes());
}

/// Completes when the process is asked to stop.
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

/// Completes when the process is asked to stop.
#[cfg(not(unix))]
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            // Without a signal handler, only killing the process ends it.
            std::future::pending::<()>().await;
        }
    })
}

/// Sets up logging: plain lines on a terminal, JSON elsewhere. `RUST_LOG` sets the level.
fn log() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,refinery_core=warn"));
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr);
    let lines = if io::stderr().is_terminal() { lines.boxed() } else { lines.json().boxed() };
    let private = filter_fn(|metadata| !logs_messages(metadata.target()));
    let subscriber = tracing_subscriber::registry().with(lines.with_filter(filter).with_filter(private));
    // Fails for a second server in one process, which then uses the first one's logger.
    let _ = subscriber.try_init();
}

/// Whether a library logs the content of messages at `RUST_LOG=trace`. Its log is suppressed at every level.
fn logs_messages(target: &str) -> bool {
    ["tungstenite", "tokio_tungstenite"].iter().any(|library| {
        target.strip_prefix(library).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    })
}

#[cfg(test)]
mod tests {
    use super::logs_messages;

    #[test]
    fn libraries_that_log_messages_are_suppressed() {
        assert!(logs_messages("tungstenite::protocol") && logs_messages("tokio_tungstenite"));
        assert!(!logs_messages("tabiya_server::live") && !logs_messages("tungstenite_like"));
    }
}
