//! Integration tests: stored games.

mod golden;
mod stored;
