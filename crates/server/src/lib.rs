//! A chess server whose games survive a crash: whatever a client was told has happened is already on disk, so the
//! process may be killed at any moment.
//!
//! The log is the game. [`game::Game`] decides a command, the resulting events are appended to the log, and clients
//! hear of them only once they are on disk. The state in memory is always what replaying the log gives, so starting
//! after a crash is the same as starting after an orderly stop: the log is read.
//!
//! ```
//! use tabiya_server::clock::TimeSource;
//! use tabiya_server::{Config, Server};
//!
//! # tokio::runtime::Runtime::new()?.block_on(async {
//! let folder = tempfile::tempdir()?;
//! let config = Config::new(([127, 0, 0, 1], 0).into(), folder.path().into());
//! let server = Server::start(config.clone(), TimeSource::default()).await?;
//! assert_ne!(server.address.port(), 0, "the system has chosen one");
//! server.stop().await; // an orderly stop; a start after a crash works the same
//! Server::start(config, TimeSource::default()).await?.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! See `docs/server.md` for how to run a server and `docs/protocol.md` for the protocol.

pub(crate) mod admin;
pub mod api;
pub mod app;
pub mod backup;
pub(crate) mod bus;
pub mod clock;
pub mod computer;
pub mod config;
#[cfg(feature = "crash-test-control")]
pub mod control;
pub mod http;
pub mod identity;
pub mod ids;
pub(crate) mod limits;
pub(crate) mod live;
pub(crate) mod lobby;
pub(crate) mod metrics;
pub(crate) mod page;
pub mod people;
pub(crate) mod ratings;
pub mod rooms;
pub(crate) mod round_trip;
pub(crate) mod rounds;
pub(crate) mod sanitize;
pub mod server;
pub(crate) mod settings;
pub mod store;
pub(crate) mod tournaments;

pub use config::Config;
pub use server::{RunError, Server, StartError, run};
