//! A server as a program: logs, signals, and a line that says where it is.

use crate::{CannotStart, Config, Server};
use std::io::{self, IsTerminal, Write};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::EnvFilter;

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
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let (mut interrupt, mut terminate) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let data = config.data.clone();
        let server = Server::start(config).await?;
        // Whoever started it may not be reading.
        let _ = writeln!(io::stdout(), "tabiya: http://{} (data in {})", server.address, data.display());
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
        server.stop().await;
        Ok(())
    })
}

/// Lines for people at a terminal, JSON for programs elsewhere. `RUST_LOG` says how much.
fn log() {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,refinery_core=warn"));
    let to_stderr = tracing_subscriber::fmt().with_env_filter(filter).with_writer(io::stderr);
    // A second server in one process logs as the first one does.
    let _ = if io::stderr().is_terminal() { to_stderr.try_init() } else { to_stderr.json().try_init() };
}
