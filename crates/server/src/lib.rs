//! Live games that cannot be lost: what somebody was told stands is on disk, and any moment may be the last one of
//! the process.
//!
//! The log is the game. A command is decided by [`game::Game`], its events are appended to the log, and only when
//! they are on disk does anybody hear of them. What is in memory is what the log comes to, so a start after a crash
//! is nothing but reading.

pub mod accept;
pub mod address;
pub mod api;
pub mod app;
pub mod backup;
pub mod clock;
pub mod computer;
pub mod config;
mod files;
pub mod guard;
pub mod headers;
pub mod health;
pub mod ids;
pub mod inbox;
pub mod limits;
pub mod live;
pub mod lobby;
pub mod metrics;
pub mod page;
pub mod people;
pub mod ratings;
pub mod rooms;
pub mod router;
pub mod run;
pub mod search;
pub mod server;
pub mod store;

pub use config::Config;
pub use run::{RunError, run};
pub use server::{CannotStart, Server};
