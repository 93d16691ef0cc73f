//! Live games that cannot be lost: what somebody was told stands is on disk, and any moment may be the last one of
//! the process.
//!
//! The log is the game. A command is decided by [`game::Game`], its events are appended to the log, and only when
//! they are on disk does anybody hear of them. What is in memory is what the log comes to, so a start after a crash
//! is nothing but reading.
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
//! server.stop().await; // in order; after a crash the next start is the same
//! Server::start(config, TimeSource::default()).await?.stop().await;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! # })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `docs/server.md` says how to run one, `docs/protocol.md` how to speak with it.

pub mod admin;
pub mod api;
pub mod app;
pub mod backup;
pub mod bus;
pub mod clock;
pub mod computer;
pub mod config;
#[cfg(feature = "crash-test-control")]
pub mod control;
pub mod http;
pub mod identity;
pub mod ids;
pub mod limits;
pub mod live;
pub mod lobby;
pub mod metrics;
pub mod page;
pub mod people;
pub mod ratings;
pub mod rooms;
pub mod round_trip;
pub mod rounds;
pub mod sanitize;
pub mod server;
pub mod settings;
pub mod store;
pub mod tournaments;

pub use config::Config;
pub use server::{CannotStart, RunError, Server, run};
